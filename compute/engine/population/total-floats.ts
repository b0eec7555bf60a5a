/** TF* (/docs/methods#states-and-durations): the total float a schedule supplies, else that of CPM, and which of the two it was. */

import type { FLOAT_SOURCES } from '../../../shared/contract/endpoint/data/health-data.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { copied } from '../ids/short-arrays.ts'

type FloatSource = (typeof FLOAT_SOURCES)[number]

export interface TotalFloats {
  /** TF* of task i in days, NaN = neither supplied nor computed. Length taskCount. */
  readonly days: Float64Array
  /** Where those of the members come from; null = none of them has one. */
  readonly source: FloatSource | null
}

/** `computed` is CpmResult.totalFloat, undefined when CPM could not run; `members` are the marks of the population. */
export function totalFloats(
  { taskCount, totalFloatDays }: ScheduleColumns,
  computed: Float64Array | undefined,
  members: Uint8Array,
): TotalFloats {
  const days = copied(totalFloatDays)
  let supplied = 0
  let filled = 0
  for (let i = 0; i < taskCount; i++) {
    if (!Number.isNaN(days[i])) supplied += members[i]
    else if (computed !== undefined && !Number.isNaN(computed[i])) {
      days[i] = computed[i]
      filled += members[i]
    }
  }
  if (supplied === 0) return { days, source: filled === 0 ? null : 'computed' }
  return { days, source: filled === 0 ? 'supplied' : 'mixed' }
}
