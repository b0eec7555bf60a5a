/**
 * The gate of a job that can no longer be finished by its dates. It follows from the dates and floats of the tasks, so no network is needed.
 * The figure is the same in every analysis (engine/wording/days.ts).
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { taskCalendars, workCalendars } from '../clock/calendars.ts'
import { compareIds } from '../ids/id-order.ts'
import { FNLT, MFO } from '../kind/constraint-types.ts'
import { discreteTasks, incompleteDiscreteTasks, type Population } from '../population/populations.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import type { TotalFloats } from '../population/total-floats.ts'
import { dateOrNull } from '../result/options.ts'
import { dateText, dayBasis, type FinishMovement, finishMovement, inDays, movementText } from '../wording/days.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import { percentText, someOf } from '../wording/shares.ts'
import { tasksText } from '../wording/tasks.ts'
import { allHitsWhere } from './findings.ts'
import { GATE_ROWS, KNOWN_SHARE_MIN, LATE_DAYS_MIN, LATE_DAYS_UNDATED_MIN, LATE_SHARE_MAX } from './gate-rows.ts'
import { type Gate, gateOf } from './gates.ts'
import { type CpmRun, type EarlyFinishDay, type EndsOfWork, earlyFinishDay, endsOfWork } from './network-context.ts'

/** Where the reported dates put the finish of the job, against its baseline. */
export interface ReportedFinish extends FinishMovement {
  /** The task that finishes last. */
  readonly lastTask: number
  /** From the first start to the finish of the baseline, in days of the calendar. */
  readonly lengthDays: number
  readonly baselineStartDay: number
  /** First start of the tasks; DAY_ABSENT: none has one. */
  readonly startDay: number
}

/** When the job finishes, and the gate where that is beyond its dates. `ends`: for an analysis that runs the critical-path method only where it has to. */
export function jobFinish(
  states: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  cpm: CpmRun | undefined,
  floats: TotalFloats,
  ends: EndsOfWork = endsOfWork(states, choice, statusDay, cpm, floats),
): { readonly finish: ReportedFinish | undefined; readonly lateGates: readonly Gate[] } {
  const finish = reportedFinish(states, choice, statusDay, ends.early)
  const lateGates = beyondDatesGate(states, choice, statusDay, ends.floatDays, finish, earlyFinishDay(cpm))
  return { finish, lateGates }
}

/**
 * The last finish of all tasks against the last baseline finish; an unfinished task finishes on the status date at the
 * earliest, where the critical path has it if that is later (`early`), and one without a finish of its own there or on that of the baseline.
 * undefined where too few have a baseline finish, or where next to none says when it ends.
 */
function reportedFinish(
  states: TaskStates,
  { calendar, mode }: CalendarChoice,
  statusDay: number,
  early: EarlyFinishDay,
): ReportedFinish | undefined {
  const { columns } = states
  const { baselineStart, baselineFinish } = columns
  const all = discreteTasks(states)
  let known = 0
  let lastTask = -1
  let toDay = DAY_ABSENT
  let fromDay = DAY_ABSENT
  let firstDay = Number.POSITIVE_INFINITY
  let startDay = DAY_ABSENT
  for (let i = 0; i < columns.taskCount; i++) {
    if (all.marks[i] === 0) continue
    const own = bestStart(columns, i)
    if (own !== DAY_ABSENT && (startDay === DAY_ABSENT || own < startDay)) startDay = own
    if (baselineFinish[i] !== DAY_ABSENT) {
      if (bestFinish(columns, i) !== DAY_ABSENT || statusDay !== DAY_ABSENT) known++
      fromDay = Math.max(fromDay, baselineFinish[i])
      const start = baselineStart[i] === DAY_ABSENT ? bestStart(columns, i) : baselineStart[i]
      firstDay = Math.min(firstDay, start === DAY_ABSENT ? baselineFinish[i] : start)
    } else if (bestFinish(columns, i) === DAY_ABSENT && early(i) === DAY_ABSENT) continue
    // work that was added moves the finish as work that slipped does
    const finish = finishSoFar(states, i, statusDay, early)
    if (finish < toDay || (finish === toDay && !comesFirst(columns, i, lastTask))) continue
    toDay = finish
    lastTask = i
  }
  if (lastTask < 0 || known < KNOWN_SHARE_MIN * all.count) return undefined
  const movement = finishMovement(calendar, dayBasis(mode), fromDay, toDay)
  const lengthDays = Math.max(1, calendar.daysBetween(firstDay, fromDay))
  return { ...movement, lastTask, lengthDays, baselineStartDay: firstDay, startDay }
}

/** Which of two tasks that finish last together is named: the one with the later baseline finish, then by id, so that no order of input decides. */
function comesFirst({ baselineFinish, id }: ScheduleColumns, i: number, other: number): boolean {
  if (other < 0) return true
  if (baselineFinish[i] !== baselineFinish[other]) return baselineFinish[i] > baselineFinish[other]
  return compareIds(id, i, other) < 0
}

function finishSoFar(states: TaskStates, i: number, statusDay: number, early: EarlyFinishDay): number {
  const best = bestFinish(states.columns, i)
  const finish = best === DAY_ABSENT ? states.columns.baselineFinish[i] : best
  // no status date lies before every day
  return isComplete(states, i) ? finish : Math.max(finish, early(i), statusDay)
}

/** The member of `data` (reportedFinishMember of shared/contract/endpoint/data/health-data.ts). */
export const showReportedFinish = ({ columns }: TaskStates, finish: ReportedFinish | undefined) => ({
  project_finish:
    finish === undefined
      ? null
      : {
          days: finish.days,
          day_basis: finish.basis,
          from_date: dateOrNull(finish.fromDay),
          to_date: dateOrNull(finish.toDay),
          last_task_id: textAt(columns.id, finish.lastTask),
        },
})

/** A sentence for a summary; empty where there is no baseline to speak of. */
export const reportedFinishSentence = (finish: ReportedFinish | undefined): string =>
  finish === undefined ? '' : `Against its baseline the job finishes ${movementText(finish)}.`

export function beyondDatesGate(
  states: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  floatDays: Float64Array,
  finish: ReportedFinish | undefined,
  early: EarlyFinishDay = () => DAY_ABSENT,
): Gate[] {
  const open = incompleteDiscreteTasks(states)
  if (open.count === 0) return []
  const known = allHitsWhere(floatDays.length, i => open.marks[i] === 1 && !Number.isNaN(floatDays[i])).count
  const isKnown = known > 0 && known >= KNOWN_SHARE_MIN * open.count
  const float = isKnown ? lateFloat(states, choice, statusDay, { open, floatDays, early }) : undefined
  return lateFinish(states, finish) ?? float ?? []
}

const LIMIT_PERCENT = 100 * LATE_SHARE_MAX

const isBeyond = (lateDays: number, lengthDays: number | undefined): boolean =>
  lengthDays === undefined
    ? lateDays >= LATE_DAYS_UNDATED_MIN
    : lateDays >= LATE_DAYS_MIN && lateDays > LATE_SHARE_MAX * lengthDays

function lateFinish(states: TaskStates, finish: ReportedFinish | undefined): Gate[] | undefined {
  if (finish === undefined || isComplete(states, finish.lastTask)) return undefined
  const { days, lengthDays, basis, lastTask, baselineStartDay, startDay, fromDay } = finish
  if (!isBeyond(days, lengthDays)) return undefined
  const isOfAnotherTime = startDay !== DAY_ABSENT && fromDay < startDay
  return [
    gateOf(GATE_ROWS.beyondDates, {
      ...(isOfAnotherTime ? OF_ANOTHER_TIME : {}),
      description: `${isOfAnotherTime ? `The whole baseline (${dateText(baselineStartDay)} to ${dateText(fromDay)}) lies before the start of the schedule (${dateText(startDay)}): it was not set again after the start was moved. ` : ''}Against its baseline the job finishes ${movementText(finish)}, with ${tasksText(states.columns, [lastTask])}: ${percentText(days, lengthDays, LIMIT_PERCENT)!} of the ${inDays(lengthDays, basis)} of the job, limit ${LIMIT_PERCENT} %.`,
      hits: { tasks: [lastTask], count: 1 },
      evidence: { late_days: days, length_days: lengthDays, measured_by: 'baseline_finish' },
    }),
  ]
}

/** Lateness against such a baseline says when it was set, not how the work goes. */
const OF_ANOTHER_TIME = {
  title: 'Beyond its dates: the baseline ends before the work begins',
  advice: {
    title: 'Set the baseline again',
    description:
      'Save the accepted plan with its later start as the baseline; until then every variance to the baseline counts the time by which the start was moved.',
  },
}

interface OpenFloats {
  readonly open: Population
  readonly floatDays: Float64Array
  readonly early: EarlyFinishDay
}

const BY_FLOAT_TITLE = 'Beyond its dates by total float'

function lateFloat(
  states: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  floats: OpenFloats,
): Gate[] | undefined {
  const ends = endsOf(states, floats)
  if (ends === undefined) return lateMiddle(states, choice, floats)
  const { firstDay, last, contractual } = ends
  const basis = dayBasis(choice.mode)
  const { columns } = states
  const lateDays = (task: number): number => -floats.floatDays[task]
  const daysLeft = daysLeftIn(columns, choice, { statusDay, firstDay, lastDay: last.day })
  const late = [last, ...(contractual === undefined ? [] : [contractual])]
    .filter(({ task }) => isBeyond(lateDays(task), daysLeft(task)))
    .sort((a, b) => lateDays(b.task) - lateDays(a.task))[0]
  if (late === undefined) return undefined
  const leftDays = daysLeft(late.task)
  const source = floats.floatDays[late.task] === columns.totalFloatDays[late.task] ? 'supplied' : 'computed'
  const which = late === last ? 'the open task that finishes last' : `which must finish by ${dateText(late.day)}`
  return [
    gateOf(GATE_ROWS.beyondDates, {
      title: BY_FLOAT_TITLE,
      description: `${tasksText(columns, [late.task])}, ${which}, has a ${source} total float of ${inDays(-lateDays(late.task), basis)}: ${percentText(lateDays(late.task), leftDays, LIMIT_PERCENT)!} of the ${inDays(leftDays, basis)} that are left to ${(bestFinish(
        columns,
        last.task,
      ) === last.day
        ? (date: string) => `the reported finish ${date}`
        : (date: string) => `the computed finish ${date}`)(dateText(last.day))}, limit ${LIMIT_PERCENT} %.`,
      hits: { tasks: [late.task], count: 1 },
      evidence: { late_days: lateDays(late.task), length_days: leftDays, measured_by: 'total_float' },
    }),
  ]
}

/**
 * Days from the status date, or from the first open work, to the last finish: those in which the float of the task counts. Where tasks have calendars,
 * they are days of its own, from the moment of the data date.
 */
function daysLeftIn(
  columns: ScheduleColumns,
  { calendar }: CalendarChoice,
  { statusDay, firstDay, lastDay }: { statusDay: number; firstDay: number; lastDay: number },
): (task: number) => number {
  const { setting } = columns
  const [from, to] = [Math.max(statusDay, firstDay), Math.max(statusDay, lastDay)]
  if (setting === undefined) return () => Math.max(1, calendar.daysBetween(from, to))
  const ofTask = taskCalendars(columns, setting)
  const dayStart = from * MINUTES_PER_DAY
  const isOfDay = setting.dataDate >= dayStart && setting.dataDate < dayStart + MINUTES_PER_DAY
  return task => {
    const own = workCalendars(setting)[ofTask[task]]
    const minutes = own.workBetween(isOfDay ? setting.dataDate : dayStart, (to + 1) * MINUTES_PER_DAY)
    return Math.max(1, roundHalfAway(minutes / own.minutesPerDay, 1))
  }
}

interface End {
  readonly task: number
  readonly day: number
}

/** Where the paths of the open work lead: to its last finish, and to its last contractual date. */
interface Ends {
  /** The first day of open work. */
  readonly firstDay: number
  readonly last: End
  readonly contractual: End | undefined
}

/** undefined = no date shows which open task is last. Of several on one day the one with the least float. */
function endsOf({ columns }: TaskStates, { open, floatDays, early }: OpenFloats): Ends | undefined {
  const { constraintType, constraintDate } = columns
  let firstDay = Number.POSITIVE_INFINITY
  let last: End | undefined
  let contractual: End | undefined
  const later = (end: End | undefined, task: number, day: number): End | undefined => {
    if (day === DAY_ABSENT || (end !== undefined && day < end.day)) return end
    const isFirst = end === undefined || day > end.day || floatDays[task] < floatDays[end.task]
    return isFirst || (floatDays[task] === floatDays[end.task] && compareIds(columns.id, task, end.task) < 0)
      ? { task, day }
      : end
  }
  for (let i = 0; i < columns.taskCount; i++) {
    if (open.marks[i] === 0) continue
    const reported = bestFinish(columns, i)
    const day = reported === DAY_ABSENT ? early(i) : reported
    const start = bestStart(columns, i)
    if (start !== DAY_ABSENT || day !== DAY_ABSENT) firstDay = Math.min(firstDay, start === DAY_ABSENT ? day : start)
    if (Number.isNaN(floatDays[i])) continue
    last = later(last, i, day)
    if (constraintType[i] === FNLT || constraintType[i] === MFO) contractual = later(contractual, i, constraintDate[i])
  }
  return last === undefined ? undefined : { firstDay, last, contractual }
}

/** Without dates: the float that half of the open tasks are at or below, the middle one included. */
function lateMiddle(
  { columns }: TaskStates,
  { mode }: CalendarChoice,
  { open, floatDays }: OpenFloats,
): Gate[] | undefined {
  const floats = floatDays.filter((days, i) => open.marks[i] === 1 && !Number.isNaN(days)).sort()
  const middle = floats[Math.ceil(floats.length / 2) - 1]
  const lateDays = -middle
  if (!isBeyond(lateDays, undefined)) return undefined
  const hits = allHitsWhere(columns.taskCount, i => open.marks[i] === 1 && floatDays[i] <= middle)
  const worst = leastFloat(columns, open, floatDays, floats[0])
  const basis = dayBasis(mode)
  return [
    gateOf(GATE_ROWS.beyondDates, {
      title: BY_FLOAT_TITLE,
      description: `${someOf(hits.count, open.count, 'open task', ['has', 'have'])} a total float of ${inDays(middle, basis)} or less, the least ${inDays(floats[0], basis)} (${tasksText(columns, [worst])}); no date tells which is last or how much is left, limit ${inDays(LATE_DAYS_UNDATED_MIN, basis)}.`,
      hits,
      evidence: { late_days: lateDays, length_days: null, measured_by: 'total_float' },
    }),
  ]
}

/** The task with that float, the first by id where several have it. */
function leastFloat({ id }: ScheduleColumns, { marks }: Population, floatDays: Float64Array, least: number): number {
  let found = -1
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 1 && floatDays[i] === least && (found < 0 || compareIds(id, i, found) < 0)) found = i
  }
  return found
}
