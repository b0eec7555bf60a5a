/**
 * Microsoft Project leaves unfinished work where it was planned, before the status date too. When that work, and what waits for it, will be done is computed
 * as after its command "reschedule uncompleted work": nothing that is left lies before the data date.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { momentAt } from '../clock/input.ts'
import { dataDateHoldsNothing } from '../clock/rules.ts'
import { COMPLETE } from '../kind/states.ts'
import { type CpmResult, computeCpm } from './cpm.ts'
import { spanLoe } from './loe.ts'
import type { Preparation } from './prepare.ts'

/**
 * The first day that what is left can lie on: the data date; where no status date is given and the tool leaves work where it was planned, the first day on which that work lies.
 * undefined: the schedule has no date.
 */
export function firstDayLeft({ input, timeline, dataDate }: Preparation, { early }: CpmResult): number | undefined {
  const { network, state } = input
  let first = Number.POSITIVE_INFINITY
  if (dataDate.source !== 'status_date' && dataDateHoldsNothing(input))
    for (const i of network.order) if (state[i] !== COMPLETE && early.start[i] < first) first = early.start[i]
  return timeline?.startDay(Number.isFinite(first) ? first : dataDate.offset)
}

/** `result` itself where nothing that is left lies before the data date; level of effort is spanned anew. */
export function rescheduled(columns: ScheduleColumns, prepared: Preparation, result: CpmResult): CpmResult {
  const { input, dataDate, durationDays } = prepared
  // without a status date the dates of the file are what is known: the latest actual date asks for no rescheduling
  if (dataDate.source !== 'status_date' || !dataDateHoldsNothing(input)) return result
  const { clock, network, state } = input
  const isLeftBefore = (i: number): boolean => state[i] !== COMPLETE && result.early.start[i] < input.dataDate
  if (!network.order.some(isLeftBefore)) return result
  const later = computeCpm({ ...input, clock: { ...clock, notBefore: momentAt(clock, input.dataDate) } })
  spanLoe(columns, input, durationDays, later.earlyStart, later.earlyFinish)
  return later
}
