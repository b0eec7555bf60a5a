/** Findings about what was sent that no check of validate has: calendars that are not there, missing durations, a rule of P6 computed as another, late snapshots. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { type FindingRow, type PlainRow, type RowHit, seek } from '../check/finding-rows.ts'
import { allHitsOf, allHitsWhere, NO_HITS } from '../check/findings.ts'
import type { Durations } from '../population/durations.ts'
import type { EarlierStatuses } from '../population/earlier-statuses.ts'
import { isOutOfState, NOT_STARTED, stateOf } from '../population/progress.ts'
import { plural } from '../wording/numbers.ts'
import { taskText } from '../wording/tasks.ts'

const CALENDAR_UNKNOWN: FindingRow<ScheduleColumns> = {
  code: 'INPUT_CALENDAR_UNKNOWN',
  severity: 'high',
  title: 'Unknown calendars',
  description: (count: number) =>
    `${plural(count, 'task names a calendar', 'tasks name calendars')} that the schedule does not have; taken in its default calendar.`,
  advice: {
    title: 'Send the calendars that tasks name',
    description: 'Send each in calendars with the id that calendar_id has, or correct calendar_id.',
  },
  find: unknownCalendars,
}

/** No findings for a schedule without calendars. */
export const calendarFindings = (columns: ScheduleColumns): AdvisedFinding[] =>
  seek([CALENDAR_UNKNOWN], columns, columns)

export function unknownCalendars(columns: ScheduleColumns): RowHit {
  const { codes, values } = columns.calendarId
  if (columns.setting === undefined || codes.length === 0) return NO_HITS
  const known = new Set(columns.setting.calendars.map(({ id }) => id))
  const isUnknown = Uint8Array.from({ length: values.offsets.length }, (_, code) =>
    code === 0 || known.has(textAt(values, code - 1)) ? 0 : 1,
  )
  const hits = allHitsWhere(columns.taskCount, i => isUnknown[codes[i]] === 1)
  if (hits.count === 0) return hits
  const first = hits.tasks[0]
  const id = textAt(values, codes[first] - 1)
  return {
    ...hits,
    detail: `Example: calendar_id ${JSON.stringify(cut(id, 40))} of ${taskText(columns, first)}.`,
    evidence: { calendar_ids: [...unknownIds(columns, isUnknown)] },
  }
}

const IDS_MAX = 20

function unknownIds({ calendarId: { codes, values }, taskCount }: ScheduleColumns, isUnknown: Uint8Array): Set<string> {
  const ids = new Set<string>()
  for (let i = 0; i < taskCount && ids.size < IDS_MAX; i++) {
    if (isUnknown[codes[i]] === 1) ids.add(textAt(values, codes[i] - 1))
  }
  return ids
}

/**
 * P6's rule actual_dates is computed as retained logic, because no public document describes it fully and those that exist contradict each
 * other. The results can differ for work that was done out of sequence or is dated after the data date. A schedule with such tasks gets a finding.
 */
const ACTUAL_DATES: FindingRow<ScheduleColumns> = {
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
  find: columns => {
    const { setting, taskCount, links } = columns
    if (setting?.rules.progress !== 'actual_dates' || setting.rules.rules !== 'p6') return NO_HITS
    const dataDay = setting.dataDate / MINUTES_PER_DAY
    const isAfter = (day: number): boolean => day !== DAY_ABSENT && day >= dataDay
    const isOutOfSequence = (i: number): boolean => {
      for (let k = links.start[i]; k < links.start[i + 1]; k++) {
        const p = links.task[k]
        if (p >= 0 && isOutOfState(links.type[k], stateOf(columns, i), stateOf(columns, p))) return true
      }
      return false
    }
    const mayDiffer = (i: number): boolean =>
      stateOf(columns, i) !== NOT_STARTED &&
      (isOutOfSequence(i) || isAfter(columns.actualStart[i]) || isAfter(columns.actualFinish[i]))
    return allHitsWhere(taskCount, mayDiffer)
  },
}

export const actualDatesFindings = (columns: ScheduleColumns): AdvisedFinding[] =>
  seek([ACTUAL_DATES], columns, columns)

/** A task without a duration: a finding of every analysis that computes with durations. */
export const SUPPLY_DURATION = 'Send duration_days, or planned or baseline dates it can be taken from.'

export const DURATION_MISSING: PlainRow<Pick<Durations, 'missing'>> = {
  code: 'DURATION_MISSING',
  severity: 'medium',
  title: 'Durations missing',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} neither a positive duration nor dates that give one; taken as 0 days.`,
  advice: {
    title: 'Supply the missing durations',
    description: SUPPLY_DURATION,
  },
  find: ({ missing }) => allHitsOf(missing, 1),
}

/** Snapshots of schedule_history that are not earlier than the current status and were left out. */
const HISTORY_NOT_EARLIER: FindingRow<EarlierStatuses> = {
  code: 'HISTORY_NOT_EARLIER',
  severity: 'low',
  title: 'Snapshots on or after the status date',
  description: count =>
    `${plural(count, 'snapshot is', 'snapshots are')} dated on or after the status date and left out.`,
  find: ({ notEarlier }) => ({ count: notEarlier.length, evidence: { positions: notEarlier } }),
}

export const historyFindings = (earlier: EarlierStatuses, columns: ScheduleColumns): AdvisedFinding[] =>
  seek([HISTORY_NOT_EARLIER], earlier, columns)
