/** What components and observations of the planning horizon read, made once per request (/docs/methods/planning-horizon). */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { printableDay } from '../../../calendar/bounds.ts'
import type { Calendar } from '../../../calendar/calendar.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import { EPSILON_DAYS, snap } from '../../../calendar/snap.ts'
import type { Need } from '../../../check/check.ts'
import type { CpmRun } from '../../../check/network-context.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { computeDates } from '../../../cpm/dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isPlanningPackage, kindsWhere, taskTypeCode } from '../../../kind/participation.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { type OpenEnds, openEndsOf } from '../../../population/open-ends.ts'
import { incompleteDiscreteTasks, type Population, populationOf } from '../../../population/populations.ts'
import { IN_PROGRESS } from '../../../population/progress.ts'
import { isComplete, type TaskStates } from '../../../population/task-states.ts'

interface HorizonRequest {
  readonly statusDay: number
  /** Length of the near window. */
  readonly nearTermDays: number
  /** earned_value is read (options.include_ev_validation). */
  readonly withEarnedValue: boolean
}

export interface HorizonContext extends HorizonRequest {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly durations: Durations
  readonly network: NetworkContext
  readonly dates: WorkDates
  /** Day the windows begin, DAY_ABSENT = no date anywhere. */
  readonly originDay: number
  /** Last days of the near and of the mid window, may lie beyond any date. */
  readonly nearEndDay: number
  readonly midEndDay: number
  /** Incomplete work of a duration above 0, planning packages included; no summaries, no level of effort. */
  readonly work: Population
  /** Near tasks: that work without planning packages, begun or starting by the end of the near window. */
  readonly near: Population
  /** Open ends of the near tasks. */
  readonly open: OpenEnds
  /** 1 = planning package or summary level planning package, complete ones included. Length taskCount. */
  readonly packages: Uint8Array
  readonly packageCount: number
  readonly openPackageCount: number
  /** Incomplete work and packages, those of no duration included. */
  readonly placeableCount: number
  /** Those that no date and no critical path places. */
  readonly undatedCount: number
}

/** The mid window ends here, the far one begins. */
export const MID_TERM_DAYS = 365

const WORK = kindsWhere(row => row.passes)
const DETAILED = kindsWhere((row, type) => row.passes && !isPlanningPackage(taskTypeCode(type)))

export function horizonContext(tasks: TaskStates, choice: CalendarChoice, request: HorizonRequest): HorizonContext {
  const { columns, kind, leftOut } = tasks
  const { taskCount } = columns
  const network = networkContext(tasks, choice, request.statusDay)
  const durations = durationsOf(columns, choice.calendar)
  const dates = workDates(columns, choice.calendar, durations, network.cpm)
  const isOpenWork = (i: number): boolean => !isComplete(tasks, i) && durations.days[i] > EPSILON_DAYS
  const work = populationOf(tasks, WORK, isOpenWork)
  const packages = zeros(Uint8Array, taskCount)
  for (let i = 0; i < taskCount; i++) if (isPlanningPackage(kind[i]) && leftOut[i] === 0) packages[i] = 1
  const isPlaceable = (i: number): boolean => work.marks[i] === 1 || (packages[i] === 1 && !isComplete(tasks, i))
  const open = incompleteDiscreteTasks(tasks)
  const originDay = request.statusDay === DAY_ABSENT ? earliest(dates.start, open.marks) : request.statusDay
  const context = {
    ...request,
    columns,
    tasks,
    choice,
    durations,
    network,
    dates,
    originDay,
    nearEndDay: originDay + request.nearTermDays,
    midEndDay: originDay + Math.max(request.nearTermDays, MID_TERM_DAYS),
    work,
    packages,
    packageCount: countWhere(taskCount, i => packages[i] === 1),
    openPackageCount: countWhere(taskCount, i => packages[i] === 1 && !isComplete(tasks, i)),
    placeableCount: countWhere(taskCount, isPlaceable),
    undatedCount: countWhere(taskCount, i => isPlaceable(i) && !hasPlace(tasks, dates, i)),
  }
  const near = populationOf(tasks, DETAILED, i => isOpenWork(i) && isNear(context, i))
  return { ...context, near, open: openEndsOf(near.marks, network.live, network.terminals) }
}

/** It has begun, or a day on which it starts is known. */
const hasPlace = (tasks: TaskStates, dates: WorkDates, i: number): boolean =>
  tasks.state[i] === IN_PROGRESS || dates.start[i] !== DAY_ABSENT

type Placed = Pick<HorizonContext, 'tasks' | 'dates' | 'originDay' | 'nearEndDay'>

/** Begun, or starts by the end of the near window; what is overdue starts before it. */
export const isNear = ({ tasks, dates, originDay, nearEndDay }: Placed, i: number): boolean =>
  tasks.state[i] === IN_PROGRESS ||
  (originDay !== DAY_ABSENT && dates.start[i] !== DAY_ABSENT && dates.start[i] <= nearEndDay)

export const isOpenPackage = ({ packages, tasks }: HorizonContext, i: number): boolean =>
  packages[i] === 1 && !isComplete(tasks, i)

/** There is a day to begin the windows at, and some of the work, if there is any, can be placed in them. */
export const needsWindows: Need<HorizonContext> = {
  message:
    'requires status_date or a start of some incomplete task; the windows have nowhere to begin, or nothing to hold',
  isMet: ({ originDay, placeableCount, undatedCount }) =>
    placeableCount === 0 || (originDay !== DAY_ABSENT && undatedCount < placeableCount),
}

/** Earliest of the days known of the members. */
function earliest(start: Int32Array, members: Uint8Array): number {
  let first = DAY_ABSENT
  for (let i = 0; i < start.length; i++) {
    if (start[i] === DAY_ABSENT || members[i] === 0) continue
    if (first === DAY_ABSENT || start[i] < first) first = start[i]
  }
  return first
}

export function countWhere(taskCount: number, test: (task: number) => boolean): number {
  let count = 0
  for (let i = 0; i < taskCount; i++) if (test(i)) count++
  return count
}

/**
 * Start and finish of every task as the planning horizon places them: start* and finish*, the early dates of CPM
 * last; a finish that is still missing comes from the start and the duration.
 */
interface WorkDates {
  /** Day numbers, DAY_ABSENT = unknown. Length taskCount. */
  readonly start: Int32Array
  readonly finish: Int32Array
}

/** Last day of work of so many days that begins on a day; at least that day. */
export const lastDayOf = (calendar: Calendar, start: number, days: number): number =>
  printableDay(calendar.dayOf(calendar.indexOf(start) + Math.max(0, Math.ceil(snap(days)) - 1)))

function workDates(
  columns: ScheduleColumns,
  calendar: Calendar,
  durations: Durations,
  cpm: CpmRun | undefined,
): WorkDates {
  const early = cpm === undefined ? undefined : computeDates(columns, cpm.prepared, cpm.result)
  const start = zeros(Int32Array, columns.taskCount)
  const finish = zeros(Int32Array, columns.taskCount)
  for (let i = 0; i < columns.taskCount; i++) {
    const given = bestStart(columns, i)
    start[i] = given === DAY_ABSENT && early !== undefined ? early.earlyStart[i] : given
    finish[i] = bestFinish(columns, i)
    if (finish[i] !== DAY_ABSENT) continue
    // a start that was given goes with its own duration, not with the finish of another one
    if (given !== DAY_ABSENT) finish[i] = lastDayOf(calendar, given, durations.days[i])
    else if (early !== undefined) finish[i] = early.earlyFinish[i]
  }
  return { start, finish }
}
