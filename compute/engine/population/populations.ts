/**
 * The sets that checks count over (/docs/methods#kinds-of-task): T14, E, E' and the tasks of the performance measures. A population records
 * how many tasks of each type it excludes, so that a result can state it.
 */

import { TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { zeros } from '../ids/short-arrays.ts'
import { kindsWhere, LOE, SUMMARY } from '../kind/participation.ts'
import { COMPLETE } from './progress.ts'
import type { TaskStates } from './task-states.ts'

export interface Population {
  /** 1 = member. Length taskCount. */
  readonly marks: Uint8Array
  readonly count: number
  /** Tasks that would belong but for their type, or for options.exclude_task_types, by task type; only those above 0. */
  readonly excludedByType: Readonly<Record<string, number>>
}

/** `kinds` is made by kindsWhere(); `belongs` says what else a member is (say, incomplete). */
export function populationOf(states: TaskStates, kinds: Uint8Array, belongs: (task: number) => boolean): Population {
  const { kind, leftOut } = states
  const marks = zeros(Uint8Array, kind.length)
  const excluded = zeros(Uint32Array, TASK_TYPES.length + 1)
  let count = 0
  for (let i = 0; i < kind.length; i++) {
    if (!belongs(i)) continue
    if (kinds[kind[i]] === 1 && leftOut[i] === 0) {
      marks[i] = 1
      count++
    } else excluded[kind[i]]++
  }
  const excludedByType: Record<string, number> = {}
  TASK_TYPES.forEach((type, at) => {
    if (excluded[at + 1] > 0) excludedByType[type] = excluded[at + 1]
  })
  return { marks, count, excludedByType }
}

const DCMA14 = kindsWhere(row => row.dcma14)
const DECM = kindsWhere(row => row.decm)
const DISCRETE = kindsWhere((_, type) => type !== TASK_TYPES[LOE - 1] && type !== TASK_TYPES[SUMMARY - 1])
const NOT_SUMMARY = kindsWhere((_, type) => type !== TASK_TYPES[SUMMARY - 1])
const PERFORMANCE = kindsWhere(row => row.performance)

/** T14: incomplete, duration not given as 0, kinds of the column "14 points". */
export const dcma14Tasks = (states: TaskStates): Population =>
  populationOf(states, DCMA14, i => states.state[i] !== COMPLETE && states.columns.durationDays[i] !== 0)

/** T14 without the kinds that a point leaves out of numerator and denominator. */
export const dcma14TasksOfPoint = (states: TaskStates, point: number): Population =>
  populationOf(
    states,
    kindsWhere(row => row.dcma14 && !row.dcma14NotInPoints.includes(point)),
    i => states.state[i] !== COMPLETE && states.columns.durationDays[i] !== 0,
  )

/** E: incomplete tasks and milestones, level of effort included, summaries not. */
export const incompleteTasks = (states: TaskStates): Population =>
  populationOf(states, DECM, i => states.state[i] !== COMPLETE)

/** E': E without level of effort. */
export const incompleteDiscreteTasks = (states: TaskStates): Population =>
  populationOf(states, DISCRETE, i => states.state[i] !== COMPLETE)

/** All but summaries and level of effort, complete ones included. */
export const discreteTasks = (states: TaskStates): Population => populationOf(states, DISCRETE, () => true)

/** All but summaries, complete ones included. */
export const tasksAndMilestones = (states: TaskStates): Population => populationOf(states, NOT_SUMMARY, () => true)

/** Column "performance" of the kinds, complete ones included: BEI, missed tasks, baseline drift, baseline coverage. */
export const performanceTasks = (states: TaskStates): Population => populationOf(states, PERFORMANCE, () => true)

/** How a result states a population (PopulationData of shared/contract/endpoint/data/health-data.ts). */
export const showPopulation = ({ count, excludedByType }: Population) => ({ count, excluded_by_type: excludedByType })
