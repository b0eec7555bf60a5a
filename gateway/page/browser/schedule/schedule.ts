/** A computed schedule as columns, as the worker hands it to the page: entry i of a column belongs to task i in the order of the file. */
import type { RelationType, TaskType } from '../../../../shared/contract/schedule/fields.ts'
import { settings } from '../settings.ts'
import type { Driver } from './replies.ts'

export const KINDS = [
  'task',
  'milestone',
  'loe',
  'summary',
  'schedule_margin',
  'planning_package',
  'slpp',
  'schedule_visibility',
  'start_milestone',
  'finish_milestone',
] as const satisfies readonly TaskType[]
const SUMMARY = KINDS.indexOf('summary')
const LOE = KINDS.indexOf('loe')

export const RELATIONS = ['FS', 'SS', 'FF', 'SF'] as const satisfies readonly RelationType[]

/** State of a task that is finished. */
export const DONE = 2
export const CRITICAL = 1
export const ON_LONGEST_PATH = 2

/** Links in the order of the reply, and for each end where they stand in it: those of task i are at[start[i] .. start[i + 1]). */
export interface Links {
  readonly predecessor: Int32Array
  readonly successor: Int32Array
  /** Index into RELATIONS. */
  readonly type: Uint8Array
  readonly lagDays: Float64Array
  /** NaN = it holds nothing. */
  readonly floatDays: Float64Array
  readonly isDriving: Uint8Array
  readonly intoStart: Int32Array
  readonly into: Int32Array
  readonly outStart: Int32Array
  readonly out: Int32Array
}

/** Positions of the rows of each of `count` owners: those of owner i are at[start[i] .. start[i + 1]). */
export function positions(owners: Int32Array, count: number): { start: Int32Array; at: Int32Array } {
  const start = new Int32Array(count + 1)
  for (const owner of owners) start[owner + 1]!++
  for (let i = 0; i < count; i++) start[i + 1]! += start[i]!
  const next = start.slice()
  const at = new Int32Array(owners.length)
  for (let k = 0; k < owners.length; k++) at[next[owners[k]!]!++] = k
  return { start, at }
}

export interface Schedule {
  readonly taskCount: number
  /** Dates have times of day. */
  readonly hasTimes: boolean
  /** There is no date anywhere: minutes count from the start of the project. */
  readonly isUndated: boolean
  readonly ids: readonly string[]
  readonly names: readonly string[]
  /** Index into KINDS. */
  readonly kind: Uint8Array
  /** Index into wbsCodes, -1 = none. */
  readonly wbs: Int32Array
  readonly wbsCodes: readonly string[]
  /** Entry i: names of the levels of wbsCodes[i], the outermost first; empty = the file has none. */
  readonly wbsNames: readonly (readonly string[])[]
  /** Index of the summary above, -1 = none. */
  readonly parent: Int32Array
  /** Minutes, NaN = none; finishes are exclusive (moment.ts). */
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly lateStart: Float64Array
  readonly lateFinish: Float64Array
  /** The dates of both finishes as they are written: the last day of work, where days are counted. */
  readonly finishDate: Float64Array
  readonly lateFinishDate: Float64Array
  readonly baselineStart: Float64Array
  readonly baselineFinish: Float64Array
  /** Days, NaN = none. */
  readonly durationDays: Float64Array
  /** 0 where it is complete. */
  readonly remainingDays: Float64Array
  readonly totalFloatDays: Float64Array
  readonly freeFloatDays: Float64Array
  readonly dragDays: Float64Array
  /** 0 to 100, NaN = none. */
  readonly percent: Float64Array
  /** 0 not started, 1 in progress, 2 complete. */
  readonly state: Uint8Array
  /** Dates that happened: 0, 1 = the start, 2 = both. */
  readonly actuals: Uint8Array
  /** CRITICAL, ON_LONGEST_PATH. */
  readonly marks: Uint8Array
  readonly driver: readonly Driver[]
  /** A type of the service with its date behind a space, where it has one; null = none. */
  readonly constraint: readonly (string | null)[]
  /** In whose words constraints are shown. */
  readonly tool: 'p6' | 'ms_project'
  readonly calendar: readonly (string | null)[]
  readonly links: Links
  /** Minutes, NaN = none. */
  readonly dataDate: number
}

/** By total float as the service says, or by the longest path, as it is set. */
export function isCritical({ marks, state, totalFloatDays }: Schedule, task: number): boolean {
  const { criticalBy, criticalDays } = settings()
  if (criticalBy === 'longest') return (marks[task]! & ON_LONGEST_PATH) !== 0 && state[task] !== 2
  if (criticalDays === undefined) return (marks[task]! & CRITICAL) !== 0
  return state[task] !== 2 && totalFloatDays[task]! <= criticalDays
}

export const isSummary = ({ kind }: Schedule, task: number): boolean => kind[task] === SUMMARY
export const isLoe = ({ kind }: Schedule, task: number): boolean => kind[task] === LOE
export const isMilestone = (schedule: Schedule, task: number): boolean =>
  schedule.start[task] === schedule.finish[task] || /milestone/.test(KINDS[schedule.kind[task]!] ?? '')

export const labelOf = ({ ids, names }: Schedule, task: number): string =>
  names[task] === '' ? ids[task]! : `${ids[task]} ${names[task]}`
