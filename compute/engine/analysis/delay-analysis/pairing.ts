/** Which task of one schedule is which of the next one: by id, and both take part in the passes. */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { isInPasses } from '../../kind/participation.ts'
import type { Status } from './status.ts'

export interface Pairing {
  /** Task of the later schedule by task of the earlier one, NO_MATCH = deleted, or no part of the passes any more. */
  readonly toLater: Int32Array
  /** Task of the earlier schedule by task of the later one, NO_MATCH = added. */
  readonly toEarlier: Int32Array
}

export function pairTasks(earlier: Status, later: Status): Pairing {
  const toLater = copied(matchIds(later.columns, earlier.columns))
  const toEarlier = zeros(Int32Array, later.columns.taskCount).fill(NO_MATCH)
  for (let i = 0; i < toLater.length; i++) {
    const match = toLater[i]
    if (match === NO_MATCH) continue
    if (earlier.network.takesPart[i] === 0 || later.network.takesPart[match] === 0) toLater[i] = NO_MATCH
    else toEarlier[match] = i
  }
  return { toLater, toEarlier }
}

/** Whether any task of one schedule is one of the other. */
export const hasPairs = ({ toLater }: Pairing): boolean => toLater.some(match => match !== NO_MATCH)

/** Whether two schedules without networks have a task in common. */
export function sharesTask(earlier: ScheduleColumns, later: ScheduleColumns): boolean {
  const toLater = matchIds(later, earlier)
  return toLater.some(
    (match, i) => match !== NO_MATCH && isInPasses(earlier.taskType[i]) && isInPasses(later.taskType[match]),
  )
}
