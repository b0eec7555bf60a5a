/**
 * Which kinds of task take part in what (/docs/methods#kinds-of-task): the table, one row per kind, and the predicates read
 * off it. A kind is a code of the column taskType: kindOf() turns an absent or unknown type into task, and a
 * task whose given duration is 0 into milestone. The kinds of a schedule are made once, in task-states.ts.
 */
import { TASK_TYPES, type TaskType } from '../../../shared/contract/schedule/fields.ts'

interface Participation {
  /** Runs through the CPM passes. */
  readonly passes: boolean
  /** In T14, the tasks of the DCMA 14-point assessment. */
  readonly dcma14: boolean
  /** Points of it where the kind is in neither numerator nor denominator. */
  readonly dcma14NotInPoints: readonly number[]
  /** Points of it where the kind is in the denominator only. */
  readonly dcma14NotCountedIn: readonly number[]
  /** In E, the "tasks & milestones" of the DECM checks. */
  readonly decm: boolean
  /** DECM checks where the kind is in neither numerator nor denominator. */
  readonly decmNotInChecks: readonly string[]
  /** Loads its resources. */
  readonly demand: boolean
  /** May be moved to level resources. */
  readonly leveling: boolean
  /** In BEI, missed tasks, baseline drift and baseline coverage. */
  readonly performance: boolean
}

const WORK: Participation = {
  passes: true,
  dcma14: true,
  dcma14NotInPoints: [],
  dcma14NotCountedIn: [],
  decm: true,
  decmNotInChecks: [],
  demand: true,
  leveling: true,
  performance: true,
}
const AWAY = { demand: false, leveling: false, performance: false } as const
/** Budget without detail yet: long by nature, resourced when it is detailed. */
const PACKAGE: Participation = { ...WORK, dcma14NotInPoints: [10], dcma14NotCountedIn: [8] }

/** Row of each kind; what is absent from a use is left out of numerator and denominator. */
export const PARTICIPATION: Readonly<Record<TaskType, Participation>> = {
  task: WORK,
  milestone: { ...WORK, ...AWAY, dcma14: false },
  loe: {
    ...WORK,
    ...AWAY,
    demand: true,
    passes: false,
    dcma14: false,
    decmNotInChecks: ['06A204b', '06A211a', '06A212a'],
  },
  // 06A208a, which is about summaries, counts them itself
  summary: { ...WORK, ...AWAY, passes: false, dcma14: false, decm: false },
  schedule_margin: { ...WORK, ...AWAY, dcma14NotInPoints: [6, 8, 10, 11, 14], decmNotInChecks: ['06A211a'] },
  planning_package: PACKAGE,
  slpp: PACKAGE,
  start_milestone: { ...WORK, ...AWAY, dcma14: false },
  finish_milestone: { ...WORK, ...AWAY, dcma14: false },
  schedule_visibility: { ...WORK, ...AWAY, dcma14NotInPoints: [10, 11, 14] },
}

export const taskTypeCode = (type: TaskType): number => TASK_TYPES.indexOf(type) + 1

const TASK = taskTypeCode('task')
export const MILESTONE = taskTypeCode('milestone')
export const START_MILESTONE = taskTypeCode('start_milestone')
export const FINISH_MILESTONE = taskTypeCode('finish_milestone')
export const LOE = taskTypeCode('loe')
export const SUMMARY = taskTypeCode('summary')
export const SCHEDULE_VISIBILITY = taskTypeCode('schedule_visibility')
const PLANNING_PACKAGE = taskTypeCode('planning_package')
const SLPP = taskTypeCode('slpp')

/** Row of a kind. */
export const participationOf = (kind: number): Participation => PARTICIPATION[TASK_TYPES[kind - 1]]

/** Entry `kind`: 1 = the test holds for its row. For loops over many tasks; entry 0 (absent) is that of task. */
export const kindsWhere = (test: (row: Participation, type: TaskType) => boolean): Uint8Array =>
  Uint8Array.from([TASK_TYPES[TASK - 1], ...TASK_TYPES], type => (test(PARTICIPATION[type], type) ? 1 : 0))

const IN_PASSES = kindsWhere(row => row.passes)

export const isSummary = (code: number): boolean => code === SUMMARY
/** A level-of-effort task: hangs between others, drives nothing, has its own pass. */
export const isLoe = (code: number): boolean => code === LOE
/** A planning package, or one at summary level. */
export const isPlanningPackage = (code: number): boolean => code === PLANNING_PACKAGE || code === SLPP
/** A type in no list is taken as task. */
export const isInPasses = (code: number): boolean => code >= IN_PASSES.length || IN_PASSES[code] === 1

const isPlainTask = (code: number): boolean => code === TASK || code === 0 || code > TASK_TYPES.length

/** Whether it is any of the three kinds; kindOf() makes one of them. */
export const isMilestoneType = (code: number): boolean =>
  code === MILESTONE || code === START_MILESTONE || code === FINISH_MILESTONE

/** A milestone by its type, or a plain task whose given duration is 0. A missing or negative duration makes none. */
export const isMilestone = (code: number, givenDurationDays: number): boolean =>
  isMilestoneType(code) || (givenDurationDays === 0 && isPlainTask(code))

/** The kind of a task: never 0, never a code beyond the list. */
export function kindOf(code: number, givenDurationDays: number): number {
  if (isMilestone(code, givenDurationDays)) return MILESTONE
  return isPlainTask(code) ? TASK : code
}
