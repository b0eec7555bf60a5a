/**
 * A status with its critical-path calculation. The networks of one request share the anchor and the calendar, so their
 * offsets compare (/docs/methods#dates-and-days).
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../calendar/best-dates.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { zeros } from '../ids/short-arrays.ts'
import { type TaskStates, taskStates } from '../population/task-states.ts'

export interface ComputedStatus {
  readonly columns: ScheduleColumns
  /** Status day. */
  readonly day: number
  readonly network: Network
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly dates: CpmDates
  readonly states: TaskStates
  /** Index in the network of link k of the columns, -1 = it is not live; undefined = they are the same. */
  readonly liveLink: Int32Array | undefined
  /** Topological, over all parsed links. */
  readonly order: Uint32Array
  readonly setting: StatusSetting
}

interface StatusSetting {
  readonly calendar: Calendar
  readonly anchorDay: number
}

/** `order` is the topological order over all parsed links. */
export function computeStatus(
  columns: ScheduleColumns,
  day: number,
  order: Uint32Array,
  setting: StatusSetting,
): ComputedStatus {
  const network = buildNetwork(columns, order)
  const prepared = prepare(columns, network, { ...setting, statusDay: day })
  const result = computeCpm(prepared.input)
  const dates = computeDates(columns, prepared, result)
  const liveLink = liveLinksOf(columns, network)
  return { columns, day, network, prepared, result, dates, states: taskStates(columns), liveLink, order, setting }
}

/** The status with other values in the cells of its tasks and no passes of them: the result and the dates are those of before. */
export function withCells(status: ComputedStatus, columns: ScheduleColumns): ComputedStatus {
  const network = buildNetwork(columns, status.order)
  const prepared = prepare(columns, network, { ...status.setting, statusDay: status.day })
  return { ...status, columns, network, prepared, liveLink: liveLinksOf(columns, network) }
}

function liveLinksOf({ taskCount, links }: ScheduleColumns, network: Network): Int32Array | undefined {
  if (network.linkCount === links.task.length) return undefined
  const live = zeros(Int32Array, links.task.length).fill(-1)
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    if (network.takesPart[s] === 0) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (links.task[k] >= 0 && network.takesPart[links.task[k]] === 1) live[k] = at++
    }
  }
  return live
}

export const liveIndex = ({ liveLink }: ComputedStatus, link: number): number =>
  liveLink === undefined ? link : liveLink[link]

/** finish*: by the dates, the CPM early finish last. Day number or DAY_ABSENT. */
export function bestOrEarlyFinish({ columns, dates }: ComputedStatus, i: number): number {
  const finish = bestFinish(columns, i)
  return finish === DAY_ABSENT ? dates.earlyFinish[i] : finish
}
