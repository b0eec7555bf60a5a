/** The fields of a task that a call can request, by name: given by the schedule, or computed. */
import { DRIVERS } from '../../../shared/contract/analysis/cpm/words.ts'
import { codeEntries } from '../../../shared/contract/schedule/codes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { formatMoment } from '../../../shared/contract/schedule/time-of-day.ts'
import type { TaskFactName } from '../../../shared/contract/tools/task-fact-names.ts'
import { OFFSET_DECIMALS } from '../calendar/snap.ts'
import { COMPLETE, IN_PROGRESS } from '../population/progress.ts'
import type { Plain } from '../summary/plain.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import type { ComputedSchedule } from './computed-schedule.ts'

type Fact = (task: number) => Plain
type FactOf = (schedule: ComputedSchedule) => Fact

const number =
  (values: Float64Array): Fact =>
  i =>
    Number.isNaN(values[i]) ? null : roundHalfAway(values[i], OFFSET_DECIMALS)

const day =
  (values: Int32Array): Fact =>
  i =>
    values[i] === DAY_ABSENT ? null : formatDay(values[i])

const coded =
  ({ codes, values }: ScheduleColumns['wbsCode']): Fact =>
  i =>
    codes[i] === 0 ? null : textAt(values, codes[i] - 1)

const computedDate =
  (name: 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish'): FactOf =>
  ({ days }) => {
    const { moments } = days
    if (moments === undefined) return day(days[name])
    return i => (Number.isNaN(moments[name][i]) ? null : formatMoment(moments[name][i]))
  }

const own =
  (make: (columns: ScheduleColumns) => Fact): FactOf =>
  ({ columns }) =>
    make(columns)

function stateText({ prepared }: ComputedSchedule, i: number): 'complete' | 'in_progress' | 'not_started' {
  const state = prepared.input.state[i]
  return state === COMPLETE ? 'complete' : state === IN_PROGRESS ? 'in_progress' : 'not_started'
}

/** "A1030 FS+2 d (Pour)": the other end of link k of the network. */
export function linkText({ columns, network }: ComputedSchedule, other: number, k: number): string {
  const lag = network.lagDays[k]
  const days = lag === 0 ? '' : `${lag > 0 ? '+' : '-'}${roundHalfAway(Math.abs(lag), 2)} d`
  const name = textAt(columns.name, other)
  return `${textAt(columns.id, other)} ${RELATION_TYPES[network.type[k]]}${days}${name === '' ? '' : ` (${name})`}`
}

const predecessors: FactOf = schedule => i => {
  const { start, task } = schedule.network
  const links: string[] = []
  for (let k = start[i]; k < start[i + 1]; k++) links.push(linkText(schedule, task[k], k))
  return links
}

const successors: FactOf = schedule => i => {
  const { start, task, link } = schedule.successors
  const links: string[] = []
  for (let at = start[i]; at < start[i + 1]; at++) links.push(linkText(schedule, task[at], link[at]))
  return links
}

/** Code of "true" in a column of kind boolean. */
const TRUE = 2

/** Everything beside its links that holds a task, "SNET 2026-03-02, deadline 2026-04-30"; null = nothing. Tools differ in what they read: what moves no date is left out. */
function constraint(columns: ScheduleColumns): Fact {
  const { constraintType, secondaryConstraintType, manuallyScheduled, setting } = columns
  const rules = setting?.rules
  const typed = (types: Uint8Array, dates: Int32Array): Fact => {
    const date = day(dates)
    return i => {
      const type = CONSTRAINT_TYPES[(types[i] ?? 0) - 1]
      return type === undefined ? null : [type, date(i)].filter(Boolean).join(' ')
    }
  }
  const named = (name: string, dates: Int32Array, isRead = true): Fact => {
    const date = day(dates)
    return i => (isRead && i < dates.length && dates[i] !== DAY_ABSENT ? `${name} ${date(i)}` : null)
  }
  const isExternalRead = rules?.ignoreExternalDates !== true
  const facts: readonly Fact[] = [
    typed(constraintType, columns.constraintDate),
    typed(secondaryConstraintType, columns.secondaryConstraintDate),
    named('expected finish', columns.expectedFinish, rules?.useExpectedFinish === true),
    named('deadline', columns.deadline),
    named('external early start', columns.externalEarlyStart, isExternalRead),
    named('external late finish', columns.externalLateFinish, isExternalRead),
    i => (manuallyScheduled[i] === TRUE ? 'scheduled by hand' : null),
  ]
  return i => facts.flatMap(fact => fact(i) ?? []).join(', ') || null
}

/** Name of the calendar, or its id. */
function calendar({ calendarId, setting }: ScheduleColumns): Fact {
  const id = coded(calendarId)
  const specs = setting?.calendars ?? []
  const names = new Map(specs.map(spec => [spec.id, spec.name ?? spec.id]))
  const project = setting === undefined ? null : (specs[setting.defaultCalendar]?.name ?? null)
  return i => {
    const given = id(i) as string | null
    return given === null ? project : (names.get(given) ?? given)
  }
}

function resources({ resources: { start, codes, values } }: ScheduleColumns): Fact {
  return i => Array.from(codes.subarray(start[i], start[i + 1]), code => textAt(values, code))
}

/** "Name=Value" of each activity code and custom field, as a filter takes them. */
function codes({ codes: column }: ScheduleColumns): Fact {
  const entries = codeEntries(column).map(([name, value]) => `${name}=${value}`)
  return i => Array.from(column.codes.subarray(column.start[i] ?? 0, column.start[i + 1] ?? 0), code => entries[code]!)
}

const mark =
  (values: Uint8Array): Fact =>
  i =>
    values[i] === 1

const FACTS: Readonly<Record<TaskFactName, FactOf>> = {
  id: own(
    ({ id }) =>
      i =>
        textAt(id, i),
  ),
  name: own(
    ({ name }) =>
      i =>
        textAt(name, i) || null,
  ),
  state: schedule => i => stateText(schedule, i),
  start: computedDate('earlyStart'),
  finish: computedDate('earlyFinish'),
  total_float_days: ({ result }) => number(result.totalFloat),
  free_float_days: ({ result }) => number(result.freeFloat),
  drag_days: ({ drag }) => number(drag),
  late_start: computedDate('lateStart'),
  late_finish: computedDate('lateFinish'),
  is_critical: ({ result }) => mark(result.critical),
  is_on_longest_path: ({ result }) => mark(result.onLongestPath),
  driver:
    ({ drivers }) =>
    i =>
      DRIVERS[drivers.driver[i]] ?? null,
  duration_days: ({ prepared }) => number(prepared.durationDays),
  remaining_days: ({ prepared }) => number(prepared.input.remainingDays),
  percent_complete: own(({ percentComplete }) => number(percentComplete)),
  actual_start: own(({ actualStart }) => day(actualStart)),
  actual_finish: own(({ actualFinish }) => day(actualFinish)),
  planned_start: own(({ plannedStart }) => day(plannedStart)),
  planned_finish: own(({ plannedFinish }) => day(plannedFinish)),
  baseline_start: own(({ baselineStart }) => day(baselineStart)),
  baseline_finish: own(({ baselineFinish }) => day(baselineFinish)),
  file_total_float_days: own(({ totalFloatDays }) => number(totalFloatDays)),
  file_early_finish: own(({ earlyFinish }) => day(earlyFinish)),
  wbs_code: own(({ wbsCode }) => coded(wbsCode)),
  task_type: own(
    ({ taskType }) =>
      i =>
        TASK_TYPES[taskType[i] - 1] ?? null,
  ),
  calendar: own(calendar),
  constraint: own(constraint),
  resources: own(resources),
  codes: own(codes),
  predecessors,
  successors,
}

/** The chosen fields of a task, in the order of the request. */
export function factsOf(
  schedule: ComputedSchedule,
  names: readonly TaskFactName[],
): (task: number) => Record<string, Plain> {
  const facts = names.map(name => [name, FACTS[name](schedule)] as const)
  return task => Object.fromEntries(facts.map(([name, fact]) => [name, fact(task)]))
}
