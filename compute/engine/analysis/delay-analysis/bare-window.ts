/** A window of which only the ends and the delay are reported: for want of links, or of a task of both schedules. */
import type { ResultValue } from '../../result/result.ts'
import { showByCategory, showByCategoryCalendar } from './show.ts'
import { noTotals } from './totals.ts'

interface Ends {
  readonly from: string
  readonly to: string
  readonly from_date: string | null
  readonly to_date: string | null
  readonly length_days: number
  readonly delay_days: number | null
  readonly delay_calendar_days: number | null
}

export const bareWindow = (ends: Ends): ResultValue => ({
  ...ends,
  half_step_finish: null,
  progress_delay_days: null,
  progress_delay_calendar_days: null,
  revision_delay_days: null,
  revision_delay_calendar_days: null,
  revision: null,
  revision_calendar_days: null,
  revision_steps: [],
  revisions: [],
  revision_count: 0,
  revisions_tested_count: 0,
  retroactive_change_count: 0,
  retroactive_change_ids: [],
  scope_with_logic: false,
  controlling_path: [],
  attribution: [],
  recovery_days: 0,
  recovery_calendar_days: 0,
  recovered_elsewhere_days: 0,
  no_task_days: 0,
  shared_days: 0,
  consumed_float_days: 0,
  by_category: showByCategory(noTotals()),
  by_category_calendar_days: showByCategoryCalendar(noTotals()),
  days: [],
  day_span_count: 0,
  concurrent_days: 0,
  concurrent_calendar_days: 0,
  revision_concurrent_days: 0,
  revision_concurrent_calendar_days: 0,
  held_by_revisions: [],
  concurrency: [],
  unequal_concurrent_days: 0,
  unequal_concurrency: [],
  possible_pacing: [],
  possible_pacing_count: 0,
  float_consumption: [],
  float_consumption_count: 0,
})
