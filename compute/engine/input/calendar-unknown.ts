/** Tasks that name a calendar which their schedule does not have; they are computed in its default calendar. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../shared/contract/schedule/cut-text.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { type FindingRow, findingsOfRows, type RowHit } from '../check/finding-rows.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { plural } from '../wording/plural.ts'
import { taskText } from '../wording/tasks.ts'

const CALENDAR_UNKNOWN = {
  code: 'INPUT_CALENDAR_UNKNOWN',
  severity: 'high',
  title: 'Unknown calendars',
  description: (count: number) =>
    `${plural(count, 'task names a calendar', 'tasks name calendars')} that the schedule does not have; taken in its default calendar.`,
  advice: {
    title: 'Send the calendars that tasks name',
    description: 'Send each in calendars with the id that calendar_id has, or correct calendar_id.',
  },
} as const satisfies FindingRow

/** No findings for a schedule without calendars. */
export const calendarFindings = (columns: ScheduleColumns): AdvisedFinding[] =>
  columns.setting === undefined || columns.calendarId.codes.length === 0
    ? []
    : findingsOfRows({ unknown: CALENDAR_UNKNOWN }, { unknown: unknownCalendars(columns) }, columns)

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
