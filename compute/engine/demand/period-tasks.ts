/** The tasks that load a resource in each of its over-allocation periods. */
import { zeros } from '../ids/short-arrays.ts'
import type { Loads } from './loads.ts'
import type { Periods } from './profiles.ts'

export interface PeriodTasks {
  /** Tasks of period p in all. */
  readonly count: Uint32Array
  /** Those listed are task[start[p] .. start[p + 1]), by first day, then input. Length periods + 1. */
  readonly start: Uint32Array
  readonly task: Uint32Array
  /** Periods whose tasks are counted and not listed. */
  readonly unlisted: number
}

/**
 * Lists while there is room for `listedMax` in all: a thousand long tasks in a thousand periods are a million entries that
 * nobody reads. O(tasks + periods + entries listed), for each period looks only at the tasks that are open in it.
 */
export function periodTasks(loads: Loads, periods: Periods, listedMax: number): PeriodTasks {
  const periodCount = periods.resource.length
  const count = zeros(Uint32Array, periodCount)
  const start = zeros(Uint32Array, periodCount + 1)
  const listed: number[] = []
  let unlisted = 0
  let open: number[] = []
  let opened = 0
  let closed = 0
  for (let p = 0; p < periodCount; p++) {
    const r = periods.resource[p]
    const isNext = p > 0 && periods.resource[p - 1] === r
    if (!isNext) {
      opened = closed = loads.start[r]
      open = []
    }
    const stop = loads.start[r + 1]
    const from = opened
    while (opened < stop && loads.taskFirst[opened] < periods.end[p]) opened++
    while (closed < stop && loads.ends[closed] <= periods.first[p]) closed++
    count[p] = opened - closed
    if (unlisted > 0 || listed.length + count[p] > listedMax) unlisted++
    else {
      for (let at = from; at < opened; at++) open.push(at)
      open = open.filter(at => loads.taskEnd[at] > periods.first[p])
      for (const at of open) listed.push(loads.task[at])
    }
    start[p + 1] = listed.length
  }
  return { count, start, task: Uint32Array.from(listed), unlisted }
}
