/**
 * Findings about the request itself, the same in every analysis: a guessed calendar, members and scheduling options that were not read, and
 * percents that look like fractions of one. They follow the findings of the analysis and change neither its score nor its data.
 */

import type { ColumnName } from '../../../shared/contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../shared/contract/schedule/cut-text.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { type CalendarChoice, guessOf } from '../calendar/choice.ts'
import { EVIDENCE_DURATION_DAYS_MIN } from '../calendar/work-weeks.ts'
import { type Analyser, type AnalysisInput, FINDING_TASKS_MAX, type Finding, isRefusal } from '../result/result.ts'
import { figure } from '../wording/figure.ts'
import { ofAll, shareText } from '../wording/shares.ts'
import { listed } from '../wording/tasks.ts'
import { weekText } from '../wording/week.ts'
import { unreadOptions } from './unread-options.ts'
import { WORDS } from './words.ts'

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
export function withInputFindings(analyser: Analyser, columns?: readonly ColumnName[]): Analyser {
  const percents = PERCENTS.filter(({ column }) => columns?.includes(column) !== false)
  return (input, context) => {
    const result = analyser(input, context)
    if (isRefusal(result)) return result
    const found = [...calendarFinding(input), ...ignoredFinding(input), ...unreadOptions(input)]
    for (const { name, column } of percents) found.push(...fractionFinding(input, name, column))
    return found.length === 0 ? result : { ...result, findings: [...result.findings, ...found] }
  }
}

const EVIDENCE_TASKS = WORDS.calendarGuessed.tasks(EVIDENCE_DURATION_DAYS_MIN)
const WEEK_DAYS = 7

/** The calendar that was guessed because the request has none, with the evidence for and against it. */
function calendarFinding({ schedules }: AnalysisInput): Finding[] {
  let choice: CalendarChoice | undefined
  for (const columns of schedules.values()) choice ??= guessOf(columns)
  if (choice?.guess === undefined) return []
  const { workDays, evidenceFor, evidenceAgainst, guess } = choice
  const { evidenceCount, dateCount, datesOff } = guess
  const isSure = evidenceFor >= SURE_SHARE * evidenceCount && evidenceCount > 0 && datesOff === 0
  const words = WORDS.calendarGuessed
  const days = workDays.length === WEEK_DAYS ? words.calendarDays : words.workingDays
  const fits =
    evidenceCount === 0
      ? words.noEvidence(EVIDENCE_DURATION_DAYS_MIN)
      : words.fits(shareText(evidenceFor, evidenceCount, EVIDENCE_TASKS), evidenceFor, evidenceAgainst)
  const off = datesOff === 0 ? '' : words.datesOff(shareText(datesOff, dateCount, words.dates), datesOff)
  return [
    {
      code: 'INPUT_CALENDAR_GUESSED',
      severity: isSure ? 'info' : 'low',
      title: words.title,
      description: words.description(days, weekText(workDays), fits, off),
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
    .map(field => (meant(field) === null ? field : WORDS.ignoredFields.didYouMean(field, meant(field)!)))
  return [
    {
      code: IGNORED_FIELDS,
      severity: fields.some(field => meant(field) !== null) ? 'medium' : 'info',
      title: WORDS.ignoredFields.title,
      description: WORDS.ignoredFields.description(count, listed(shown, count)),
      task_ids: [],
      count,
      evidence: { fields: fields.map(field => ({ field, did_you_mean: meant(field) })) },
    },
  ]
}

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
      title: WORDS.percentFractions.title,
      description: WORDS.percentFractions.description(
        name,
        ofAll(count, givenCount, ...WORDS.percentFractions.values),
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
