/**
 * Findings about the request itself, the same in every analysis: a guessed calendar, members and scheduling options that were not read, lags and
 * resume dates that need calendars, and percents that look like fractions of one. They follow the findings of the analysis and change neither its score nor its data.
 */
import type { ColumnName } from '../../../shared/contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import { type CalendarChoice, guessOf } from '../calendar/choice.ts'
import { EVIDENCE_DURATION_DAYS_MIN } from '../calendar/work-weeks.ts'
import type { Method } from '../check/method.ts'
import { type Analyser, type AnalysisInput, FINDING_TASKS_MAX, type Finding, isRefusal } from '../result/result.ts'
import { weekText } from '../wording/days.ts'
import { figure, plural } from '../wording/numbers.ts'
import { ofAll, shareText } from '../wording/shares.ts'
import { listed } from '../wording/tasks.ts'
import { unreadOptions } from './unread-options.ts'
import { withoutCalendars } from './without-calendars.ts'

/** If at least this share of the durations fits the guessed calendar, the finding only informs. */
const SURE_SHARE = 0.9

/** Code of the finding about members of the request that were not read. */
export const IGNORED_FIELDS = 'INPUT_IGNORED_FIELDS'

/** Members named in a sentence; of further ones it gives the count. */
const NAMED_MAX = 5

const PERCENTS = TASK_FIELDS.filter(({ unit }) => unit === 'percent').map(({ name, column }) => ({
  name,
  column: column as ColumnName & keyof ScheduleColumns,
}))

/** The analyser with the findings about the request behind its own. columns: columns of a task that it reads; default: all. */
export function withInputFindings(
  { analyser, waitsToResume = false }: Pick<Method, 'analyser' | 'waitsToResume'>,
  columns?: readonly ColumnName[],
): Analyser {
  const percents = PERCENTS.filter(({ column }) => columns?.includes(column) !== false)
  return (input, context) => {
    const result = analyser(input, context)
    if (isRefusal(result)) return result
    const found = [
      ...calendarFinding(input),
      ...ignoredFinding(input),
      ...unreadOptions(input),
      ...withoutCalendars(input, waitsToResume, columns),
    ]
    for (const { name, column } of percents) found.push(...fractionFinding(input, name, column))
    return found.length === 0 ? result : { ...result, findings: [...result.findings, ...found] }
  }
}

const EVIDENCE_TASKS = [
  `task of ${EVIDENCE_DURATION_DAYS_MIN} days or more`,
  `tasks of ${EVIDENCE_DURATION_DAYS_MIN} days or more`,
] as const
const WEEK_DAYS = 7

/** The calendar that was guessed because the request has none, with the evidence for and against it. */
function calendarFinding({ schedules }: AnalysisInput): Finding[] {
  let choice: CalendarChoice | undefined
  for (const columns of schedules.values()) choice ??= guessOf(columns)
  if (choice?.guess === undefined) return []
  const { workDays, evidenceFor, evidenceAgainst, guess } = choice
  const { evidenceCount, dateCount, datesOff } = guess
  const isSure = evidenceFor >= SURE_SHARE * evidenceCount && evidenceCount > 0 && datesOff === 0
  const days = workDays.length === WEEK_DAYS ? 'calendar days' : 'working days'
  const fits =
    evidenceCount === 0
      ? `No task of ${EVIDENCE_DURATION_DAYS_MIN} days or more has dates that show the work week.`
      : `${shareText(evidenceFor, evidenceCount, EVIDENCE_TASKS)}, ${evidenceFor === 1 ? 'has a duration that fits its' : 'have durations that fit their'} dates in that week, ${plural(evidenceAgainst, 'task')} in the next best week.`
  const off =
    datesOff === 0
      ? ''
      : ` ${shareText(datesOff, dateCount, ['start or finish', 'starts and finishes'])}, ${datesOff === 1 ? 'lies' : 'lie'} on its days off.`
  return [
    {
      code: 'INPUT_CALENDAR_GUESSED',
      severity: isSure ? 'info' : 'low',
      title: 'The calendar was guessed',
      description: `The request gives no calendar, so durations, lags and floats were taken as ${days}, ${weekText(workDays)}, without holidays. ${fits}${off} Send calendar with work_days and holidays to be sure of dates and floats.`,
      task_ids: [],
      task_names: undefined,
      count: 1,
      evidence: {
        work_days: workDays,
        evidence_for: evidenceFor,
        evidence_against: evidenceAgainst,
        evidence_count: evidenceCount,
        dates_on_days_off: datesOff,
        date_count: dateCount,
      },
    },
  ]
}

function ignoredFinding({ ignoredFields, meantFields }: AnalysisInput): Finding[] {
  const count = ignoredFields.length
  if (count === 0) return []
  const meant = (field: string): string | null => meantFields[field] ?? null
  // fields with a suggestion come first
  const fields = [...ignoredFields].sort((a, b) => Number(meant(a) === null) - Number(meant(b) === null))
  const shown = fields
    .slice(0, NAMED_MAX)
    .map(field => (meant(field) === null ? field : `${field} (did you mean ${meant(field)!}?)`))
  return [
    {
      code: IGNORED_FIELDS,
      severity: fields.some(field => meant(field) !== null) ? 'medium' : 'info',
      title: 'Members of the request were not read',
      description: `${plural(count, 'member of the request has a name', 'members of the request have names')} that this analysis does not know, so the result leaves ${count === 1 ? 'it' : 'them'} out: ${listed(shown, count)}.`,
      task_ids: [],
      count,
      evidence: { fields: fields.map(field => ({ field, did_you_mean: meant(field) })) },
    },
  ]
}

const fractionsText = (name: string, share: string, example: number, task: string, meant: number) =>
  `No ${name} of the request is above 1, and ${share} between 0 and 1, such as ${example} of task ${task}, which was read as ${example} %. If ${meant} % was meant, send percents from 0 to 100.`

/** All percents lie from 0 to 1 and some are neither 0 nor 1: 0.4 is read as 0.4 %, but 40 % was probably meant. */
function fractionFinding(input: AnalysisInput, name: string, column: (typeof PERCENTS)[number]['column']): Finding[] {
  const tasks: string[] = []
  let example = 0
  let givenCount = 0
  let count = 0
  for (const columns of input.schedules.values()) {
    if (!hasColumn(columns, column)) continue
    const values = columns[column] as Float64Array
    for (let task = 0; task < columns.taskCount; task++) {
      const value = values[task]
      if (Number.isNaN(value)) continue
      if (value < 0 || value > 1) return []
      givenCount++
      if (value === 0 || value === 1) continue
      if (count++ === 0) example = value
      if (tasks.length < FINDING_TASKS_MAX) tasks.push(textAt(columns.id, task))
    }
  }
  if (count === 0) return []
  return [
    {
      code: 'INPUT_PERCENT_FRACTIONS',
      severity: 'medium',
      title: 'Percents that look like fractions',
      description: fractionsText(
        name,
        ofAll(count, givenCount, 'value lies', 'values lie'),
        figure(example),
        cut(tasks[0]),
        figure(100 * example),
      ),
      task_ids: tasks,
      count,
      evidence: { field: name, given_count: givenCount },
    },
  ]
}
