/**
 * P6's rule actual_dates is computed as retained logic, because no public document describes it fully and those that exist contradict each
 * other. The results can differ for work that was done out of sequence or is dated after the data date. A schedule with such tasks gets a finding.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { type FindingRow, findingsOfRows } from '../check/finding-rows.ts'
import { allHitsWhere } from '../check/findings.ts'
import { COMPLETE, NOT_STARTED, stateOf } from '../population/progress.ts'
import { plural } from '../wording/plural.ts'

const ACTUAL_DATES = {
  code: 'INPUT_ACTUAL_DATES',
  severity: 'medium',
  title: 'Actual dates computed as retained logic',
  description: (count: number) =>
    `The schedule asks for the rule actual_dates, which is computed as retained_logic. The two may differ at ${plural(count, 'task that was', 'tasks that were')} started out of sequence or ${count === 1 ? 'has' : 'have'} an actual date after the data date, and behind ${count === 1 ? 'it' : 'them'}.`,
  advice: {
    title: 'Compare the dates with those of P6',
    description:
      'Compare the dates of these tasks with those of P6, or schedule there by retained logic or progress override and send that.',
  },
} as const satisfies FindingRow

export function actualDatesFindings(columns: ScheduleColumns): AdvisedFinding[] {
  const { setting, taskCount, links } = columns
  if (setting?.rules.progress !== 'actual_dates' || setting.rules.rules !== 'p6') return []
  const dataDay = setting.dataDate / MINUTES_PER_DAY
  const isAfter = (day: number): boolean => day !== DAY_ABSENT && day >= dataDay
  const isOutOfSequence = (i: number): boolean => {
    for (let k = links.start[i]; k < links.start[i + 1]; k++) {
      if (links.task[k] >= 0 && stateOf(columns, links.task[k]) !== COMPLETE) return true
    }
    return false
  }
  const mayDiffer = (i: number): boolean =>
    stateOf(columns, i) !== NOT_STARTED &&
    (isOutOfSequence(i) || isAfter(columns.actualStart[i]) || isAfter(columns.actualFinish[i]))
  return findingsOfRows({ actualDates: ACTUAL_DATES }, { actualDates: allHitsWhere(taskCount, mayDiffer) }, columns)
}
