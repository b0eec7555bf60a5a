/**
 * The status of any day of a window, recreated from the statuses at its two ends: actual starts and finishes up to that day hold, work in
 * progress stands where an even pace over the working time of its own calendar puts it (time between suspend and resume is none), and
 * nothing later is known. At the end of the window it is the half-step itself, so that what the days sum to is exact.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import {
  type ClockInput,
  calendarOf,
  isByClock,
  lagCalendar,
  lagMinutes,
  momentAt,
  offsetAt,
} from '../../clock/input.ts'
import { dataDateHoldsNothing } from '../../clock/rules.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagLeft, linksWithLag } from '../../cpm/lags.ts'
import { isResumed } from '../../cpm/prepare.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { actsInProgress, NO_CONSTRAINT, SNET } from '../../kind/constraint-types.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../population/progress.ts'
import { type HoldingLink, heldAt } from './carried-out.ts'
import { BEGINS_LATER, ENDS_LATER } from './retold.ts'
import type { ReplayStart } from './status.ts'
import { type Span, type Suspensions, WorkedTime } from './suspensions.ts'

/** What the later schedule tells of work in the window beside its status. */
export interface Reports {
  /** By task, what of it is told otherwise than in the earlier schedule (retold.ts). */
  readonly told: Uint8Array
  /** Days of each task from its start to its end: what is left of it where it is told to begin later. */
  readonly durationDays: Float64Array
  readonly suspensions: Suspensions
  /** Offsets between which events were on that name a task. */
  readonly eventsOn?: (i: number) => readonly Span[]
  /** Tasks from this one on are points of work that was added (carried-out.ts): what they lost lies on known days; absent = there are none. */
  readonly addedFrom?: number
  /** Links that lead from them. */
  readonly holding?: readonly HoldingLink[]
  /** What was left of tasks on a day inside the window, where somebody reported it then; NaN = nobody did. */
  readonly known?: { readonly at: number; readonly left: Float64Array } | undefined
}

/** Of what nothing is told but its status. */
export const noReports = (taskCount: number): Reports => ({
  told: zeros(Uint8Array, taskCount),
  durationDays: zeros(Float64Array, taskCount),
  suspensions: { suspend: undefined, resume: undefined },
})

export class DayStatuses {
  readonly #before: CpmInput
  readonly #half: CpmInput
  readonly #told: Uint8Array
  /** What is left of task i where its work in the window begins. */
  readonly #left: Float64Array
  /** Whether the later schedule tells otherwise of what was begun: known from the first morning on, which the window begins with. */
  readonly isRetold: boolean
  /** Tasks whose status differs between the two ends. */
  readonly changed: Uint32Array
  /** By task: when it began, or went on, inside the window; NaN = unchanged. */
  readonly #begins: Float64Array
  /** Between which offsets its work went on inside the window, and the working time between them. */
  readonly #from: Float64Array
  readonly #to: Float64Array
  readonly #span: Float64Array
  readonly #suspensions: Suspensions
  readonly worked: WorkedTime
  readonly #known: Reports['known']
  /** Tasks with a date of a suspension that the earlier schedule does not have: it is known from its day on. */
  readonly #suspended: Uint32Array
  readonly #standsAhead: boolean
  /** Before this offset nothing of the task happens: it stands as it did at the earlier data date. */
  readonly #due: Float64Array
  readonly #lagged: ReturnType<typeof linksWithLag>
  readonly #holding: readonly HoldingLink[]
  readonly #planFinish: number
  /** 1 = its work was done before links from added work let it end. Length taskCount. */
  readonly #waits: Uint8Array
  /** The statuses of two mornings, the last one first; what has happened by one has by the next. */
  readonly #days: Day[]

  constructor(
    earlier: Pick<ReplayStart, 'prepared' | 'result' | 'finish'>,
    half: CpmInput,
    { told, durationDays, suspensions, eventsOn, known, holding = [] }: Reports,
  ) {
    const before = earlier.prepared.input
    this.#holding = holding
    this.#planFinish = earlier.finish
    const isEndHeld = new Set(holding.filter(({ k }) => !toStart(half.network.type[k])).map(({ s }) => s))
    const { order, taskCount, lagDays } = half.network
    this.#waits = zeros(Uint8Array, taskCount)
    this.#before = before
    this.#half = half
    this.changed = order.filter(i => isChanged(before, half, i))
    this.#told = told
    this.isRetold = this.changed.some(i => told[i] !== 0)
    this.#left = copied(before.remainingDays)
    this.#standsAhead = dataDateHoldsNothing(half)
    this.#suspended = order.filter(i => isSuspendedAnew(before, half, i))
    const none = (): Float64Array => zeros(Float64Array, taskCount).fill(Number.NaN)
    this.#begins = none()
    this.#from = none()
    this.#to = none()
    this.#span = none()
    this.#suspensions = suspensions
    this.worked = new WorkedTime(half.clock, suspensions)
    this.#known = known
    this.#due = zeros(Float64Array, taskCount).fill(Number.NEGATIVE_INFINITY)
    // by the clock what is left of a lag is counted when the passes run
    const hasBegun = (i: number): boolean => before.state[i] !== NOT_STARTED || half.state[i] !== NOT_STARTED
    this.#lagged =
      half.clock === undefined && lagDays.some(days => days !== 0)
        ? linksWithLag(half.network).filter(({ k }) => hasBegun(half.network.task[k]))
        : []
    this.#days = [dayOf(before, half, this.changed), dayOf(before, half, this.changed)]
    const free = freeFrom(half, holding)
    for (const i of this.changed) {
      const isToBegin = (told[i] & BEGINS_LATER) !== 0
      if (isToBegin) this.#left[i] = durationDays[i]
      const wasBegun = before.state[i] !== NOT_STARTED && !isToBegin
      let from = wasBegun ? before.dataDate : half.reportedStart[i]
      // a plan that the data date does not move can have work that is reported to begin after it
      if (wasBegun && this.#standsAhead && half.reportedStart[i] > from) from = half.reportedStart[i]
      // nobody said when it began: as soon as it could
      if (!(from < half.dataDate) && half.state[i] === IN_PROGRESS)
        from = Math.min(half.dataDate, Math.max(before.dataDate, earlier.result.early.start[i]))
      this.#begins[i] = this.#from[i] = from
      this.#to[i] = half.state[i] === COMPLETE ? half.reportedFinish[i] : half.dataDate
      // work that others held back went on when they let it, if the time since then was enough for what was done
      if (free[i] > from && free[i] < this.#to[i]) {
        this.#from[i] = free[i]
        const done = this.#workUpTo(i, this.#to[i]) / this.#unitOf(i)
        if (done < this.#left[i] - half.remainingDays[i] - EPSILON_DAYS) this.#from[i] = from
      }
      this.#span[i] = this.#workUpTo(i, this.#to[i])
      if (eventsOn !== undefined && !isEndHeld.has(i)) {
        const done = (this.#left[i] - half.remainingDays[i]) * this.#unitOf(i)
        const time = { from: this.#from[i], to: this.#to[i], isOver: half.state[i] === COMPLETE }
        this.worked.slow(i, eventsOn(i), done, time)
        this.#span[i] = this.#workUpTo(i, this.#to[i])
      }
      const planned = this.#left[i] * this.#unitOf(i)
      if (isEndHeld.has(i) && half.state[i] === COMPLETE && planned < this.#span[i]) {
        this.#span[i] = planned
        this.#waits[i] = 1
      }
      if (told[i] === 0 && before.state[i] === NOT_STARTED && half.state[i] !== NOT_STARTED)
        this.#due[i] = half.state[i] === COMPLETE ? Math.min(from, half.reportedFinish[i]) : from
    }
  }

  /** Offsets inside the window at which something is reported to begin or to end, ascending. */
  events(): Float64Array {
    const offsets: number[] = []
    for (const i of this.changed) offsets.push(this.#begins[i], this.#from[i], this.#to[i])
    return Float64Array.from(offsets.filter(offset => !Number.isNaN(offset))).sort()
  }

  /** Working time of task i from where its work in the window began: minutes by the clock, else days of offsets. */
  #workUpTo(i: number, offset: number): number {
    const from = this.#from[i]
    if (!(offset > from)) return 0
    return this.worked.between(i, from, offset)
  }

  /** A day of work. */
  #unitOf(i: number): number {
    const { clock } = this.#half
    return clock === undefined ? 1 : calendarOf(clock, i).minutesPerDay
  }

  /**
   * The network with the status of the morning of `offset`; its arrays are those of the call before the last. That of the earlier data date has
   * what is told otherwise and nothing else.
   */
  at(offset: number): CpmInput {
    const half = this.#half
    if (offset >= half.dataDate) return half
    this.#days.reverse()
    const day = this.#days[0]
    const isFirst = offset <= this.#before.dataDate
    if (isFirst) for (const i of this.changed) this.#told[i] !== 0 && this.#place(day, i, offset)
    else this.#placeAll(day, offset)
    const { second, open: _, ...status } = day
    const progress = { ...status, dataDate: offset, clock: this.#clockAt(offset, day.state, second) }
    return {
      ...half,
      ...progress,
      // that a project begins later than it was to is known when it does
      floor: half.floor < offset ? half.floor : this.#before.floor,
      lagDays: this.#lagsOn(day, progress),
    }
  }

  #placeAll(day: Day, offset: number): void {
    const { open } = day
    let count = 0
    for (let at = 0; at < open.length; at++) {
      const i = open[at]
      if (offset < this.#due[i] || !this.#place(day, i, offset)) open[count++] = i
    }
    open.length = count
  }

  #lagsOn({ lagDays, constraint, constraintOffset }: Day, progress: Parameters<typeof lagLeft>[0]): Float64Array {
    const { network } = this.#half
    if (this.#lagged.length === 0 && this.#holding.length === 0) return network.lagDays
    for (const { k, s } of this.#lagged)
      lagDays[k] = lagLeft(progress, network.task[k], s, network.type[k], network.lagDays[k])
    const holds = heldAt(this.#holding, progress.dataDate)
    for (const [n, { k, p, from, behind }] of this.#holding.entries()) {
      lagDays[k] = holds[n] === 1 ? network.lagDays[k] : Number.NEGATIVE_INFINITY
      if (behind.length === 0 || !(from > progress.dataDate)) continue
      // what was not ordered yet lets go what waits for others through it
      constraint[p] = holds[n] === 1 ? NO_CONSTRAINT : SNET
      constraintOffset[p] = Math.min(from, this.#planFinish)
    }
    return lagDays
  }

  /** The rules of Microsoft Project keep what they find of a clock and a status: each morning has a clock of its own. */
  #clockAt(offset: number, state: Uint8Array, second: Uint8Array | undefined): ClockInput | undefined {
    const { clock } = this.#half
    if (clock === undefined) return undefined
    const own = second === undefined ? {} : { secondaryConstraint: second }
    const tasks = { ...clock.tasks, ...own, ...this.#suspensionsAt(clock, momentAt(clock, offset)) }
    return { ...clock, tasks, columns: this.#columnsAt(clock, state) }
  }

  /** What is to begin has the duration of the plan, which its dates span: another one would look like a split of it. */
  #columnsAt({ columns }: ClockInput, state: Uint8Array): ScheduleColumns {
    const { durationDays } = this.#before.clock?.columns ?? columns
    if (durationDays === columns.durationDays) return columns
    const days = copied(columns.durationDays)
    for (const i of this.changed) if (state[i] === NOT_STARTED) days[i] = durationDays[i]
    return { ...columns, durationDays: days }
  }

  /** Those that are known by then. */
  #suspensionsAt({ tasks }: ClockInput, now: number): Pick<ClockInput['tasks'], 'suspend' | 'resume'> {
    const known = (dates: Float64Array | undefined, were: Float64Array | undefined): Float64Array | undefined => {
      if (this.#suspended.length === 0) return dates
      const until = dates?.slice()
      for (const i of this.#suspended) if (until !== undefined && until[i] > now) until[i] = were?.[i] ?? Number.NaN
      return until
    }
    const were = this.#before.clock?.tasks
    return { suspend: known(tasks.suspend, were?.suspend), resume: known(tasks.resume, were?.resume) }
  }

  /** What is left of work that was reported inside the window: at one pace up to that day, and at another from it on. undefined: nobody reported it. */
  #leftOf(i: number, offset: number): number | undefined {
    const known = this.#known
    if (known === undefined || Number.isNaN(known.left[i])) return undefined
    const before = this.#workUpTo(i, known.at)
    const after = this.#span[i] - before
    if (!(before > 0) || !(after > 0)) return undefined
    const [left, then, end] = [this.#left[i], known.left[i], this.#half.remainingDays[i]]
    const done = this.#workUpTo(i, offset)
    return done <= before ? left + (then - left) * (done / before) : then + (end - then) * ((done - before) / after)
  }

  /** Whether it stands as at the end of the window from then on. */
  #place(day: Day, i: number, offset: number): boolean {
    const before = this.#before
    const half = this.#half
    const was = before.state[i]
    const becomes = half.state[i]
    const isToBegin = (this.#told[i] & BEGINS_LATER) !== 0
    // what is no progress at all is known from the first day on
    const isOver =
      becomes === COMPLETE &&
      (half.reportedFinish[i] <= offset || (was === COMPLETE && (this.#told[i] & ENDS_LATER) === 0))
    const isAsAtEnd = isOver || becomes === NOT_STARTED
    if (isAsAtEnd) {
      day.state[i] = becomes
      day.remainingDays[i] = half.remainingDays[i]
      day.reportedStart[i] = half.reportedStart[i]
      day.reportedFinish[i] = half.reportedFinish[i]
    } else if ((was !== NOT_STARTED && !isToBegin) || this.#begins[i] < offset) {
      const share = this.#span[i] > 0 ? Math.min(1, this.#workUpTo(i, offset) / this.#span[i]) : 0
      const left = this.#left[i]
      // a finish that is reported on a day off comes after all of the work: nothing of it waits for the next working day
      const isAllDone = becomes === COMPLETE && share === 1 && this.#waits[i] === 0
      day.state[i] = isAllDone ? COMPLETE : IN_PROGRESS
      day.remainingDays[i] = snap(this.#leftOf(i, offset) ?? left + (half.remainingDays[i] - left) * share)
      const wasBegun = was !== NOT_STARTED && !isToBegin
      day.reportedStart[i] =
        wasBegun && this.#standsAhead ? half.reportedStart[i] : Math.min(half.reportedStart[i], offset)
      day.reportedFinish[i] = isAllDone ? offset : Number.NaN
    } else if (isToBegin) {
      day.state[i] = NOT_STARTED
      day.remainingDays[i] = this.#left[i]
      day.reportedStart[i] = day.reportedFinish[i] = Number.NaN
    } else return false
    const acts = (code: number): boolean =>
      day.state[i] === NOT_STARTED || (day.state[i] === IN_PROGRESS && actsInProgress(code))
    // one that did not act on work that had begun acts again where the start was withdrawn
    const isOfHalf = before.constraint[i] === NO_CONSTRAINT
    const code = isOfHalf ? half.constraint[i] : before.constraint[i]
    day.constraintOffset[i] = (isOfHalf ? half : before).constraintOffset[i]
    day.constraint[i] = acts(code) ? code : NO_CONSTRAINT
    // from the day on which work stops it is known when it is to go on
    if (
      day.state[i] === IN_PROGRESS &&
      isResumed(half, i) &&
      !((this.#suspensions.suspend?.[i] ?? Number.NaN) >= offset)
    ) {
      day.constraint[i] = half.constraint[i]
      day.constraintOffset[i] = half.constraintOffset[i]
    }
    if (day.second === undefined) return isAsAtEnd
    const other = secondOf(before)?.[i] || secondOf(half)![i]
    day.second[i] = acts(other) ? other : NO_CONSTRAINT
    return isAsAtEnd
  }
}

const secondOf = ({ clock }: CpmInput): Uint8Array | undefined => clock?.tasks.secondaryConstraint

type Day = Pick<
  CpmInput,
  'state' | 'remainingDays' | 'reportedStart' | 'reportedFinish' | 'constraint' | 'constraintOffset'
> & {
  readonly second: Uint8Array | undefined
  readonly lagDays: Float64Array
  /** Tasks that do not stand as at the end of the window yet. */
  readonly open: number[]
}

const dayOf = (before: CpmInput, half: CpmInput, changed: Uint32Array): Day => ({
  state: copied(before.state),
  remainingDays: copied(before.remainingDays),
  reportedStart: copied(before.reportedStart),
  reportedFinish: copied(before.reportedFinish),
  constraint: copied(before.constraint),
  constraintOffset: copied(before.constraintOffset),
  // tasks that did not change have what acts on them at either end
  second: secondOf(half) && copied(secondOf(before) ?? secondOf(half)!),
  lagDays: copied(half.network.lagDays),
  open: [...changed],
})

function isChanged(before: CpmInput, half: CpmInput, i: number): boolean {
  return (
    before.state[i] !== half.state[i] ||
    before.remainingDays[i] !== half.remainingDays[i] ||
    !Object.is(before.reportedStart[i], half.reportedStart[i]) ||
    !Object.is(before.reportedFinish[i], half.reportedFinish[i]) ||
    !Object.is(resumedAt(before, i), resumedAt(half, i))
  )
}

/** In whole days. */
const resumedAt = (input: CpmInput, i: number): number => (isResumed(input, i) ? input.constraintOffset[i] : Number.NaN)

function isSuspendedAnew({ clock: was }: CpmInput, { clock: is }: CpmInput, i: number): boolean {
  const isNew = (dates: Float64Array | undefined, were: Float64Array | undefined): boolean =>
    !Object.is(dates?.[i] ?? Number.NaN, were?.[i] ?? Number.NaN)
  return isNew(is?.tasks.suspend, was?.tasks.suspend) || isNew(is?.tasks.resume, was?.tasks.resume)
}

/**
 * From when the links of each task let it go on by what happened up to the end of the window, through work that was finished out of sequence,
 * too; Infinity = they do not yet. Length taskCount. Links to a finish hold no start.
 */
function freeFrom(half: CpmInput, holding: readonly HoldingLink[]): Float64Array {
  const { network, state, reportedStart, reportedFinish, clock } = half
  const { order, start, task, type, taskCount } = network
  const free = zeros(Float64Array, taskCount).fill(Number.NEGATIVE_INFINITY)
  // an override holds no work that has begun
  if (half.override) return free
  const passesOn = zeros(Float64Array, taskCount)
  const letsGo = new Map(holding.map(({ k, until }) => [k, until]))
  const lagged = (from: number, k: number, s: number): number => {
    if (!Number.isFinite(from) || network.lagDays[k] === 0) return from
    if (!isByClock(half)) return from + network.lagDays[k]
    const minutes = lagMinutes(half, k)
    if (minutes === Number.NEGATIVE_INFINITY) return minutes
    return offsetAt(clock!, lagCalendar(half, k, s).moved(momentAt(clock!, from), minutes))
  }
  for (const s of order) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (!toStart(type[k])) continue
      const begun = state[p] === NOT_STARTED ? Number.POSITIVE_INFINITY : Math.max(reportedStart[p], free[p])
      // a finish-to-start lag holds nothing of work that has begun
      const isOver = fromFinish(type[k]) && network.lagDays[k] > 0 && state[s] !== NOT_STARTED
      const from = fromFinish(type[k]) ? passesOn[p] : begun
      free[s] = Math.max(free[s], letsGo.get(k) ?? (isOver ? from : lagged(from, k, s)))
    }
    passesOn[s] = state[s] === COMPLETE ? Math.max(reportedFinish[s], free[s]) : Number.POSITIVE_INFINITY
  }
  return free
}
