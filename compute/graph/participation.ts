/** Which kinds of task take part in the CPM passes (ANALYSIS_REFERENCE 0.2), read off the codes of the column taskType. */
import { TASK_TYPES, type TaskType } from '../../shared/schedule/fields.ts'

export const taskTypeCode = (type: TaskType): number => TASK_TYPES.indexOf(type) + 1

const TASK = taskTypeCode('task')
const MILESTONE = taskTypeCode('milestone')
const LOE = taskTypeCode('loe')
const SUMMARY = taskTypeCode('summary')
/** Code of an absent task_type, which means task; so does a word that is in no list. */
const ABSENT = 0

export const isSummary = (code: number): boolean => code === SUMMARY
/** A level-of-effort task: hangs between others, drives nothing, has its own pass. */
export const isLoe = (code: number): boolean => code === LOE
export const isInPasses = (code: number): boolean => code !== LOE && code !== SUMMARY

const isPlainTask = (code: number): boolean => code === TASK || code === ABSENT || code > TASK_TYPES.length

/** A milestone by its type, or a plain task whose given duration is 0. A missing or negative duration makes none. */
export const isMilestone = (code: number, givenDurationDays: number): boolean =>
  code === MILESTONE || (givenDurationDays === 0 && isPlainTask(code))
