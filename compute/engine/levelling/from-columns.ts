/** Columns, their critical path and the limits of resources -> the problem of levelling. What takes part, what stays and what is left out is decided here. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { momentAt } from '../clock/input.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import type { Preparation } from '../cpm/prepare.ts'
import type { Capacity } from '../demand/capacity.ts'
import type { Network } from '../graph/network.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isPin } from '../kind/constraint-types.ts'
import { FINISH_MILESTONE } from '../kind/participation.ts'
import { COMPLETE, NOT_STARTED } from '../kind/states.ts'
import { withLeafLinks } from '../population/leaf-network.ts'
import { orderById } from './activity-order.ts'
import { linksOf } from './links.ts'
import { needsOf } from './needs.ts'
import { type LevellingProblem, STANDS_ANYWHERE, STANDS_AT_END, STEADY, UNLIMITED, type WorkTime } from './problem.ts'
import { shiftTables } from './shift-table.ts'

export interface LevellingSource {
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly cpm: CpmResult
  /** The limit of a resource by day of the timeline of `prepared`; undefined = it is not levelled. */
  readonly limitOf: (resource: number) => Capacity | undefined
  /** Day of that timeline from which on nothing is levelled; Infinity = never. */
  readonly horizon: number
  /** Levelling uses float alone, of which so many minutes of the calendar of the task stay; undefined: it may delay the project. */
  readonly floatKeptOf: ((time: WorkTime) => number) | undefined
  /** Work that has not begun may pause, but where the task says otherwise; a part of it takes so many working days at least. undefined: it is done in one piece. */
  readonly partDays: number | undefined
  /** 1 = the task is never moved for a resource. Length taskCount. */
  readonly isHeld: Uint8Array
}

export interface LevellingModel {
  readonly problem: LevellingProblem
  /** Code of the resource of each entry of problem.resources. */
  readonly resourceCode: Uint32Array
  readonly resourceName: readonly string[]
  /** Activity of each task, -1 = it has none. */
  readonly activityOf: Int32Array
  /** 1 = a levelled resource works on the task at a rate of its own, or at times that are not told apart, and its work was spread evenly. Length taskCount. */
  readonly isSpread: Uint8Array
  /** 1 = the task could pause, but for an assignment that works in a part of it. Length taskCount. */
  readonly isInOnePiece: Uint8Array
  /** Offsets of the network -> moments of the problem, and back. */
  readonly momentOf: (offset: number) => number
  readonly offsetOf: (moment: number) => number
  /** The moment at which a day of the timeline begins. */
  readonly momentOfDay: (day: number) => number
  /** That of the network. */
  readonly timeline: Timeline | undefined
}

/** How a column of kind boolean stores true and false. */
const TRUE = 2
const FALSE = 1

export function levellingModel(source: LevellingSource): LevellingModel {
  const { columns, prepared, cpm } = source
  const { input, timeline } = prepared
  const { network, state } = input
  const { clock } = input
  const activityOf = zeros(Int32Array, columns.taskCount).fill(-1)
  // each after its predecessors, of those that may come next the first by id: whatever the order of the input, and so activities are their own order
  // links of summaries hold, or follow, what lies under them
  const leaves = withLeafLinks(columns, network, Int32Array.from(cpm.early.start))
  const ordered = orderById(columns, leaves)
  let count = 0
  for (let n = 0; n < ordered.length; n++) {
    const i = ordered[n]
    if (state[i] === COMPLETE || Number.isNaN(cpm.early.finish[i])) continue
    activityOf[i] = count
    ordered[count++] = i
  }
  const task = ordered.slice(0, count)
  const momentOf = (offset: number): number =>
    clock === undefined ? Math.round(offset * MINUTES_PER_DAY) : momentAt(clock, offset)
  const offsetOf = (moment: number): number => (moment - (clock?.origin ?? 0)) / MINUTES_PER_DAY
  const momentOfDay = (day: number): number =>
    clock === undefined ? day * MINUTES_PER_DAY : ((timeline?.anchorDay ?? 0) + day) * MINUTES_PER_DAY
  const calendar = filled(new Uint16Array(count), task, i => clock?.tasks.calendar[i] ?? 0)
  const baseStart = filled(new Float64Array(count), task, i => momentOf(shifted(cpm, cpm.early.start, i)))
  const first = baseStart.reduce((least, moment) => Math.min(least, moment), UNLIMITED)
  const calendars: readonly WorkTime[] = clock === undefined ? [STEADY] : shiftTables(clock.calendars, first)
  const baseFinish = filled(new Float64Array(count), task, i => momentOf(shifted(cpm, cpm.early.finish, i)))
  const minutes = filled(new Float64Array(count), task, (_, a) =>
    calendars[calendar[a]].workBetween(baseStart[a], baseFinish[a]),
  )
  const { fixed, follows } = whoMoves(source, leaves, task, activityOf)
  const base = {
    ...{ count, task, calendars, calendar, minutes, baseStart, baseFinish, fixed, follows },
    holdsFinish: clock !== undefined,
    order: filled(new Uint32Array(count), task, (_, a) => a),
    isPoint: filled(new Uint8Array(count), task, (i, a) => {
      if (clock === undefined) return STANDS_ANYWHERE
      if (clock.rules.rules === 'ms_project') return minutes[a] === 0 ? STANDS_AT_END : 0
      return clock.tasks.point[i] === FINISH_MILESTONE ? STANDS_ANYWHERE : 0
    }),
    leastPart: filled(new Float64Array(count), task, (i, a) =>
      source.partDays === undefined || fixed[a] === 1 || follows[a] === 1 || columns.levelingCanSplit[i] === FALSE
        ? UNLIMITED
        : Math.max(1, Math.round(source.partDays * calendars[calendar[a]].minutesPerDay)),
    ),
    latestStart: latestStarts(source, task, momentOf, a => calendars[calendar[a]]),
  }
  const links = linksOf(prepared, leaves, activityOf, base, clock)
  const needs = needsOf(source, base, momentOfDay)
  // when such a need begins is counted from the start of its activity, without pauses
  const isInOnePiece = zeros<Uint8Array<ArrayBuffer>>(Uint8Array, columns.taskCount)
  for (const a of keptWhole(base.leastPart, needs.lists)) isInOnePiece[task[a]] = 1
  return {
    problem: { ...base, ...links, ...needs.lists },
    ...{
      resourceCode: needs.resourceCode,
      resourceName: needs.resourceName,
      isSpread: needs.isSpread,
      isInOnePiece,
      activityOf,
      momentOf,
      offsetOf,
      momentOfDay,
      timeline,
    },
  }
}

/** Activities whose work may pause, and that have a need for a part of them, are done in one piece. */
function keptWhole(leastPart: Float64Array, { windows, needStart }: ReturnType<typeof needsOf>['lists']): number[] {
  const kept: number[] = []
  for (let a = 0; windows !== undefined && a < leastPart.length; a++) {
    if (leastPart[a] === UNLIMITED || !windows.isPart.subarray(needStart[a], needStart[a + 1]).includes(1)) continue
    leastPart[a] = UNLIMITED
    kept.push(a)
  }
  return kept
}

/** A number for each activity: TypedArray.from asks an iterator for each entry. */
function filled<Of extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  numbers: Of,
  task: Uint32Array,
  numberOf: (task: number, activity: number) => number,
): Of {
  for (let a = 0; a < task.length; a++) numbers[a] = numberOf(task[a], a)
  return numbers
}

/**
 * Work in progress goes on where it is, and what has the greatest priority stands where it is. Where links hold it behind work that is still to come (of work in progress what is
 * left, by retained logic), it moves with that work: nothing but its links would move it when the levelled schedule is computed anew.
 */
function whoMoves(
  { columns, prepared, isHeld }: LevellingSource,
  leaves: Network,
  task: Uint32Array,
  activityOf: Int32Array,
) {
  const { input } = prepared
  const { network, state, constraint, lagDays, clock } = input
  const isRetained = !input.override && clock?.rules.rules !== 'ms_project'
  const fixed = new Uint8Array(task.length)
  const follows = new Uint8Array(task.length)
  for (let a = 0; a < task.length; a++) {
    const i = task[a]
    const isStarted = state[i] !== NOT_STARTED
    if (isPin(constraint[i]) || isByHand(columns, i)) fixed[a] = 1
    else if (isStarted || isHeld[i] === 1) {
      fixed[a] = 1
      const isLinked = isRetained || !isStarted
      for (let k = network.start[i]; isLinked && k < network.start[i + 1]; k++) {
        const p = activityOf[network.task[k]]
        if (p >= 0 && fixed[p] === 0 && lagDays[k] !== Number.NEGATIVE_INFINITY) fixed[a] = 0
      }
      const own = network.start[i + 1] - network.start[i]
      for (let k = leaves.start[i] + own; !isStarted && k < leaves.start[i + 1]; k++) {
        const p = activityOf[leaves.task[k]]
        if (p >= 0 && fixed[p] === 0) fixed[a] = 0
      }
      follows[a] = 1 - fixed[a]
    }
  }
  return { fixed, follows }
}

/** Microsoft Project moves no task whose dates are set by hand. */
export const isByHand = ({ setting, manuallyScheduled }: ScheduleColumns, i: number): boolean =>
  setting?.rules.rules === 'ms_project' && manuallyScheduled[i] === TRUE

/** With the days that ALAP moved it: levelling does not bring a task forward. */
const shifted = ({ alapShift }: CpmResult, offsets: Float64Array, i: number): number =>
  offsets[i] + (alapShift?.[i] ?? 0)

function latestStarts(
  { cpm, floatKeptOf }: LevellingSource,
  task: Uint32Array,
  momentOf: (offset: number) => number,
  timeOf: (a: number) => WorkTime,
): Float64Array {
  if (floatKeptOf === undefined) return new Float64Array(task.length).fill(UNLIMITED)
  return filled(new Float64Array(task.length), task, (i, a) => {
    const late = cpm.lateStart[i]
    if (Number.isNaN(late)) return UNLIMITED
    const time = timeOf(a)
    return time.moved(momentOf(late), -Math.round(floatKeptOf(time)))
  })
}
