/** A schedule as its catalogue of checks reads it: named values of its tasks, links, assignments and calendars, each made when a check asks for it. */
import type { Counted } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, weekday } from '../../../../../shared/contract/schedule/day.ts'
import { outside } from '../../../../../shared/contract/schedule/exception-layers.ts'
import { type ResourceSpec, specsByCode } from '../../../../../shared/contract/schedule/resources.ts'
import type {
  CalendarException,
  CalendarSpec,
  ScheduleSetting,
} from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { dataMomentOf } from '../../../cpm/data-date.ts'
import { type CpmDates, computeDates } from '../../../cpm/dates.ts'
import { resourceCodes } from '../../../deliverables/assigned.ts'
import { Facts } from '../../../deliverables/facts.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { incompleteTasks } from '../../../population/populations.ts'
import { type TaskStates, taskStates } from '../../../population/task-states.ts'
import { type TotalFloats, totalFloats } from '../../../population/total-floats.ts'
import type { Mapping } from './mapping.ts'

/** A value by row: a number, a day (its number), a flag (1 or 0), NaN where there is none; or a text, empty where there is none. */
export type Values =
  | { readonly kind: 'number' | 'day' | 'flag'; readonly at: (row: number) => number }
  | { readonly kind: 'text'; readonly at: (row: number) => string }

/** Why a value is not known of this schedule: what it needs, behind "requires". */
export class Missing {
  readonly needs: string
  constructor(needs: string) {
    this.needs = needs
  }
}

export interface Measured {
  readonly which: 'current' | 'baseline'
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly statusDay: number
  /** Minutes since 1970 up to which its work is reported; NaN = not known. */
  readonly dataMoment: number
  readonly mapping: Mapping
  readonly network: NetworkContext
  readonly durations: Durations
  /** TF*: supplied, else computed. */
  readonly floats: TotalFloats
  /** Tasks without a baseline have none, rather than a format that has no place for it. */
  readonly isBaselineKnown: boolean
  /** A project file names resources, and their names are their ids here. */
  readonly isOfFile: boolean
  /** The schedule beside it: the baseline of the current one, and the other way round. */
  other: Measured | undefined
  /** Values made so far, by table and name. */
  readonly made: Map<string, Values | Missing>
}

export interface MeasuredRequest {
  readonly which: Measured['which']
  /** Of the request. */
  readonly statusDay: number
  /** From which the open work of this schedule is computed. */
  readonly dataDay: number
  readonly mustFinishDay: number
  readonly mapping: Mapping
  readonly isBaselineKnown: boolean
  readonly isOfFile: boolean
}

export function measured(columns: ScheduleColumns, choice: CalendarChoice, request: MeasuredRequest): Measured {
  const tasks = taskStates(columns)
  const network = networkContext(tasks, choice, request.dataDay, request.mustFinishDay)
  return {
    which: request.which,
    statusDay: request.statusDay,
    dataMoment:
      network.cpm === undefined
        ? dayAt(request.dataDay) * MINUTES_PER_DAY
        : dataMomentOf(network.cpm.prepared, request.dataDay),
    mapping: request.mapping,
    isBaselineKnown: request.isBaselineKnown,
    isOfFile: request.isOfFile,
    columns,
    tasks,
    choice,
    network,
    durations: durationsOf(columns, choice.calendar),
    floats: totalFloats(columns, network.cpm?.result.totalFloat, incompleteTasks(tasks).marks),
    other: undefined,
    made: new Map(),
  }
}

const datesMade = new WeakMap<Measured, CpmDates | undefined>()

/** Dates that the critical-path method gives; undefined where the links form a cycle. */
export function computedDates(of: Measured): CpmDates | undefined {
  if (!datesMade.has(of)) {
    const { cpm } = of.network
    datesMade.set(of, cpm === undefined ? undefined : computeDates(of.columns, cpm.prepared, cpm.result))
  }
  return datesMade.get(of)
}

const factsMade = new WeakMap<Measured, Facts | undefined>()

/** What deliverables say of its tasks; undefined where the links form a cycle. */
export function deliveredFacts(of: Measured): Facts | undefined {
  if (!factsMade.has(of)) {
    const { cpm } = of.network
    factsMade.set(
      of,
      cpm && new Facts(of.columns, of.statusDay, of.choice.calendar, cpm.prepared, cpm.result, computedDates(of)!),
    )
  }
  return factsMade.get(of)
}

/** First and last date of the schedule and of the one beside it: what lies outside is delivered to nobody. Without dates, all days. */
function spanOf(of: Measured): readonly [from: number, to: number] {
  const spans = [of, ...(of.other === undefined ? [] : [of.other])].flatMap(each => {
    const [from, to] = deliveredFacts(each)?.span() ?? [0, -1]
    return from > to ? [] : [[from, to] as const]
  })
  if (spans.length === 0) return [DAY_MIN, DAY_MAX]
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))]
}

export const dayAt = (day: number): number => (day === DAY_ABSENT ? Number.NaN : day)

/** Rows of a table of the schedule, and the task that each is about (-1 = none). */
export interface Rows {
  readonly count: number
  readonly taskOf: (row: number) => number
  /** How many of what it counts a row stands for: the days of an exception. */
  readonly weightOf: (row: number) => number
}
const ONE = (): number => 1

/** Assignments of the tasks, and resources that tasks name without one. */
export interface AssignmentRows extends Rows {
  /** Its place in the columns of assignments; -1 = the task only names the resource. */
  readonly entries: Int32Array
  /** Code of its resource; of a resource that tasks name by id and by name, one code. */
  readonly resources: Uint32Array
  /** By that code. */
  readonly specs: readonly (ResourceSpec | undefined)[]
}

const assignmentRowsMade = new WeakMap<ScheduleColumns, AssignmentRows>()

export function assignmentRows({ columns }: Measured): AssignmentRows {
  const rows = assignmentRowsMade.get(columns) ?? makeAssignmentRows(columns)
  assignmentRowsMade.set(columns, rows)
  return rows
}

function makeAssignmentRows(columns: ScheduleColumns): AssignmentRows {
  const { assignments, resources: named, taskCount } = columns
  const specs = specsByCode(columns)
  const codeOf = resourceCodes(specs)
  const most = (assignments?.resource.length ?? 0) + named.codes.length
  const [tasks, entries, resources] = [zeros(Int32Array, most), zeros(Int32Array, most), zeros(Uint32Array, most)]
  // entry c: the last task that has the resource, plus 1
  const lastOf = zeros(Uint32Array, specs.length)
  let count = 0
  const add = (task: number, entry: number, code: number): void => {
    tasks[count] = task
    entries[count] = entry
    resources[count] = code
    lastOf[code] = task + 1
    count++
  }
  for (let task = 0; task < taskCount; task++) {
    for (let k = assignments?.start[task] ?? 0; k < (assignments?.start[task + 1] ?? 0); k++)
      add(task, k, codeOf[assignments!.resource[k]])
    for (let k = named.start[task] ?? 0; k < (named.start[task + 1] ?? 0); k++)
      if (lastOf[codeOf[named.codes[k]]] !== task + 1) add(task, -1, codeOf[named.codes[k]])
  }
  return { count, taskOf: row => tasks[row], weightOf: ONE, entries, resources, specs }
}

const rowsMade = new WeakMap<Measured, Map<Counted, Rows>>()

export function rowsOf(of: Measured, table: Counted): Rows {
  const made = rowsMade.get(of) ?? new Map<Counted, Rows>()
  rowsMade.set(of, made)
  const rows = made.get(table) ?? makeRows(of, table)
  made.set(table, rows)
  return rows
}

function makeRows(of: Measured, table: Counted): Rows {
  const { columns } = of
  if (table === 'tasks') return { count: columns.taskCount, taskOf: row => row, weightOf: ONE }
  if (table === 'links') return byTask(columns.links.start)
  if (table === 'assignments') return assignmentRows(of)
  const { setting } = columns
  if (table === 'calendars') return { count: setting?.calendars.length ?? 0, taskOf: () => -1, weightOf: ONE }
  const rows = exceptionRows(of)
  const weightOf = (row: number): number => rows[row].lastDay - rows[row].firstDay + 1
  return { count: rows.length, taskOf: () => -1, weightOf }
}

/** Rows that tasks have by CSR. */
function byTask(start: Uint32Array): Rows {
  const count = start.length === 0 ? 0 : start[start.length - 1]
  const taskOf = zeros(Int32Array, count)
  for (let i = 0; i + 1 < start.length; i++) taskOf.fill(i, start[i], start[i + 1])
  return { count, taskOf: row => taskOf[row], weightOf: ONE }
}

/** Of two schedules, rows of the one that stand for what the other has, too: calendars that both have alike, and their exceptions. */
export function rowsAlike(of: Measured, table: Counted): (row: number) => boolean {
  const own = of.columns.setting
  const others = of.other?.columns.setting
  if (own === undefined || others === undefined || (table !== 'calendars' && table !== 'exceptions')) return () => false
  const alike = calendarsAlike(own, others)
  if (table === 'calendars') return row => alike.has(own.calendars[row])
  const rows = exceptionRows(of)
  return row => alike.has(rows[row].calendar)
}

// Calendars and their exceptions as the data model of the DOE has them: one list for all schedules, in it one exception for each day that a calendar names,
// and several where it names a day several times. A run of days is one row with its length, so that a run of years costs no more than a day.

export interface ExceptionRow extends CalendarException {
  readonly calendar: CalendarSpec
  /** The calendar has another exception for each of these days. */
  readonly isRepeated: boolean
}

const exceptionsMade = new WeakMap<Measured, readonly ExceptionRow[]>()

/** Those between the first and the last date. */
export function exceptionRows(of: Measured): readonly ExceptionRow[] {
  const rows = exceptionsMade.get(of) ?? within(spanOf(of), of.columns.setting?.calendars.flatMap(rowsOfCalendar) ?? [])
  exceptionsMade.set(of, rows)
  return rows
}

const within = <Row extends CalendarException>([from, to]: readonly [number, number], rows: readonly Row[]): Row[] =>
  rows
    .filter(({ firstDay, lastDay }) => firstDay <= to && lastDay >= from)
    .map(row => ({ ...row, firstDay: Math.max(row.firstDay, from), lastDay: Math.min(row.lastDay, to) }))

/** Days of the week with work on which an exception has none, between the first and the last date. */
export function daysOff(of: Measured, { exceptions, week }: CalendarSpec): number {
  const free = exceptions.filter(({ shifts }) => shifts.length === 0)
  const days = (from: number, to: number): number => {
    let count = 0
    for (let day = from; day <= to; day++) if (week[weekday(day) - 1].length > 0) count++
    return count
  }
  const perWeek = days(0, 6)
  return within(spanOf(of), free).reduce((sum, { firstDay, lastDay }) => {
    const weeks = Math.floor((lastDay - firstDay + 1) / 7)
    return sum + weeks * perWeek + days(firstDay + 7 * weeks, lastDay)
  }, 0)
}

function rowsOfCalendar(calendar: CalendarSpec): ExceptionRow[] {
  const { exceptions, repeated = [] } = calendar
  const rowOf = (isRepeated: boolean) => (each: CalendarException) => ({ ...each, calendar, isRepeated })
  return [...repeated.map(rowOf(true)), ...outside(merged(repeated), exceptions).map(rowOf(false))]
}

/** Their days, ascending and apart. */
function merged(list: readonly CalendarException[]): CalendarException[] {
  const days: { -readonly [Name in keyof CalendarException]: CalendarException[Name] }[] = []
  for (const each of list.toSorted((a, b) => a.firstDay - b.firstDay)) {
    const last = days.at(-1)
    if (last !== undefined && each.firstDay <= last.lastDay) last.lastDay = Math.max(last.lastDay, each.lastDay)
    else days.push({ ...each })
  }
  return days
}

/** Calendars of a schedule that the other one has alike, by the name that both know them by. Equal working times of one request are one value. */
function calendarsAlike(own: ScheduleSetting, other: ScheduleSetting): ReadonlySet<CalendarSpec> {
  const byName = Map.groupBy(other.calendars, nameOf)
  return new Set(own.calendars.filter(each => byName.get(nameOf(each))?.some(known => isAlike(each, known))))
}

const nameOf = ({ id, name }: CalendarSpec): string => name ?? id

const isAlike = (a: CalendarSpec, b: CalendarSpec): boolean =>
  a === b ||
  (a.minutesPerDay === b.minutesPerDay &&
    a.exceptions === b.exceptions &&
    a.week.every((shifts, d) => shifts === b.week[d]) &&
    JSON.stringify(a.repeated) === JSON.stringify(b.repeated))
