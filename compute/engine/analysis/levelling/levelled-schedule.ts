/**
 * The levelled schedule as columns, to be sent to any analysis or converted to a file. By Microsoft Project's rules what waits for a resource has a leveling delay, in
 * elapsed days behind what its links allow; by the others it has a start no earlier than its new start, which P6 and a request keep when they compute the schedule anew.
 */
import type { AssignmentColumns } from '../../../../shared/contract/schedule/assignments.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES, type DayColumn, timeColumnOf } from '../../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { type DayEdge, momentIn } from '../../clock/calendars.ts'
import type { LevellingModel } from '../../levelling/from-columns.ts'
import { inWork, type Placed, startByLink } from '../../levelling/problem.ts'
import type { Levelling } from './analyser.ts'
import { withParts } from './parts-as-tasks.ts'

const codeOf = (type: (typeof CONSTRAINT_TYPES)[number]): number => CONSTRAINT_TYPES.indexOf(type) + 1
const SNET = codeOf('SNET')
/** What a start no earlier may take the place of: it asks for no more than that the task starts as soon, or as late, as it can. */
const REPLACED = new Set([0, SNET, codeOf('ASAP'), codeOf('ALAP')])

const delaysByLeveling = ({ setting }: ScheduleColumns): boolean =>
  setting !== undefined && setting.rules.rules === 'ms_project' && setting.rules.respectLevelingDelay

/** Whether the delay of a task can be written: the place of its constraint, or of its second one, is free. */
const canHold = (columns: ScheduleColumns, i: number): boolean =>
  delaysByLeveling(columns) ||
  REPLACED.has(columns.constraintType[i]) ||
  (columns.setting !== undefined &&
    (columns.secondaryConstraintType[i] === 0 || columns.secondaryConstraintType[i] === SNET))

/** Delayed tasks whose delay the schedule cannot hold. */
export const notHeld = ({ columns, model, levelled }: Levelling): number =>
  levelled.explained.delays.filter(
    ({ activity }) => model.problem.follows[activity] === 0 && !canHold(columns, model.problem.task[activity]),
  ).length

/** Delays that stand in the schedule stay those of tasks that do not move. */
function withDelays(columns: ScheduleColumns, { problem }: LevellingModel, placed: Placed): ScheduleColumns {
  const given = columns.levelingDelayDays
  const levelingDelayDays = given.length > 0 ? given.slice() : new Float64Array(columns.taskCount).fill(Number.NaN)
  for (let a = 0; a < problem.count; a++) {
    const i = problem.task[a]
    if (placed.start[a] === problem.baseStart[a]) continue
    const before = Number.isNaN(levelingDelayDays[i]) ? 0 : levelingDelayDays[i] * MINUTES_PER_DAY
    let byLinks = problem.baseStart[a] - before
    for (let k = problem.linkStart[a]; k < problem.linkStart[a + 1]; k++)
      byLinks = Math.max(byLinks, startByLink(problem, placed, k, a))
    const isUser = problem.needStart[a] < problem.needStart[a + 1]
    const waits = isUser ? placed.start[a] - inWork(problem, a, byLinks) : before
    levelingDelayDays[i] = waits > 0 ? waits / MINUTES_PER_DAY : Number.NaN
  }
  return { ...columns, notes: undefined, levelingDelayDays }
}

export function scheduleWith(columns: ScheduleColumns, model: LevellingModel, placed: Placed): ScheduleColumns {
  const moved = withDates((delaysByLeveling(columns) ? withDelays : withStarts)(columns, model, placed), model, placed)
  const { parts } = placed
  if (parts === undefined || parts.size === 0) return moved
  return withParts(moved, model, parts, (rows, row, moment) => {
    const { constraintType, constraintDate, constraintDateTime, levelingDelayDays } = rows
    if (!REPLACED.has(constraintType[row])) return
    startNoEarlier(constraintType, constraintDate, constraintDateTime, row, dateOf(columns, model, moment))
    levelingDelayDays[row] = Number.NaN
  })
}

/** Dates that another tool computed, where a schedule has them: the start, or the finish, of what is left. */
const COMPUTED = [
  ['forecastStart', true],
  ['earlyStart', true],
  ['forecastFinish', false],
  ['earlyFinish', false],
] as const
/** What that tool found of the schedule that was not levelled. */
const FOUND_DAYS = ['lateStart', 'lateFinish'] as const
const FOUND_NUMBERS = ['totalFloatDays', 'freeFloatDays'] as const

/** Computed dates that the schedule brought along are the levelled ones, so that whoever reads them without computing finds no work where it was before; late dates and floats are none. */
function withDates(columns: ScheduleColumns, model: LevellingModel, placed: Placed): ScheduleColumns {
  const { start, finish } = placed
  const { problem } = model
  const isMoved = (_: number, a: number): boolean =>
    start[a] !== problem.baseStart[a] || finish[a] !== problem.baseFinish[a]
  const moved = Uint32Array.from(problem.task.keys()).filter(isMoved)
  if (moved.length === 0) return columns
  // a point has the time of day that the answer has: other tools may put it at the midnight before
  const written = Uint32Array.from(problem.task.keys()).filter(a => isMoved(0, a) || problem.minutes[a] === 0)
  const made: Record<string, Int32Array | Uint16Array | Float64Array> = {}
  for (const [name, isStart] of COMPUTED) {
    const [days, times] = [columns[name].slice(), columns[timeColumnOf(name)].slice()]
    for (const a of written) {
      const i = problem.task[a]
      if (!(days[i] > DAY_ABSENT)) continue
      const { day, time } = isStart
        ? dateOf(columns, model, start[a])
        : endOf(columns, model, finish[a], problem.minutes[a] === 0)
      days[i] = day
      if (times.length > 0) times[i] = time
    }
    made[name] = days
    made[timeColumnOf(name)] = times
  }
  const assignments = assignmentsOf(columns, model, placed, moved)
  for (const name of FOUND_DAYS) {
    made[name] = columns[name].slice()
    for (const i of problem.task) if (i < columns[name].length) made[name][i] = DAY_ABSENT
  }
  for (const name of FOUND_NUMBERS) {
    made[name] = columns[name].slice()
    for (const i of problem.task) if (i < columns[name].length) made[name][i] = Number.NaN
  }
  // the path of that tool is of the schedule that was not levelled, too
  return { ...columns, ...made, assignments, onLongestPath: new Uint8Array(columns.taskCount) }
}

/**
 * Assignments of moved tasks keep the working time between the start of the task and theirs; what ends with the task ends with it again. The task was where the schedule
 * has it, computed or not: the dates of its assignments belong to those.
 */
function assignmentsOf(
  columns: ScheduleColumns,
  model: LevellingModel,
  { start, finish }: Placed,
  moved: Uint32Array,
): AssignmentColumns | undefined {
  const { assignments, setting } = columns
  if (assignments === undefined || assignments.begin.length + assignments.end.length === 0) return assignments
  const { problem, timeline, momentOfDay } = model
  const [begin, end] = [assignments.begin.slice(), assignments.end.slice()]
  const taken = (moment: number, edge: DayEdge): number => {
    if (setting !== undefined || timeline === undefined) return moment
    const days = moment / MINUTES_PER_DAY
    return momentOfDay(
      edge === 'start' ? timeline.startOffset(Math.floor(days)) : timeline.finishOffset(Math.ceil(days) - 1),
    )
  }
  // a finish without a time of day is the end of its day
  const given = ({ day, time }: DateAndTime, edge: DayEdge, before: number): number =>
    MINUTES_PER_DAY * day +
    (time > 0 ? time - 1 : before % MINUTES_PER_DAY || (edge === 'finish' ? MINUTES_PER_DAY : 0))
  for (const a of moved) {
    const i = problem.task[a]
    const time = problem.calendars[problem.calendar[a]]
    const work = (from: number, to: number): number => (from < to ? time.workBetween(from, to) : 0)
    const was = (names: readonly DayColumn[], edge: DayEdge, computed: number): number => {
      const name = names.find(each => columns[each][i] > DAY_ABSENT)
      return name === undefined ? computed : taken(momentIn(columns, name, i, edge), edge)
    }
    const from = was(['forecastStart', 'earlyStart'], 'start', problem.baseStart[a])
    const to = was(['forecastFinish', 'earlyFinish'], 'finish', problem.baseFinish[a])
    for (let k = assignments.start[i]; k < assignments.start[i + 1]; k++) {
      let first = start[a]
      if (begin[k] > Number.NEGATIVE_INFINITY) {
        const before = work(from, taken(begin[k], 'start'))
        if (before > 0) first = Math.min(finish[a], time.nextWork(time.finishAfter(first, before)))
        begin[k] = given(dateOf(columns, model, first), 'start', begin[k])
      }
      if (end[k] > Number.NEGATIVE_INFINITY) {
        const until = taken(end[k], 'finish')
        const last = work(until, to) > 0 ? time.finishAfter(start[a], work(from, until)) : finish[a]
        end[k] = given(endOf(columns, model, Math.min(finish[a], Math.max(first, last)), false), 'finish', end[k])
      }
    }
  }
  return { ...assignments, begin, end }
}

interface DateAndTime {
  readonly day: number
  readonly time: number
}

const dateOf = ({ setting }: ScheduleColumns, { timeline, offsetOf }: LevellingModel, moment: number): DateAndTime =>
  setting === undefined
    ? { day: timeline?.startDay(offsetOf(moment)) ?? DAY_ABSENT, time: 0 }
    : { day: Math.floor(moment / MINUTES_PER_DAY), time: (moment % MINUTES_PER_DAY) + 1 }

/** Where work ends: of days, the last one of it. */
function endOf(columns: ScheduleColumns, model: LevellingModel, moment: number, isPoint: boolean): DateAndTime {
  if (columns.setting !== undefined || isPoint) return dateOf(columns, model, moment)
  return { day: model.timeline?.finishDay(model.offsetOf(moment)) ?? DAY_ABSENT, time: 0 }
}

function startNoEarlier(
  type: Uint8Array,
  date: Int32Array,
  times: Uint16Array,
  row: number,
  { day, time }: DateAndTime,
): void {
  type[row] = SNET
  date[row] = day
  times[row] = time
}

function withStarts(columns: ScheduleColumns, model: LevellingModel, { start }: Placed): ScheduleColumns {
  const { problem } = model
  const filled = <Column extends Int32Array | Uint16Array | Uint8Array>(column: Column, absent: number): Column =>
    column.length > 0
      ? (column.slice() as Column)
      : (new (column.constructor as Uint8ArrayConstructor)(columns.taskCount).fill(absent) as unknown as Column)
  const constraintType = filled(columns.constraintType, 0)
  const constraintDate = filled(columns.constraintDate, DAY_ABSENT)
  const constraintDateTime = filled(columns.constraintDateTime, 0)
  const secondaryConstraintType = filled(columns.secondaryConstraintType, 0)
  const secondaryConstraintDate = filled(columns.secondaryConstraintDate, DAY_ABSENT)
  const secondaryConstraintDateTime = filled(columns.secondaryConstraintDateTime, 0)
  for (let a = 0; a < problem.count; a++) {
    const i = problem.task[a]
    if (start[a] === problem.baseStart[a] || problem.follows[a] === 1 || !canHold(columns, i)) continue
    const isFirst = REPLACED.has(constraintType[i])
    const [type, date, time] = isFirst
      ? [constraintType, constraintDate, constraintDateTime]
      : [secondaryConstraintType, secondaryConstraintDate, secondaryConstraintDateTime]
    startNoEarlier(type, date, time, i, dateOf(columns, model, start[a]))
  }
  return {
    ...columns,
    notes: undefined,
    ...{ constraintType, constraintDate, constraintDateTime },
    ...{ secondaryConstraintType, secondaryConstraintDate, secondaryConstraintDateTime },
  }
}
