/**
 * Small networks in plain objects, a random source of them, and what the critical-path method says about them by brute
 * force: every path is walked. It shares no line with the engine, whose oracle it is.
 */
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import type { TaskObject } from './columns-from-tasks.ts'
import { between, pick, type Random } from './random.ts'
import type { Setting } from './schedule.ts'

interface SmallLink {
  from: number
  to: number
  type: 'FS' | 'SS' | 'FF' | 'SF'
  lag: number
}

interface SmallTask {
  days: number
  /** Offsets, exclusive finish. */
  started?: number
  finished?: number
  percent?: number
  constraint?: { type: string; at: number }
}

export interface SmallNetwork {
  tasks: SmallTask[]
  links: SmallLink[]
  /** Offset of the status date; undefined = none given. */
  dataDate?: number
}

interface SmallKinds {
  readonly taskCountMax: number
  readonly progress?: boolean
  readonly constraints?: readonly string[]
  /** Durations and lags in tenths of a day. */
  readonly tenths?: boolean
}

export function smallNetwork(rnd: Random, kinds: SmallKinds): SmallNetwork {
  const days = (from: number, to: number) =>
    kinds.tenths === true ? between(rnd, from * 10, to * 10) / 10 : between(rnd, from, to)
  const tasks = Array.from({ length: between(rnd, 2, kinds.taskCountMax) }, (): SmallTask => ({ days: days(0, 9) }))
  const links: SmallLink[] = []
  const density = Math.min(0.1 + rnd() * 0.5, 6 / tasks.length)
  for (let to = 0; to < tasks.length; to++) {
    for (let from = 0; from < to; from++) {
      if (rnd() > density) continue
      const type = pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF'] as const)
      links.push({ from, to, type, lag: pick(rnd, [0, 0, days(0, 4), -days(0, 3)]) + 0 })
    }
  }
  for (const task of tasks) {
    const die = rnd()
    if (kinds.progress === true && die < 0.5) {
      task.days = Math.max(1, task.days)
      task.started = between(rnd, 0, 8)
      if (die < 0.25) Object.assign(task, { finished: task.started + between(rnd, 1, 7), percent: 100 })
      else task.percent = pick(rnd, [0, 10, 33, 50, 80])
    }
    if (kinds.constraints !== undefined && rnd() < 0.25) {
      task.constraint = { type: pick(rnd, kinds.constraints), at: between(rnd, 0, 30) }
    }
  }
  return { tasks, links, ...(kinds.progress === true ? { dataDate: between(rnd, 0, 12) } : {}) }
}

/** Day number of offset 0: a Monday. */
export const DAY_0 = 20_002
const day = (offset: number) => formatDay(DAY_0 + offset)
const FINISH_TYPES = ['FNET', 'FNLT', 'MFO']

/** The request: an unlinked level-of-effort task holds the anchor at DAY_0. */
export function requestOf({ tasks, links, dataDate }: SmallNetwork): { tasks: TaskObject[]; setting: Setting } {
  const written = tasks.map((task, i): TaskObject => {
    const { constraint } = task
    const at = constraint && (FINISH_TYPES.includes(constraint.type) ? day(constraint.at - 1) : day(constraint.at))
    return {
      id: `T${i}`,
      duration_days: task.days,
      predecessors: links
        .filter(link => link.to === i)
        .map(link => ({ task_id: `T${link.from}`, type: link.type, lag_days: link.lag })),
      percent_complete: task.percent ?? null,
      actual_start: task.started === undefined ? null : day(task.started),
      actual_finish: task.finished === undefined ? null : day(task.finished - 1),
      constraint_type: constraint?.type ?? null,
      constraint_date: constraint === undefined || constraint.type === 'ALAP' ? null : at,
    }
  })
  written.push({ id: 'anchor', task_type: 'loe', planned_start: day(0) })
  return {
    tasks: written,
    setting: { calendar: 'calendar_days', ...(dataDate === undefined ? {} : { statusDate: day(dataDate) }) },
  }
}

interface BruteDates {
  /** Early start as reported, and what the links see of it: the remaining start. */
  start: number[]
  remainingStart: number[]
  finish: number[]
  projectFinish: number
}

/**
 * Early dates without constraints other than SNET and FNET. `hold` makes one task wait so many days longer than it must,
 * before its (remaining) start; the floats are what this leaves unmoved.
 */
export function bruteForce(
  network: SmallNetwork,
  hold: { task: number; days: number } = { task: -1, days: 0 },
): BruteDates {
  const { tasks, links } = network
  const dd = network.dataDate ?? 0
  const progress = network.dataDate !== undefined
  const complete = (task: SmallTask) => progress && task.finished !== undefined
  const busy = (task: SmallTask) => progress && !complete(task) && task.started !== undefined
  const left = (task: SmallTask) =>
    complete(task) ? 0 : busy(task) ? (task.days * (100 - (task.percent ?? 0))) / 100 : task.days
  const fromFinish = (link: SmallLink) => link.type === 'FS' || link.type === 'FF'
  /** What is left of a lag at the data date. */
  const lagOf = (link: SmallLink, before: SmallTask, task: SmallTask): number => {
    if (complete(before)) {
      const since = fromFinish(link) ? Math.min(before.finished!, dd) : before.started!
      if (complete(task) || (busy(task) && (link.type === 'FS' || link.lag <= 0))) return 0
      return Math.max(0, link.lag - (dd - since))
    }
    if (!busy(before) || fromFinish(link) || link.lag < 0) return link.lag
    return complete(task) ? 0 : Math.max(0, link.lag - Math.max(0, dd - before.started!))
  }
  /** Every path into the task, each walked to its beginning; of a complete task the point that it passes on. */
  const startOf = (i: number): number => {
    const task = tasks[i]!
    let start = dd
    for (const link of links) {
      if (link.to !== i) continue
      const before = tasks[link.from]!
      const begins = startOf(link.from)
      const ends = begins + left(before)
      const lag = lagOf(link, before, task)
      if (link.type === 'FS') start = Math.max(start, ends + lag)
      if (link.type === 'SS') start = Math.max(start, begins + lag)
      if (link.type === 'FF') start = Math.max(start, ends + lag - left(task))
      if (link.type === 'SF') start = Math.max(start, begins + lag - left(task))
    }
    const { constraint } = task
    if (complete(task)) return start
    if (constraint?.type === 'SNET' && !busy(task)) start = Math.max(start, constraint.at)
    if (constraint?.type === 'FNET') start = Math.max(start, constraint.at - left(task))
    return start + (i === hold.task ? hold.days : 0)
  }
  const remainingStart = tasks.map((_, i) => startOf(i))
  const finish = tasks.map((task, i) => (complete(task) ? task.finished! : remainingStart[i]! + left(task)))
  const open = finish.filter((_, i) => !complete(tasks[i]!))
  return {
    start: tasks.map((task, i) => (busy(task) || complete(task) ? task.started! : remainingStart[i]!)),
    remainingStart,
    finish,
    projectFinish: Math.max(...(open.length > 0 ? open : finish)),
  }
}
