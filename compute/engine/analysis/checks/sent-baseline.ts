/**
 * Baseline dates of tasks out of the baseline beside them. P6 and others keep a baseline as a project of its own, so the tasks of an update have none, and
 * a check of baseline dates would say that they are missing, though the baseline was sent.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { idMatcher } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { valuesNamed } from './fields/fields.ts'
import type { Measured } from './fields/measured.ts'

/** Start and finish as the baseline has them, else computed. Tasks that have baseline dates keep theirs. */
export function withBaselineDates(columns: ScheduleColumns, baseline: Measured | undefined): ScheduleColumns {
  if (baseline === undefined || hasColumn(columns, 'baselineStart') || hasColumn(columns, 'baselineFinish'))
    return columns
  const partner = idMatcher(baseline.columns)(columns)
  const days = (...names: readonly string[]): Int32Array => {
    const known = names.flatMap(name => valuesNamed(baseline, 'tasks', name) ?? [])
    return zeros(Int32Array, columns.taskCount).map((_, i) => {
      if (partner[i] < 0) return DAY_ABSENT
      for (const at of known) if (!Number.isNaN(at(partner[i]))) return at(partner[i])
      return DAY_ABSENT
    })
  }
  return { ...columns, baselineStart: days('start', 'early_start'), baselineFinish: days('finish', 'early_finish') }
}
