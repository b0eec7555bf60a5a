/**
 * The tree that the rows of the chart come from: groups of the WBS with their tasks below, or summaries of the file with theirs. It is made once of a schedule.
 */
import { isSummary, type Schedule } from '../schedule/schedule.ts'

export interface Branch {
  readonly key: string
  readonly title: string
  /** The summary of the file that it is; -1 = none. */
  readonly task: number
  readonly branches: Map<string, Branch>
  /** Branches and tasks in the order in which they are shown: a task as its index. */
  readonly members: (Branch | number)[]
}

export const branch = (key: string, title: string, task = -1): Branch => ({
  key,
  title,
  task,
  branches: new Map(),
  members: [],
})

const made = new WeakMap<Schedule, Branch>()

export function treeOf(schedule: Schedule): Branch {
  let tree = made.get(schedule)
  if (tree === undefined) {
    tree = schedule.parent.some(parent => parent >= 0) ? bySummaries(schedule) : byWbs(schedule)
    made.set(schedule, tree)
  }
  return tree
}

/** Codes of which nearly each task has its own are numbers of an outline, whose last part is the task itself. */
const OUTLINE_SHARE = 0.8

/** Groups that lie deeper are drawn beside the deepest. */
const LEVELS_MAX = 100

interface Level {
  readonly key: string
  readonly title: string
}

/** Levels that the codes have: "FB.CON.01" has three, with the names of the file as titles where those are as many. */
function levelsOfCodes({ wbsCodes, wbsNames, taskCount }: Schedule): Level[][] {
  const isOutline = wbsCodes.length > taskCount * OUTLINE_SHARE
  const parts = wbsCodes.map(code => code.split('.', LEVELS_MAX))
  // where points stand within the codes of levels, the names distinguish them
  const isByName =
    wbsNames.every(names => names.length > 0) && wbsNames.some((names, i) => names.length !== parts[i]!.length)
  return wbsNames.map((names, i) => {
    if (isByName) return names.map((name, level) => ({ key: names.slice(0, level + 1).join('\n'), title: name || '–' }))
    const codes = isOutline ? parts[i]!.slice(0, -1) : parts[i]!
    return codes.map((_, level) => {
      const key = codes.slice(0, level + 1).join('.')
      return { key, title: (names.length === parts[i]!.length && names[level]) || key }
    })
  })
}

/** A group has its own tasks before the groups in it, as P6 has them; both by their start, since the order of a file of P6 means nothing. */
function byWbs(schedule: Schedule): Branch {
  const root = branch('', '')
  const { wbs, taskCount } = schedule
  const ofCode = levelsOfCodes(schedule).map(levels => {
    let at = root
    for (const { key, title } of levels) {
      let next = at.branches.get(key)
      if (next === undefined) {
        next = branch(key, title)
        at.branches.set(key, next)
      }
      at = next
    }
    return at
  })
  for (let i = 0; i < taskCount; i++) {
    const code = wbs[i]!
    ;(code < 0 ? root : ofCode[code]!).members.push(i)
  }
  putInOrder(root, schedule)
  return root
}

const last = (minutes: number): number => (Number.isNaN(minutes) ? Number.POSITIVE_INFINITY : minutes)
const compare = (a: number, b: number): number => (a === b ? 0 : a - b)

/** Returns the earliest start below. */
function putInOrder({ members, branches }: Branch, schedule: Schedule): number {
  const { start, finish } = schedule
  const tasks = members as number[]
  tasks.sort(
    (a, b) => compare(last(start[a]!), last(start[b]!)) || compare(last(finish[a]!), last(finish[b]!)) || a - b,
  )
  const groups = [...branches.values()].map(each => ({ each, start: putInOrder(each, schedule) }))
  groups.sort((a, b) => compare(a.start, b.start))
  const first = Math.min(
    tasks.length > 0 ? last(start[tasks[0]!]!) : Number.POSITIVE_INFINITY,
    groups[0]?.start ?? Number.POSITIVE_INFINITY,
  )
  for (const { each } of groups) members.push(each)
  return first
}

/** In the order of the file, which is that of the planner. */
function bySummaries(schedule: Schedule): Branch {
  const root = branch('', '')
  const { taskCount, parent, ids, names } = schedule
  const branches = new Map<number, Branch>()
  const isParent = new Uint8Array(taskCount)
  const isRooted = rooted(parent)
  parent.forEach((above, i) => {
    if (above >= 0 && isRooted[i] === 1) isParent[above] = 1
  })
  for (let i = 0; i < taskCount; i++) {
    if (isParent[i] === 1 || isSummary(schedule, i))
      branches.set(i, branch(`#${ids[i]}`, names[i] === '' ? ids[i]! : names[i]!, i))
  }
  for (let i = 0; i < taskCount; i++) {
    const above = isRooted[i] === 1 ? branches.get(parent[i]!) : undefined
    ;(above ?? root).members.push(branches.get(i) ?? i)
  }
  return root
}

/** Entry i: 0 = what lies above task i has no end: a circle, or more levels than are drawn. */
function rooted(parent: Int32Array): Uint8Array {
  return Uint8Array.from(parent, above => {
    let levels = 0
    for (let at = above; at >= 0 && levels <= LEVELS_MAX; at = parent[at]!) levels++
    return levels <= LEVELS_MAX ? 1 : 0
  })
}
