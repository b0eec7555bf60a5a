/** A baseline, or an earlier update in its place, whose data date lies behind that of the schedule: most often the two files have changed places. */

import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import type { FindingRow } from '../check/finding-rows.ts'
import { dayOf } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'
import { dateText } from '../wording/days.ts'

export interface DataDates {
  /** DAY_ABSENT = not known, or no baseline. */
  readonly baselineDay: number
  readonly statusDay: number
}

export const dataDatesOf = ({ params }: Pick<AnalysisInput, 'params'>, statusDay: number): DataDates => ({
  baselineDay: dayOf((params.baseline_schedule as { readonly baseline_date?: string | null } | null)?.baseline_date),
  statusDay,
})

export const isBaselineLater = ({ baselineDay, statusDay }: DataDates): boolean =>
  baselineDay !== DAY_ABSENT && statusDay !== DAY_ABSENT && baselineDay > statusDay

export const baselineLaterText = ({ baselineDay, statusDay }: DataDates): string =>
  `The baseline is of ${dateText(baselineDay)}, later than the schedule, which is of ${dateText(statusDay)}.`

export const PLACE_BASELINE_FIRST = 'If the two files changed places, send the earlier one as the baseline.'

export const BASELINE_LATER: FindingRow<DataDates> = {
  code: 'BASELINE_LATER',
  severity: 'high',
  title: 'The baseline is later than the schedule',
  description: (_, dates) => baselineLaterText(dates),
  advice: { title: 'Check the order of the files', description: PLACE_BASELINE_FIRST },
  find: dates => ({ count: isBaselineLater(dates) ? 1 : 0 }),
}
