/**
 * What only calendars give its effect, in schedules that have none: a lag round the clock counts in days of the one calendar of all tasks, and what was
 * suspended goes on at the data date. Both would need a pass by the clock, so they are told.
 */
import type { ColumnName } from '../../../shared/contract/schedule/column-rows.ts'
import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { formatDependency } from '../../../shared/contract/schedule/dependency.ts'
import { ID_LENGTH_MAX, RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { memberAt } from '../../../shared/contract/schedule/settings-of-input.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import { guessOf } from '../calendar/choice.ts'
import { worstFirst } from '../ids/id-order.ts'
import { actsInProgress } from '../kind/constraint-types.ts'
import { IN_PROGRESS, stateOf } from '../population/progress.ts'
import { dayOf } from '../result/options.ts'
import { type AnalysisInput, FINDING_TASKS_MAX, type Finding } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'
import { listed } from '../wording/tasks.ts'

/** Links or tasks named in a sentence. */
const NAMED_MAX = 3
const WEEK_DAYS = 7

/** columns: those that the analysis reads; absent: all. */
export function withoutCalendars(
  input: AnalysisInput,
  waitsToResume: boolean,
  columns?: readonly ColumnName[],
): Finding[] {
  const isRead = (column: ColumnName): boolean => columns?.includes(column) !== false
  const schedules = [...input.schedules].filter(([, { setting }]) => setting === undefined)
  return [
    ...(isRead('elapsedLags') ? elapsedLags(input, schedules) : []),
    ...(isRead('resumeDate') && !waitsToResume ? suspensions(input, schedules) : []),
  ]
}

type Schedules = readonly (readonly [path: string, columns: ScheduleColumns])[]

/** What a day of a lag is. exact: a day of the calendar, as the lag means it. unknown: nothing says which days are worked on. */
type LagDay = 'exact' | 'working' | 'unknown'

interface Week {
  readonly work_days: readonly number[]
  readonly holidays?: readonly string[] | null
}

function lagDayOf({ params, schedules }: AnalysisInput): LagDay {
  const { calendar } = params as { readonly calendar?: 'calendar_days' | 'working_days' | Week | null }
  if (calendar === 'calendar_days') return 'exact'
  if (calendar === 'working_days') return 'working'
  if (calendar !== undefined && calendar !== null)
    return new Set(calendar.work_days).size === WEEK_DAYS && (calendar.holidays ?? []).length === 0
      ? 'exact'
      : 'working'
  for (const [path, columns] of schedules) {
    const choice = guessOf(columns)
    if (choice?.guess === undefined) continue
    if (choice.workDays.length < WEEK_DAYS) return 'working'
    return choice.guess.dateCount === 0 && statusDayOf(params, path) === DAY_ABSENT ? 'unknown' : 'exact'
  }
  // the analysis needed no calendar
  return 'exact'
}

/** The day that the container of a schedule is dated. */
function statusDayOf(params: AnalysisInput['params'], path: string): number {
  const container = memberAt(params, path.split('.').slice(0, -1)) ?? {}
  const options = memberAt(params, ['options']) ?? {}
  const { status_date, snapshot_date, baseline_date } = container
  return dayOf(status_date ?? snapshot_date ?? baseline_date ?? options.status_date)
}

interface ElapsedLink {
  readonly predecessor_id: string
  readonly task_id: string
  readonly type: (typeof RELATION_TYPES)[number]
  readonly lag_days: number
}

const COUNTED: Readonly<Record<Exclude<LagDay, 'exact'>, string>> = {
  working: 'Here each was counted in working days of the one calendar',
  unknown: 'Here each was counted in days like all durations, since no date says which days are worked on',
}

const inSchedules = (count: number): string => (count > 1 ? ` in ${count} schedules` : '')

function elapsedLags(input: AnalysisInput, schedules: Schedules): Finding[] {
  const found = schedules.filter(([, columns]) => columns.elapsedLags.includes(1))
  if (found.length === 0) return []
  const lagDay = lagDayOf(input)
  if (lagDay === 'exact') return []
  let count = 0
  const links = new Map<string, ElapsedLink>()
  for (const [, columns] of found) {
    const successors = successorsOf(columns)
    count += successors.reduce((sum, s) => sum + elapsedInto(columns, s).length, 0)
    for (const s of worstFirst(columns.id, successors, undefined, FINDING_TASKS_MAX))
      for (const link of elapsedInto(columns, s)) links.set(JSON.stringify(Object.values(link)), link)
  }
  if (count === 0) return []
  const shown = byId([...links.values()], link => [link.task_id, ...Object.values(link)].join('\0'))
  const named = shown.slice(0, NAMED_MAX).map(linkText)
  return [
    {
      code: 'INPUT_ELAPSED_LAGS',
      severity: lagDay === 'working' ? 'medium' : 'low',
      title: 'Lags round the clock were counted in days of the schedule',
      description: `${plural(count, 'link', 'links')}${inSchedules(found.length)} ${count === 1 ? 'has a lag' : 'have lags'} round the clock (lag_elapsed, or "2ed"), which only a schedule with calendars counts so. ${COUNTED[lagDay]}: ${listed(named, count)}. Send calendars to have the days off count in these lags.`,
      task_ids: [...new Set(shown.map(({ task_id }) => task_id))].slice(0, FINDING_TASKS_MAX),
      count,
      evidence: { counted_as: `${lagDay}_days`, links: shown.map(link => ({ ...link })) },
    },
  ]
}

const isElapsed = ({ links, elapsedLags }: ScheduleColumns, k: number): boolean =>
  elapsedLags[k] === 1 && links.task[k] >= 0 && links.lagDays[k] !== 0

function successorsOf(columns: ScheduleColumns): number[] {
  const { start } = columns.links
  const successors: number[] = []
  for (let s = 0; s < columns.taskCount; s++)
    for (let k = start[s]; k < start[s + 1]; k++)
      if (isElapsed(columns, k)) {
        successors.push(s)
        break
      }
  return successors
}

function elapsedInto(columns: ScheduleColumns, s: number): ElapsedLink[] {
  const { id, links } = columns
  const into: ElapsedLink[] = []
  for (let k = links.start[s]; k < links.start[s + 1]; k++)
    if (isElapsed(columns, k))
      into.push({
        predecessor_id: shownId(id, links.task[k]),
        task_id: shownId(id, s),
        type: RELATION_TYPES[links.type[k]],
        lag_days: links.lagDays[k],
      })
  return into
}

/** An open row reads ids of any length. */
const shownId = (ids: TextColumn, task: number): string => cut(textAt(ids, task), ID_LENGTH_MAX)

const linkText = ({ predecessor_id, task_id, type, lag_days }: ElapsedLink): string =>
  `${task_id} after ${formatDependency({ id: predecessor_id, type, lagDays: lag_days })}`

/** The first of them by id, so that the order of the input decides nothing. */
const byId = <Of>(all: readonly Of[], idOf: (one: Of) => string): readonly Of[] =>
  [...all].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).slice(0, FINDING_TASKS_MAX)

/** Work in progress that is to be resumed after the data date, and whose end a constraint holds: without calendars it waits for one of the two. A suspension without such a date moves nothing by the clock, either. */
function suspensions({ params }: AnalysisInput, schedules: Schedules): Finding[] {
  let count = 0
  let scheduleCount = 0
  const ids = new Set<string>()
  for (const [path, columns] of schedules) {
    if (!hasColumn(columns, 'resumeDate')) continue
    const { resumeDate, constraintType, constraintDate, taskCount, id } = columns
    const statusDay = statusDayOf(params, path)
    const isHeld = (i: number): boolean =>
      resumeDate[i] !== DAY_ABSENT && actsInProgress(constraintType[i] ?? 0) && constraintDate[i] !== DAY_ABSENT
    const waiting: number[] = []
    for (let i = 0; i < taskCount; i++)
      if (resumeDate[i] > statusDay && isHeld(i) && stateOf(columns, i) === IN_PROGRESS) waiting.push(i)
    if (waiting.length === 0) continue
    scheduleCount++
    count += waiting.length
    for (const i of worstFirst(id, waiting, undefined, FINDING_TASKS_MAX)) ids.add(shownId(id, i))
  }
  if (count === 0) return []
  const shown = byId([...ids], each => each)
  return [
    {
      code: 'INPUT_RESUME_UNREAD',
      severity: 'medium',
      title: 'Resume dates of suspended work were not read',
      description: `${plural(count, 'task', 'tasks')}${inSchedules(scheduleCount)} in progress ${count === 1 ? 'is' : 'are'} to be resumed after the data date and ${count === 1 ? 'has' : 'have'} a constraint on the finish, and only a schedule with calendars waits for both. The critical path keeps the constraint, and lets what is left go on at the data date: ${listed(shown.slice(0, NAMED_MAX), count)}. Send calendars, or a remaining duration that holds the wait.`,
      task_ids: shown,
      count,
      evidence: { fields: ['suspend_date', 'resume_date'] },
    },
  ]
}
