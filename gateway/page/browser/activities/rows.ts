/** The rows of the table: its tree, groups by a column, or a flat list, in an order that was chosen. What is folded or filtered out has no row. */
import { isSummary, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { Choice } from './choice.ts'
import type { ActivityColumn } from './columns.ts'
import { type Branch, branch, treeOf } from './tree.ts'

export interface Row {
  /** Index of the task; -1 = a group that is no task of the file. */
  readonly task: number
  readonly depth: number
  /** What a group has: what it is folded by, its title, its tasks' earliest start and latest finish. */
  readonly group:
    | { readonly key: string; readonly title: string; readonly start: number; readonly finish: number }
    | undefined
}

type Ordered = Pick<Choice, 'group' | 'sort' | 'isDescending'>

/** Tasks in the order of a column; those without a value come last. */
function sorted(tasks: number[], column: ActivityColumn, isDescending: boolean): number[] {
  const sign = isDescending ? -1 : 1
  const { number, iso, text } = column
  if (number !== undefined) {
    const last = sign * Number.POSITIVE_INFINITY
    const of = new Map(tasks.map(task => [task, Number.isNaN(number(task)) ? last : number(task)]))
    return tasks.sort((a, b) => (of.get(a) === of.get(b) ? a - b : sign * (of.get(a)! - of.get(b)!)))
  }
  const of = new Map(tasks.map(task => [task, (iso ?? text)(task)]))
  const { compare } = new Intl.Collator(TEXT.counting.locale, { numeric: true })
  return tasks.sort((a, b) => {
    const [x, y] = [of.get(a)!, of.get(b)!]
    return x === y ? a - b : x === '' ? 1 : y === '' ? -1 : sign * compare(x, y) || a - b
  })
}

/** A group for each value, by its text; tasks without one are the last. */
function byColumn(schedule: Schedule, column: ActivityColumn): Branch {
  const root = branch('', '')
  for (let task = 0; task < schedule.taskCount; task++) {
    if (isSummary(schedule, task)) continue
    const value = column.text(task)
    let group = root.branches.get(value)
    if (group === undefined) {
      group = branch(`=${value}`, value === '' ? TEXT.activities.noValue : value)
      root.branches.set(value, group)
    }
    group.members.push(task)
  }
  const { compare } = new Intl.Collator(TEXT.counting.locale, { numeric: true })
  const values = [...root.branches.keys()].sort((a, b) => (a === '' ? 1 : b === '' ? -1 : compare(a, b)))
  for (const value of values) root.members.push(root.branches.get(value)!)
  return root
}

function flat(schedule: Schedule): Branch {
  const root = branch('', '')
  for (let task = 0; task < schedule.taskCount; task++) if (!isSummary(schedule, task)) root.members.push(task)
  return root
}

function inOrder(of: Branch, column: ActivityColumn, isDescending: boolean): Branch {
  const tasks = sorted(
    of.members.filter(each => typeof each === 'number'),
    column,
    isDescending,
  )
  const groups = of.members.filter(each => typeof each !== 'number')
  return { ...of, members: [...tasks, ...groups.map(each => inOrder(each, column, isDescending))] }
}

const made = new WeakMap<readonly ActivityColumn[], { readonly key: string; readonly of: Branch }>()

/** The last one is kept, since most changes are filters. */
function branchFor(schedule: Schedule, columns: readonly ActivityColumn[], ordered: Ordered): Branch {
  const { group, sort, isDescending } = ordered
  const key = JSON.stringify([group, sort, isDescending])
  const known = made.get(columns)
  if (known?.key === key) return known.of
  const byGroup = columns.find(each => each.key === group)
  const plain =
    byGroup !== undefined ? byColumn(schedule, byGroup) : group === 'none' ? flat(schedule) : treeOf(schedule)
  const bySort = columns.find(each => each.key === sort)
  const of = bySort === undefined ? plain : inOrder(plain, bySort, isDescending)
  made.set(columns, { key, of })
  return of
}

export function rowsOf(
  schedule: Schedule,
  columns: readonly ActivityColumn[],
  choice: Ordered & Pick<Choice, 'folded'>,
  isShown: (task: number) => boolean,
): Row[] {
  const rows: Row[] = []
  walk(branchFor(schedule, columns, choice), 0, { schedule, isShown, folded: new Set(choice.folded), rows })
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
    const { key, title, task } = member
    // a summary that is looked for itself stays, though nothing below it does
    if (below.count === 0 && !(task >= 0 && isShown(task))) {
      rows.length = at
      continue
    }
    rows[at] = { task, depth, group: { key, title, start: below.start, finish: below.finish } }
    if (folded.has(key)) rows.length = at + 1
    count += Math.max(1, below.count)
    start = lesser(start, below.start)
    finish = greater(finish, below.finish)
  }
  return { start, finish, count }
}

const lesser = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b))
const greater = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b))
