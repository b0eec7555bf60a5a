/**
 * What holds work at a date whatever its logic says, and so would swallow an event that is put in before it (AACE 52R-06 has such constraints removed or told). An
 * expected finish is removed: the work keeps what it leaves of it, so that the base has the same dates and an event moves them. Work that is pinned to its
 * dates, by a mandatory constraint or by hand, stays, and is told.
 */
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { constraintText } from '../../check/worst.ts'
import { calendarOf, momentAt } from '../../clock/input.ts'
import { isResumed } from '../../cpm/prepare.ts'
import { freeId } from '../../edits/fragnet.ts'
import type { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../edits/recomputed.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isPin } from '../../kind/constraint-types.ts'
import { FS } from '../../passes/relation.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import { taskText } from '../../wording/tasks.ts'

/** As columns have it. */
const MANUAL = 2

/** Tasks of a base whose expected finishes were removed. */
interface Lifted {
  /** The schedule without them. */
  readonly of: Computed
  readonly tasks: readonly number[]
}

/** Tasks not complete whose expected finish says how much is left of them. Work of resources is another amount without it, so there it stays. */
export function expectedIn({ network, prepared: { input } }: Computed): number[] {
  const { clock, state } = input
  const expected = clock?.rules.useExpectedFinish ? clock.tasks.expectedFinish : undefined
  if (expected === undefined) return []
  return Array.from(network.order).filter(i => state[i] !== COMPLETE && !Number.isNaN(expected[i]))
}

/** So often a base is computed anew for tasks whose dates need their expected finish. */
const TRIES_MAX = 4

/**
 * The same dates without expected finishes; where one lies in time off, the end of the work before it stands for it. Those that other dates follow from (a
 * constraint of the finish counts back from what is left) stay.
 */
export function withoutExpected(base: Computed): Lifted {
  const { clock } = base.prepared.input
  const { resourceWork } = clock?.tasks ?? {}
  const hasResources = (i: number): boolean =>
    resourceWork !== undefined && resourceWork.start[i] !== resourceWork.start[i + 1]
  let tasks = expectedIn(base).filter(i => !hasResources(i))
  for (let n = 0; n < TRIES_MAX && tasks.length > 0; n++) {
    const of = withoutThose(base, tasks)
    const others = new Set(otherDates(base, of))
    if (others.size === 0) return { of, tasks }
    tasks = tasks.filter(i => !others.has(i))
  }
  return { of: base, tasks: [] }
}

function withoutThose(base: Computed, tasks: readonly number[]): Computed {
  const { schedule, prepared, passes } = base
  const clock = prepared.input.clock!
  const { columns } = schedule
  const expectedFinish = columns.expectedFinish.slice()
  const remainingDurationDays = filled(columns.remainingDurationDays, columns.taskCount)
  for (const i of tasks) {
    const calendar = calendarOf(clock, i)
    const left = calendar.workBetween(momentAt(clock, passes.early.start[i]), clock.tasks.expectedFinish![i])
    remainingDurationDays[i] = Math.max(0, left) / calendar.minutesPerDay
    expectedFinish[i] = DAY_ABSENT
  }
  const of = computed({
    ...schedule,
    columns: { ...columns, expectedFinish, remainingDurationDays, notes: undefined } as ScheduleColumns,
  })
  return isComputed(of) ? of : base
}

/** Tasks that stand elsewhere in working time although what they follow does not. */
function otherDates(base: Computed, of: Computed): number[] {
  const { network, prepared, passes } = base
  const clock = prepared.input.clock!
  const differs = (i: number): boolean => {
    const calendar = calendarOf(clock, i)
    return (['start', 'finish'] as const).some(edge => {
      const [was, is] = [passes.early[edge][i], of.passes.early[edge][i]].map(offset => momentAt(clock, offset))
      return calendar.workBetween(Math.min(was!, is!), Math.max(was!, is!)) > 0
    })
  }
  const moved = new Uint8Array(network.taskCount)
  for (const i of network.order) moved[i] = differs(i) ? 1 : 0
  return Array.from(network.order).filter(i => {
    if (moved[i] === 0) return false
    for (let k = network.start[i]; k < network.start[i + 1]; k++) if (moved[network.task[k]] === 1) return false
    return true
  })
}

/** An empty column stands for one in which all is absent. */
const filled = (column: Float64Array, count: number): Float64Array =>
  column.length > 0 ? column.slice() : new Float64Array(count).fill(Number.NaN)

/** A base as events go into it. */
interface Resumed {
  readonly of: Computed
  /** Points that were put in, which the request does not have. */
  readonly points: ReadonlySet<string>
}

/**
 * Without calendars the critical path lets suspended work whose end a constraint holds go on at the data date, and an event of days on which it stands still would count once more. So what is
 * left of it waits here for a point on its resume date, as by the clock.
 */
export function withResumeDates(base: Computed, meter: PassMeter): Resumed {
  const { schedule, prepared } = base
  const { input, timeline } = prepared
  const { columns } = schedule
  const waiting = new Map<number, string[]>()
  if (input.clock === undefined && timeline !== undefined && hasColumn(columns, 'resumeDate'))
    for (const i of base.network.order) {
      const day = columns.resumeDate[i]
      if (input.state[i] !== IN_PROGRESS || day === DAY_ABSENT || isResumed(input, i)) continue
      if (timeline.startOffset(day) <= input.dataDate) continue
      const list = waiting.get(day)
      if (list === undefined) waiting.set(day, [textAt(columns.id, i)])
      else list.push(textAt(columns.id, i))
    }
  if (waiting.size === 0) return { of: base, points: new Set() }
  const points = new Set<string>()
  const changes = [...waiting].map(([day, ids]): SentChange => {
    const id = freeId(`resume ${formatDay(day)}`, base)
    points.add(id)
    const point = { id, duration_days: 0, constraint_type: 'SNET', constraint_date: formatDay(day) }
    return { add_task: point as never, successors: ids.map(task_id => ({ task_id, type: RELATION_TYPES[FS] })) }
  })
  const of = recomputed(schedule, changes, [], meter)
  // an id that several tasks have names none of them
  return isComputed(of) ? { of, points } : { of: base, points: new Set() }
}

/** Expected finishes of the base that work passes with the events of a turn. */
export function passedExpected(base: Computed, tasks: readonly number[], before: Computed, after: Computed): string[] {
  if (tasks.length === 0) return []
  const { columns } = base.schedule
  const finishes = ({ schedule, result }: Computed): number[] =>
    Array.from(
      tasksOfIds(
        schedule.columns,
        tasks.map(i => textAt(columns.id, i)),
      ),
      i => (i === NO_MATCH ? Number.NaN : result.earlyFinish[i]),
    )
  const [was, is] = [finishes(before), finishes(after)]
  return tasks.flatMap((i, n) =>
    is[n]! > was[n]! + EPSILON_DAYS ? [`${taskText(columns, i)} (${expectedText(columns, i)})`] : [],
  )
}

/** Tasks that hold the effect of the events of a turn back, with the reason: they keep a date although work before them ends later. */
export function heldBackBy(before: Computed, after: Computed): string[] {
  const { columns } = after.schedule
  const { constraint, clock } = after.prepared.input
  const reasonOf = (i: number): string => {
    if (isPin(constraint[i])) return constraintText(columns, i)
    if (!Number.isNaN(clock?.tasks.expectedFinish?.[i] ?? Number.NaN) && clock?.rules.useExpectedFinish)
      return expectedText(columns, i)
    return columns.manuallyScheduled[i] === MANUAL ? 'scheduled by hand' : 'goes on ahead of its links'
  }
  const held = new Set<number>(ranInto(before, after))
  const were = shortOf(before)
  const now = shortOf(after)
  const beforeOf = tasksOfIds(
    before.schedule.columns,
    Array.from(now.keys(), i => textAt(columns.id, i)),
  )
  for (const [n, [i, days]] of [...now].entries()) if (days > (were.get(beforeOf[n]!) ?? 0) + EPSILON_DAYS) held.add(i)
  return [...held].sort((a, b) => compareIds(columns.id, a, b)).map(i => `${taskText(columns, i)} (${reasonOf(i)})`)
}

/** By successor that is not complete the most days by which it stands before what a link asks for. */
function shortOf({ network, passes, prepared: { input } }: Computed): Map<number, number> {
  const short = new Map<number, number>()
  const { start, order } = network
  for (const s of order)
    if (input.state[s] !== COMPLETE)
      for (let k = start[s]; k < start[s + 1]; k++)
        if (passes.linkFloat[k] < -EPSILON_DAYS) short.set(s, Math.max(short.get(s) ?? 0, 0 - passes.linkFloat[k]))
  return short
}

/** Tasks that begin later and end by their expected finish as before. */
function ranInto(before: Computed, after: Computed): number[] {
  const tasks = expectedIn(after)
  const { columns } = after.schedule
  const were = tasksOfIds(
    before.schedule.columns,
    tasks.map(i => textAt(columns.id, i)),
  )
  return tasks.filter((i, n) => {
    const was = were[n]!
    if (was === NO_MATCH) return false
    const [start, finish] = [before.passes.early.start[was], before.passes.early.finish[was]]
    return after.passes.early.start[i] > start + EPSILON_DAYS && after.passes.early.finish[i] <= finish + EPSILON_DAYS
  })
}

const expectedText = ({ expectedFinish }: ScheduleColumns, i: number): string =>
  `expected finish ${formatDay(expectedFinish[i])}`
