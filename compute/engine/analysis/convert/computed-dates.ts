/** Early dates, floats and the finish of a schedule by its own rules: what a conversion has to carry over, and what it is compared by. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { type CpmResult, computeCpm } from '../../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../../cpm/dates.ts'
import { spanLoe } from '../../cpm/loe.ts'
import { type Preparation, prepare } from '../../cpm/prepare.ts'
import { buildNetwork } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { mustFinishDayOf, statusDayOf } from '../../result/options.ts'

export interface ComputedDates {
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly dates: CpmDates
}

/** undefined: its links form a cycle. */
export function computedDates(input: AnalysisInput): ComputedDates | undefined {
  const columns = input.schedules.get('tasks')!
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return undefined
  const prepared = prepare(columns, buildNetwork(columns, order), {
    calendar: chooseCalendar(columns, input.params.calendar).calendar,
    statusDay: statusDayOf(input),
    mustFinishDay: mustFinishDayOf(input),
  })
  const result = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, result.earlyStart, result.earlyFinish)
  return { columns, prepared, result, dates: computeDates(columns, prepared, result) }
}

/** To the minute, or the day; null = no date. */
export function finishText({ dates }: ComputedDates, isByClock: boolean): string | null {
  const { moments, projectFinish } = dates
  if (isByClock && moments !== undefined)
    return Number.isNaN(moments.projectFinish) ? null : formatMoment(moments.projectFinish)
  return projectFinish === DAY_ABSENT ? null : formatDay(projectFinish)
}
