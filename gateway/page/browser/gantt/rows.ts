/** The rows of the chart: its tree, or a flat list in an order that was chosen. What is folded or filtered out has no row. */
import { CRITICAL, isSummary, ON_LONGEST_PATH, type Schedule } from '../schedule/schedule.ts'
import { type Branch, treeOf } from './tree.ts'

export const ORDERS = ['tree', 'start', 'finish', 'float'] as const
export type Order = (typeof ORDERS)[number]
export const FILTERS = ['all', 'critical', 'longest', 'open', 'marked'] as const
export type Filter = (typeof FILTERS)[number]

export interface Choice {
  readonly order: Order
  readonly filter: Filter
  readonly search: string
  readonly marked: ReadonlySet<number>
  /** Keys of groups that are folded. */
  readonly folded: ReadonlySet<string>
}

export interface Row {
  /** Index of the task; -1 = a group that is no task of the file. */
  readonly task: number
  readonly depth: number
  /** What a group has: what it is folded by, its title, its tasks' earliest start and latest finish. */
  readonly group:
    | { readonly key: string; readonly title: string; readonly start: number; readonly finish: number }
    | undefined
}

function fits(schedule: Schedule, { filter, search, marked }: Choice): (task: number) => boolean {
  const wanted = search.trim().toLowerCase()
  const { ids, names, marks, state, wbs } = schedule
  const inGroups = groupsNamed(schedule, wanted)
  const byFilter: Readonly<Record<Filter, (task: number) => boolean>> = {
    all: () => true,
    critical: task => (marks[task]! & CRITICAL) !== 0,
    longest: task => (marks[task]! & ON_LONGEST_PATH) !== 0,
    open: task => state[task] !== 2,
    marked: task => marked.has(task),
  }
  const passes = byFilter[filter]
  return task =>
    passes(task) &&
    (wanted === '' ||
      ids[task]!.toLowerCase().includes(wanted) ||
      names[task]!.toLowerCase().includes(wanted) ||
      inGroups[wbs[task]!] === 1)
}

/** Entry i: 1 = a level of wbsCodes[i] is called so. A level that all have in common, which is the project, does not count. */
function groupsNamed({ wbsNames }: Schedule, wanted: string): Uint8Array {
  const top = wbsNames[0]?.[0]
  const from = wbsNames.every(names => names[0] === top) ? 1 : 0
  return Uint8Array.from(wbsNames, names =>
    wanted !== '' && names.some((name, level) => level >= from && name.toLowerCase().includes(wanted)) ? 1 : 0,
  )
}

export function rowsOf(schedule: Schedule, choice: Choice): Row[] {
  const isShown = fits(schedule, choice)
  if (choice.order !== 'tree') return sorted(schedule, choice.order, isShown)
  const rows: Row[] = []
  walk(treeOf(schedule), 0, { schedule, isShown, folded: choice.folded, rows })
  return rows
}

/** Keys of the groups that lie `level` levels deep or deeper. */
export function groupsFrom(schedule: Schedule, level: number): Set<string> {
  const keys = new Set<string>()
  const go = ({ members }: Branch, depth: number): void => {
    for (const member of members) {
      if (typeof member === 'number') continue
      if (depth >= level) keys.add(member.key)
      go(member, Math.min(depth + 1, DEPTH_MAX))
    }
  }
  go(treeOf(schedule), 0)
  return keys
}

/** Levels of the tree that have groups. */
export function levelCount(schedule: Schedule): number {
  const deepest = ({ members }: Branch, depth: number): number =>
    members.reduce<number>(
      (most, member) => (typeof member === 'number' ? most : Math.max(most, deepest(member, depth + 1))),
      depth,
    )
  return Math.min(DEPTH_MAX, deepest(treeOf(schedule), 0))
}

function sorted(schedule: Schedule, order: Exclude<Order, 'tree'>, isShown: (task: number) => boolean): Row[] {
  const column = { start: schedule.start, finish: schedule.finish, float: schedule.totalFloatDays }[order]
  const last = (value: number): number => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value)
  const tasks: number[] = []
  for (let i = 0; i < schedule.taskCount; i++) if (!isSummary(schedule, i) && isShown(i)) tasks.push(i)
  tasks.sort((a, b) => last(column[a]!) - last(column[b]!) || a - b)
  return tasks.map(task => ({ task, depth: 0, group: undefined }))
}

interface Walk {
  readonly schedule: Schedule
  readonly isShown: (task: number) => boolean
  readonly folded: ReadonlySet<string>
  readonly rows: Row[]
}

/** Deepest level that is drawn; files that nest deeper are drawn flat from there. */
const DEPTH_MAX = 40

/** Returns start and finish of what is shown below, for the group above. */
function walk(of: Branch, depth: number, context: Walk): { start: number; finish: number; count: number } {
  const { schedule, isShown, folded, rows } = context
  let [start, finish, count] = [Number.NaN, Number.NaN, 0]
  for (const member of of.members) {
    if (typeof member === 'number') {
      if (!isShown(member)) continue
      count++
      rows.push({ task: member, depth, group: undefined })
      start = lesser(start, schedule.start[member]!)
      finish = greater(finish, schedule.finish[member]!)
      continue
    }
    const at = rows.length
    rows.push({ task: -1, depth, group: undefined })
    const below = walk(member, Math.min(depth + 1, DEPTH_MAX), context)
    if (below.count === 0) {
      rows.length = at
      continue
    }
    const { key, title, task } = member
    rows[at] = { task, depth, group: { key, title, start: below.start, finish: below.finish } }
    if (folded.has(key)) rows.length = at + 1
    count += below.count
    start = lesser(start, below.start)
    finish = greater(finish, below.finish)
  }
  return { start, finish, count }
}

const lesser = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b))
const greater = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b))
