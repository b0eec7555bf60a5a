/** Findings about a schedule of an analysis that computes its dates: what is wrong with its input, and where the dates differ. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { durationFindings, inputFindings } from '../input/input-findings.ts'
import type { Durations } from '../population/durations.ts'
import { type Run, type SuppliedOptions, suppliedFindings } from './supplied-findings.ts'

export const networkFindings = (
  columns: ScheduleColumns,
  durations: Pick<Durations, 'missing'>,
  run: Run | undefined,
  choice: CalendarChoice,
  options?: SuppliedOptions,
): AdvisedFinding[] => [
  ...inputFindings(columns),
  ...durationFindings(columns, durations),
  ...suppliedFindings(columns, run, choice, options),
]
