/** A schedule with its critical-path calculation, for questions about single tasks. */

import type { Refusal } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { formatMoment } from '../../../shared/contract/schedule/time-of-day.ts'
import { type CalendarChoice, chooseCalendar } from '../calendar/choice.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import { computeDrag } from '../cpm/drag.ts'
import { type Drivers, driversOf } from '../cpm/drivers.ts'
import type { CpmInput } from '../cpm/input.ts'
import { spanLoe } from '../cpm/loe.ts'
import { withEffortFloat } from '../cpm/loe-float.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { cycleRefusal } from '../graph/cycle-text.ts'
import { type OutgoingLinks, outgoingLinks } from '../graph/links.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { mustFinishDayOf, statusDayOf } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'
import { type DayBasis, dayBasis, offsetBasis } from '../wording/days.ts'

export interface ComputedSchedule {
  readonly columns: ScheduleColumns
  readonly network: Network
  readonly successors: OutgoingLinks
  readonly prepared: Preparation
  /** As it is shown: level of effort has late dates and float. */
  readonly result: CpmResult
  readonly days: CpmDates
  readonly drag: Float64Array
  readonly drivers: Drivers
  readonly choice: CalendarChoice
  /** What floats and durations are days of, and what movements of the finish are. */
  readonly basis: DayBasis
  readonly offsetBasis: DayBasis
}

export function computeSchedule(input: AnalysisInput, checkpoint?: () => void): ComputedSchedule | Refusal {
  const columns = input.schedules.get('tasks')!
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return cycleRefusal(columns)
  const network = buildNetwork(columns, order)
  const choice = chooseCalendar(columns, input.params.calendar)
  const prepared = prepare(columns, network, {
    calendar: choice.calendar,
    statusDay: statusDayOf(input),
    mustFinishDay: mustFinishDayOf(input),
  })
  checkpoint?.()
  const passes = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, passes.earlyStart, passes.earlyFinish)
  checkpoint?.()
  const result = withEffortFloat(columns, prepared, passes)
  return {
    columns,
    network,
    successors: outgoingLinks(columns.taskCount, network),
    prepared,
    result,
    days: computeDates(columns, prepared, result),
    drag: computeDrag(prepared.input, passes),
    drivers: driversOf(prepared.input, passes),
    choice,
    basis: dayBasis(choice.mode),
    offsetBasis: offsetBasis(choice.mode),
  }
}

/** Finish of the project as text: a moment where the schedule has times, else a day; null without any date. */
export function finishText({ moments, projectFinish }: CpmDates): string | null {
  if (moments !== undefined) return Number.isNaN(moments.projectFinish) ? null : formatMoment(moments.projectFinish)
  return projectFinish === DAY_ABSENT ? null : formatDay(projectFinish)
}

/** The schedule with other numbers, computed again. */
export interface Recomputed {
  readonly input: CpmInput
  readonly result: CpmResult
  readonly finish: string | null
}

export function recompute({ columns, prepared }: ComputedSchedule, input: CpmInput): Recomputed {
  const result = computeCpm(input)
  return { input, result, finish: finishText(computeDates(columns, { ...prepared, input }, result)) }
}
