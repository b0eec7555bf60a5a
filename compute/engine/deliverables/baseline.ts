/** The baseline of a deliverable: a schedule beside the current one, whose tasks are found by their ids, or the baseline fields of the current tasks. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { type Facts, textsOf } from './facts.ts'

export interface Baseline {
  /** DAY_ABSENT = none. */
  readonly start: (task: number) => number
  readonly finish: (task: number) => number
  /** Days; NaN = none. */
  readonly duration: (task: number) => number
}

export function baselineOf({ columns, taskCount }: Facts, other: Facts | undefined): Baseline {
  if (other === undefined)
    return {
      start: i => columns.baselineStart[i],
      finish: i => columns.baselineFinish[i],
      duration: i => columns.baselineDurationDays[i],
    }
  const [idOf, otherIdOf] = [textsOf(columns.id), textsOf(other.columns.id)]
  const rowOf = new Map<string, number>()
  for (let n = 0; n < other.taskCount; n++) rowOf.set(otherIdOf(n), n)
  const row = Int32Array.from({ length: taskCount }, (_, i) => rowOf.get(idOf(i)) ?? -1)
  const day = (values: Int32Array, i: number): number => (row[i] < 0 ? DAY_ABSENT : values[row[i]])
  return {
    start: i => day(other.currentStart, i),
    finish: i => day(other.currentFinish, i),
    duration: i => (row[i] < 0 ? Number.NaN : other.durationDays[row[i]]),
  }
}
