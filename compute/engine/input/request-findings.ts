/**
 * What the request itself gives reason to ask, in every analysis alike: members that were not read, and percents that look like
 * fractions of one. These findings stand behind those of the analysis and touch neither its score nor its data.
 */

import type { ColumnName } from '../../../shared/schedule/column-rows.ts'
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { cut } from '../../../shared/schedule/cut-text.ts'
import { TASK_FIELDS } from '../../../shared/schedule/fields.ts'
import { textAt } from '../../../shared/schedule/text.ts'
import { guessOf } from '../calendar/choice.ts'
import { EVIDENCE_DURATION_DAYS_MIN } from '../calendar/work-weeks.ts'
import { type Analyser, type AnalysisInput, FINDING_TASKS_MAX, type Finding, isRefusal } from '../result/result.ts'
import { figure } from '../wording/figure.ts'
import { plural } from '../wording/plural.ts'
import { ofAll, shareText } from '../wording/shares.ts'
import { listed } from '../wording/tasks.ts'
import { weekText } from '../wording/week.ts'

/** From this share of the durations on a guess of the calendar is no more than worth knowing. */
const SURE_SHARE = 0.9

/** Code of the finding about members of the request that were not read. */
export const IGNORED_FIELDS = 'INPUT_IGNORED_FIELDS'

/** Members that a sentence names before it says how many more there are. */
const NAMED_MAX = 5

const PERCENTS = TASK_FIELDS.filter(({ unit }) => unit === 'percent').map(({ name, column }) => ({
  name,
  column: column as ColumnName & keyof ScheduleColumns,
}))

/** The analyser, and behind its findings those about the request. columns: those of a task that it reads, all unless given. */
export const withInputFindings =
  (analyser: Analyser, columns?: readonly ColumnName[]): Analyser =>
  (input, context) => {
    const result = analyser(input, context)
    if (isRefusal(result)) return result
    const found = inputFindings(input, columns)
    return found.length === 0 ? result : { ...result, findings: [...result.findings, ...found] }
  }

const inputFindings = (input: AnalysisInput, columns: readonly ColumnName[] | undefined): Finding[] => [
  ...calendarFinding(input),
  ...ignoredFinding(input),
  ...PERCENTS.filter(({ column }) => columns?.includes(column) !== false).flatMap(({ name, column }) =>
    fractionFinding(input, name, column),
  ),
]

const LONG_ENOUGH = {
  one: `task of ${EVIDENCE_DURATION_DAYS_MIN} days or more`,
  many: `tasks of ${EVIDENCE_DURATION_DAYS_MIN} days or more`,
}

const WEEK_DAYS = 7

/** The calendar that the analysis guessed, since the request gave none, and what speaks for and against it. */
function calendarFinding({ schedules }: AnalysisInput): Finding[] {
  const choice = [...schedules.values()].map(guessOf).find(each => each !== undefined)
  if (choice?.guess === undefined) return []
  const { workDays, evidenceFor, evidenceAgainst, guess } = choice
  const { evidenceCount, dateCount, datesOff } = guess
  const isSure = evidenceFor >= SURE_SHARE * evidenceCount && evidenceCount > 0 && datesOff === 0
  const week = weekText(workDays)
  const days = workDays.length === WEEK_DAYS ? 'calendar days' : 'working days'
  const fits =
    evidenceCount === 0
      ? `No task of ${EVIDENCE_DURATION_DAYS_MIN} days or more has dates that would tell.`
      : `${shareText(evidenceFor, evidenceCount, [LONG_ENOUGH.one, LONG_ENOUGH.many])}, ${evidenceFor === 1 ? 'has a duration that fits its' : 'have durations that fit their'} dates in that week, ${plural(evidenceAgainst, 'task')} in the next best week.`
  const off =
    datesOff === 0
      ? ''
      : ` ${shareText(datesOff, dateCount, ['start or finish', 'starts and finishes'])}, ${datesOff === 1 ? 'lies' : 'lie'} on its days off.`
  return [
    {
      code: 'INPUT_CALENDAR_GUESSED',
      severity: isSure ? 'info' : 'low',
      title: 'The calendar was guessed',
      description: `The request gives no calendar, so durations, lags and floats were taken as ${days}, ${week}, without holidays. ${fits}${off} Send calendar with work_days and holidays to be sure of dates and floats.`,
      task_ids: [],
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
  // those that somebody probably meant to send come first
  const fields = [...ignoredFields].sort((a, b) => Number(meant(a) === null) - Number(meant(b) === null))
  const shown = fields
    .slice(0, NAMED_MAX)
    .map(field => (meant(field) === null ? field : `${field} (did you mean ${meant(field)}?)`))
  return [
    {
      code: IGNORED_FIELDS,
      severity: fields.some(field => meant(field) !== null) ? 'medium' : 'info',
      title: 'Members of the request were not read',
      description: `${plural(count, 'member of the request has a name', 'members of the request have names')} that nothing here is called by, so what they say is not in the result: ${listed(shown, count)}.`,
      task_ids: [],
      count,
      evidence: { fields: fields.map(field => ({ field, did_you_mean: meant(field) })) },
    },
  ]
}

/** Percents that are all between 0 and 1, some of them neither: 0.4 is read as 0.4 %, and 40 % was probably meant. */
function fractionFinding(input: AnalysisInput, name: string, column: (typeof PERCENTS)[number]['column']): Finding[] {
  const tasks: string[] = []
  let example = 0
  let givenCount = 0
  let count = 0
  for (const columns of input.schedules.values()) {
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
      description: `No ${name} of the request is above 1, and ${ofAll(count, givenCount, 'value lies', 'values lie')} between 0 and 1, such as ${figure(example)} of task ${cut(tasks[0])}, which was read as ${figure(example)} %. If ${figure(100 * example)} % was meant, send percents from 0 to 100.`,
      task_ids: tasks,
      count,
      evidence: { field: name, given_count: givenCount },
    },
  ]
}
