/**
 * The gate of a job that can no longer be done by its dates: what is late is told by the dates and floats of its tasks,
 * so no network is needed. The figure is that of every analysis, wording/finish-movement.ts.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'
import { textAt } from '../../shared/schedule/text.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { hitsWhere } from '../findings.ts'
import { dateOrNull } from '../options.ts'
import { compareIds } from '../population/id-order.ts'
import { discreteTasks, incompleteDiscreteTasks, type Population } from '../population/populations.ts'
import { isComplete, type TaskFacts } from '../population/task-facts.ts'
import { GATE_ROWS, KNOWN_SHARE_MIN, LATE_DAYS_MIN, LATE_DAYS_UNDATED_MIN, LATE_SHARE_MAX } from '../score/gate-rows.ts'
import { type Gate, gateOf } from '../score/gates.ts'
import { type DayBasis, dayBasis, inDays } from '../wording/days.ts'
import { figure } from '../wording/figure.ts'
import { type FinishMovement, finishMovement, movementText } from '../wording/finish-movement.ts'
import { ofAll } from '../wording/shares.ts'
import { tasksText } from '../wording/tasks.ts'

/** Where the reported dates put the finish of the job, against its baseline. */
export interface ReportedFinish extends FinishMovement {
  /** The task that finishes last. */
  readonly lastTask: number
  /** From the first start to the finish of the baseline, in days of the calendar. */
  readonly lengthDays: number
}

/**
 * The last finish of all tasks against the last baseline finish; an unfinished task finishes on the status date at the
 * earliest. undefined where too few have a baseline finish.
 */
export function reportedFinish(
  facts: TaskFacts,
  { calendar, mode }: CalendarChoice,
  statusDay: number,
): ReportedFinish | undefined {
  const { columns } = facts
  const { baselineStart, baselineFinish } = columns
  const all = discreteTasks(facts)
  let known = 0
  let lastTask = -1
  let toDay = DAY_ABSENT
  let fromDay = DAY_ABSENT
  let firstDay = Number.POSITIVE_INFINITY
  for (let i = 0; i < columns.taskCount; i++) {
    if (all.marks[i] === 0) continue
    if (baselineFinish[i] !== DAY_ABSENT) {
      known++
      fromDay = Math.max(fromDay, baselineFinish[i])
      const start = baselineStart[i] === DAY_ABSENT ? bestStart(columns, i) : baselineStart[i]
      firstDay = Math.min(firstDay, start === DAY_ABSENT ? baselineFinish[i] : start)
    } else if (bestFinish(columns, i) === DAY_ABSENT) continue
    // work that was added moves the finish as work that slipped does
    const finish = finishSoFar(facts, i, statusDay)
    if (finish < toDay || (finish === toDay && !comesFirst(columns, i, lastTask))) continue
    toDay = finish
    lastTask = i
  }
  if (lastTask < 0 || known < KNOWN_SHARE_MIN * all.count) return undefined
  const movement = finishMovement(calendar, dayBasis(mode), fromDay, toDay)
  return { ...movement, lastTask, lengthDays: Math.max(1, calendar.daysBetween(firstDay, fromDay)) }
}

/** Of two tasks that finish last together: the one with the later baseline finish, then by id, so that no order of input decides. */
function comesFirst({ baselineFinish, id }: ScheduleColumns, i: number, other: number): boolean {
  if (other < 0) return true
  if (baselineFinish[i] !== baselineFinish[other]) return baselineFinish[i] > baselineFinish[other]
  return compareIds(id, i, other) < 0
}

const finishSoFar = (facts: TaskFacts, i: number, statusDay: number): number => {
  const finish = bestFinish(facts.columns, i)
  // no status date lies before every day
  return isComplete(facts, i) ? finish : Math.max(finish, statusDay)
}

/** The member of `data` (reportedFinishMember of shared/endpoint/data/health-data.ts). */
export const showReportedFinish = ({ columns }: TaskFacts, finish: ReportedFinish | undefined) => ({
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
  facts: TaskFacts,
  choice: CalendarChoice,
  statusDay: number,
  floatDays: Float64Array,
  finish: ReportedFinish | undefined,
): Gate[] {
  const open = incompleteDiscreteTasks(facts)
  if (open.count === 0) return []
  return lateFinish(facts, finish) ?? lateFloat(facts, choice, statusDay, floatDays, open) ?? []
}

const isBeyond = (lateDays: number, lengthDays: number | undefined): boolean =>
  lengthDays === undefined
    ? lateDays >= LATE_DAYS_UNDATED_MIN
    : lateDays >= LATE_DAYS_MIN && lateDays > LATE_SHARE_MAX * lengthDays

const lengthText = (lateDays: number, lengthDays: number | undefined, basis: DayBasis): string =>
  lengthDays === undefined
    ? `no date tells how long the job is, limit ${inDays(LATE_DAYS_UNDATED_MIN, basis)}`
    : `${figure((100 * lateDays) / lengthDays)} % of the ${inDays(lengthDays, basis)} of the job, limit ${100 * LATE_SHARE_MAX} %`

function lateFinish(facts: TaskFacts, finish: ReportedFinish | undefined): Gate[] | undefined {
  if (finish === undefined || isComplete(facts, finish.lastTask)) return undefined
  const { days, lengthDays, basis, lastTask } = finish
  if (!isBeyond(days, lengthDays)) return undefined
  return [
    gateOf(GATE_ROWS.beyondDates, {
      description: `The job finishes ${movementText(finish)}, with ${tasksText(facts.columns, [lastTask])}: ${lengthText(days, lengthDays, basis)}.`,
      hits: { tasks: [lastTask], count: 1 },
      evidence: { late_days: days, length_days: lengthDays, measured_by: 'baseline_finish' },
    }),
  ]
}

function lateFloat(
  facts: TaskFacts,
  { calendar, mode }: CalendarChoice,
  statusDay: number,
  floatDays: Float64Array,
  open: Population,
): Gate[] | undefined {
  const { columns } = facts
  const floats = floatDays.filter((days, i) => open.marks[i] === 1 && !Number.isNaN(days)).sort()
  if (floats.length === 0 || floats.length < KNOWN_SHARE_MIN * open.count) return undefined
  // half of the open tasks, the middle one included, are at or below it
  const middle = floats[Math.ceil(floats.length / 2) - 1]
  const lateDays = -middle
  const lengthDays = spanOf(facts, discreteTasks(facts), calendar, statusDay)
  if (!isBeyond(lateDays, lengthDays)) return undefined
  const hits = hitsWhere(columns.taskCount, i => open.marks[i] === 1 && floatDays[i] <= middle)
  const worst = leastFloat(columns, open, floatDays, floats[0])
  const basis = dayBasis(mode)
  return [
    gateOf(GATE_ROWS.beyondDates, {
      title: 'Beyond its dates by total float',
      description: `${ofAll(hits.count, open.count, 'open task')} have a total float of ${inDays(middle, basis)} or less, the least ${inDays(floats[0], basis)} (${tasksText(columns, [worst])}): ${lengthText(lateDays, lengthDays, basis)}.`,
      hits,
      evidence: { late_days: lateDays, length_days: lengthDays ?? null, measured_by: 'total_float' },
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

/** Days of the calendar from the first start to the last finish that the tasks report; undefined where they report none. */
function spanOf(
  facts: TaskFacts,
  all: Population,
  calendar: CalendarChoice['calendar'],
  statusDay: number,
): number | undefined {
  let first = Number.POSITIVE_INFINITY
  let last = DAY_ABSENT
  for (let i = 0; i < all.marks.length; i++) {
    if (all.marks[i] === 0) continue
    const start = bestStart(facts.columns, i)
    if (start !== DAY_ABSENT) first = Math.min(first, start)
    last = Math.max(last, finishSoFar(facts, i, statusDay))
  }
  if (last === DAY_ABSENT || first > last) return undefined
  return Math.max(1, calendar.daysBetween(first, last))
}
