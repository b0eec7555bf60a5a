/**
 * When the work of a status ended or is to end: actual dates, else the forecast, else the planned ones. Open work cannot end before the status date;
 * where such work has no finish, or one that lies before the status date, it and what follows it end no earlier than the critical path method puts
 * them from the status date on; a file of Microsoft Project that leaves uncompleted work in the past keeps its dates, as in all analyses. A schedule of
 * which nothing has begun has no status: its dates stand as they are.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { anchorDay } from '../calendar/anchor.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { computeCpm } from '../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isInPasses, kindOf, MILESTONE } from '../kind/participation.ts'
import { COMPLETE, NOT_STARTED, stateOf } from '../population/progress.ts'
import type { SeriesItem } from './series.ts'

export interface StatusDates {
  /** start* and finish*, day numbers; DAY_ABSENT = unknown. Length taskCount each. */
  readonly start: Int32Array
  readonly finish: Int32Array
  /** Open tasks without a finish on or after the status date. */
  readonly unforeseen: Uint32Array
  /** Whether those, and what follows them, stand where the critical path method puts them. */
  readonly isPlaced: boolean
}

/** A schedule that the critical path method has computed. */
interface Computed {
  readonly network: Network
  readonly prepared: Preparation
  readonly dates: Pick<CpmDates, 'earlyStart' | 'earlyFinish'>
}

/** `computed`: where the caller has it; else it is made where it is needed. */
export function statusDates(
  { columns, statusDay }: Pick<SeriesItem, 'columns' | 'statusDay'>,
  calendar: Calendar,
  computed?: Computed,
): StatusDates {
  const { taskCount } = columns
  const start = Int32Array.from({ length: taskCount }, (_, i) => bestStart(columns, i))
  const finish = Int32Array.from({ length: taskCount }, (_, i) => givenFinish(columns, i))
  // a milestone that has begun is reached
  const isOver = (i: number): boolean =>
    stateOf(columns, i) === COMPLETE || (isPoint(columns, i) && columns.actualStart[i] !== DAY_ABSENT)
  const isOpen = (i: number): boolean => isInPasses(columns.taskType[i]) && !isOver(i)
  const isUnforeseen = (i: number): boolean =>
    isOpen(i) && (finish[i] === DAY_ABSENT || isBefore(columns, i, finish[i], statusDay, calendar))
  const unforeseen = statusDay === DAY_ABSENT ? [] : [...finish.keys()].filter(isUnforeseen)
  const dates = { start, finish, unforeseen: Uint32Array.from(unforeseen) }
  const isStatus = finish.some((_, i) => isInPasses(columns.taskType[i]) && stateOf(columns, i) !== NOT_STARTED)
  if (dates.unforeseen.length === 0 || !isStatus) return { ...dates, isPlaced: false }
  place(columns, dates, isOpen, computed ?? computedFrom(columns, statusDay, calendar))
  return { ...dates, isPlaced: true }
}

/** finish*; of a milestone its start* where it has no other. */
function givenFinish(columns: ScheduleColumns, i: number): number {
  const finish = bestFinish(columns, i)
  return finish === DAY_ABSENT && isPoint(columns, i) ? bestStart(columns, i) : finish
}

const isPoint = ({ taskType, durationDays }: ScheduleColumns, i: number): boolean =>
  kindOf(taskType[i], durationDays[i]) === MILESTONE

/** A milestone at the end of the working day before is not before the status date. */
const isBefore = (columns: ScheduleColumns, i: number, day: number, statusDay: number, calendar: Calendar): boolean =>
  isPoint(columns, i) ? calendar.indexOf(day + 1) < calendar.indexOf(statusDay) : day < statusDay

function computedFrom(columns: ScheduleColumns, statusDay: number, calendar: Calendar): Computed {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const prepared = prepare(columns, network, { calendar, statusDay, anchorDay: anchorDay(columns, statusDay) })
  return { network, prepared, dates: computeDates(columns, prepared, computeCpm(prepared.input)) }
}

function place(
  columns: ScheduleColumns,
  { start, finish, unforeseen }: Omit<StatusDates, 'isPlaced'>,
  isOpen: (i: number) => boolean,
  { network, prepared, dates }: Computed,
): void {
  const { earlyStart, earlyFinish } = dates
  const isMoved = zeros(Uint8Array, columns.taskCount)
  const keepsDates = prepared.input.clock?.rules.rules === 'ms_project'
  for (const i of unforeseen) if (!keepsDates || finish[i] === DAY_ABSENT) isMoved[i] = 1
  for (const s of network.order) {
    if (!isOpen(s)) continue
    for (let k = network.start[s]; isMoved[s] === 0 && k < network.start[s + 1]; k++)
      isMoved[s] = isMoved[network.task[k]]
    if (isMoved[s] === 0) continue
    finish[s] = Math.max(finish[s], earlyFinish[s])
    if (stateOf(columns, s) === NOT_STARTED) start[s] = Math.max(start[s], earlyStart[s])
  }
}
