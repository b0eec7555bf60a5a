/** When the work of each task stopped and when it goes on, as the later schedule tells it: no work goes on between. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { type ClockInput, calendarOf, momentAt } from '../../clock/input.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'

/** By task of the earlier schedule, NaN = none: moments by the clock, else offsets. undefined = no task was suspended. */
export interface Suspensions {
  readonly suspend: Float64Array | undefined
  readonly resume: Float64Array | undefined
}

export function suspensionsOf(half: CpmInput, { columns, prepared }: Status, { toLater }: Pairing): Suspensions {
  return half.clock?.tasks ?? suspensionsIn(columns, prepared.timeline, toLater)
}

/** Offsets of the tasks in `rows`, NO_MATCH = none. */
export function suspensionsIn(columns: ScheduleColumns, timeline: Timeline | undefined, rows: Int32Array): Suspensions {
  const offsets = (column: 'suspendDate' | 'resumeDate'): Float64Array | undefined => {
    if (timeline === undefined || !hasColumn(columns, column)) return undefined
    return Float64Array.from(rows, j => {
      const day = j === NO_MATCH ? DAY_ABSENT : columns[column][j]
      return day === DAY_ABSENT ? Number.NaN : timeline.startOffset(day)
    })
  }
  return { suspend: offsets('suspendDate'), resume: offsets('resumeDate') }
}

/** Work of task i between two offsets, that between suspend and resume left out: minutes by the clock, else days. */
export function workOf(
  clock: ClockInput | undefined,
  { suspend, resume }: Suspensions,
  i: number,
  from: number,
  to: number,
): number {
  const stops = suspend?.[i] ?? Number.NaN
  const goesOn = resume?.[i] ?? Number.NaN
  if (clock === undefined) return workAround(from, to, stops, goesOn, (start, end) => end - start)
  const calendar = calendarOf(clock, i)
  const work = (start: number, end: number): number => calendar.workBetween(start, end)
  return workAround(momentAt(clock, from), momentAt(clock, to), stops, goesOn, work)
}

function workAround(
  start: number,
  end: number,
  stops: number,
  goesOn: number,
  work: (start: number, end: number) => number,
): number {
  if (!(stops < end)) return work(start, end)
  const stop = Math.max(start, stops)
  const again = Math.max(stop, Math.min(end, Number.isNaN(goesOn) ? end : goesOn))
  return work(start, stop) + work(again, end)
}
