/**
 * Work that was added between two schedules and that others had to wait for before the later one: it was carried out within the window, or stood open in it, and the plan
 * of the earlier schedule does not know it. In the replay it is a point of that plan: what the later schedule puts behind it waits for it and not for itself, until their link
 * lets go (/docs/methods/delay-analysis#whose-the-delay-is). What is left of it at the end of the window is a revision.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import {
  calendarOf,
  isByClock,
  lagCalendar,
  lagMinutes,
  momentAt,
  offsetAt,
  remainingMinutes,
} from '../../clock/input.ts'
import { type EarlyDates, earlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { COLUMNS } from '../../edits/edited.ts'
import { gathered, grown } from '../../edits/gather.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { SNET } from '../../kind/constraint-types.ts'
import { FS, fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { halfStep } from './half-step.ts'
import { tieDays } from './idle.ts'
import { type Pairing, pairTasks } from './pairing.ts'
import { finishIn, type ReplayStart, type Status, statusOf } from './status.ts'

/** The earlier schedule and the half-step with the added work as points; tasks of the earlier schedule keep their places. */
export interface CarriedOut {
  readonly earlier: Status
  readonly pairing: Pairing
  readonly half: CpmInput
  /** The links that lead from the points. */
  readonly holding: readonly HoldingLink[]
  /** Where the replay begins: what was ordered later is not there yet. */
  readonly start: ReplayStart
  /** By point of which nobody says when it was ordered: when that work began, as an offset; Infinity = it has not. */
  readonly begins: ReadonlyMap<number, number>
}

/** Link k of a network, from added work p into task s. It holds s from when that work was ordered until it lets go, whether the work is over or not. */
export interface HoldingLink {
  readonly k: number
  readonly p: number
  readonly s: number
  /** Offsets; -Infinity = nobody says when it was ordered. */
  readonly from: number
  readonly until: number
  /** Until then p could not begin, so what waits for it waits for what p waits for, whether p was ordered or not; -Infinity = nobody asks. */
  readonly free: number
  /** Places of the links into p, before this one: as long as one of them holds, what waits for p waits for what p waits for, whether p was ordered or not. */
  readonly behind: readonly number[]
}

/** Which of them hold at an offset: 1 = it does, by place. */
export function heldAt(holding: readonly HoldingLink[], offset: number): Uint8Array {
  const holds = zeros(Uint8Array, holding.length)
  for (const [n, { from, until, free, behind }] of holding.entries())
    holds[n] = offset < until && (from <= offset || offset < free || behind.some(at => holds[at] === 1)) ? 1 : 0
  return holds
}

type Shared = { readonly calendar: Calendar; readonly anchorDay: number }

/** A link of an added task, by tasks of the later schedule. */
interface AddedLink {
  readonly p: number
  readonly s: number
  readonly type: number
}
/** One that leads from it: from when it holds, and when it lets go, no later than the window ends. */
type HoldingAdded = AddedLink & Pick<HoldingLink, 'from' | 'until' | 'free'>

interface AddedRules {
  readonly shared: Shared
  /** The schedule that tells of added work: the later one, or where updates were recreated the last one. */
  readonly told: Status
  /** When a task of it was ordered, as an offset; -Infinity = nobody says so. */
  readonly orderedAt: (j: number) => number
  readonly nearCriticalDays: number
}

/** undefined: nobody waited for work that was added. */
export function withCarriedOut(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  half: CpmInput,
  rules: AddedRules,
): CarriedOut | undefined {
  const { told } = rules
  const { toEarlier } = told === later ? pairing : pairTasks(earlier, told)
  const isAdded = addedTasks(earlier, told, toEarlier)
  if (isAdded === undefined) return undefined
  const early = earlyDates(half.network.taskCount)
  const halfFinish = finishIn(half, early, earlier.followed)
  const { tasks, into, outOf } = linksOf(earlier, told, toEarlier, half, isAdded, early, rules)
  if (tasks.length === 0) return undefined
  // links that came with them can lead against those that went
  for (const links of [[...into, ...outOf], outOf]) {
    const rowOf = rowsWith(earlier.columns.taskCount, toEarlier, tasks)
    const columns = columnsWith(earlier.columns, told.columns, tasks, links, rowOf)
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) continue
    const { place, statusDay, isBaseline, followed } = earlier
    const status = statusOf({ place, statusDay, isBaseline, columns }, order, followed, rules.shared)
    if (Math.abs(status.finish - earlier.finish) > tieDays(half)) continue
    const own = paired(pairing, earlier.columns.taskCount, tasks, told === later)
    const holding = holdingLinks(status, outOf, rowOf)
    const end = asOver(halfStep(status, later, own), earlier.columns.taskCount, holding)
    const finish = finishIn(end, earlyDates(columns.taskCount), followed)
    if (Math.abs(finish - halfFinish) > tieDays(half)) continue
    const known = { ...status, finish: earlier.finish, daysOff: earlier.daysOff }
    const { state, reportedStart } = told.prepared.input
    const isUnknown = new Set(outOf.flatMap(({ p, from }) => (from === Number.NEGATIVE_INFINITY ? [p] : [])))
    const unknown = tasks.filter(j => isUnknown.has(j))
    const begins = unknown.map(
      j => [rowOf(j), state[j] === NOT_STARTED ? Number.POSITIVE_INFINITY : reportedStart[j]] as const,
    )
    const start = beforeOrders(known, holding)
    return { earlier: known, pairing: own, half: end, holding, start, begins: new Map(begins) }
  }
  return undefined
}

/** By task of the later schedule; undefined = none was added. */
function addedTasks(earlier: Status, later: Status, toEarlier: Int32Array): Uint8Array | undefined {
  const isKnown = zeros(Uint8Array, toEarlier.length)
  for (const j of matchIds(later.columns, earlier.columns)) if (j !== NO_MATCH) isKnown[j] = 1
  const isAdded = zeros(Uint8Array, toEarlier.length)
  for (const j of later.network.order) if (toEarlier[j] === NO_MATCH && isKnown[j] === 0) isAdded[j] = 1
  return isAdded.includes(1) ? isAdded : undefined
}

/** An earlier schedule in which work that was ordered after its data date holds nobody yet, and could not have begun. */
function beforeOrders(earlier: Status, holding: readonly HoldingLink[]): ReplayStart {
  const { input } = earlier.prepared
  const holds = heldAt(holding, input.dataDate)
  const ordered = holding.filter((_, n) => holds[n] === 0)
  if (ordered.length === 0) return earlier
  const lagDays = copied(input.lagDays)
  const constraint = copied(input.constraint)
  const constraintOffset = copied(input.constraintOffset)
  for (const { k, p, from } of ordered) {
    lagDays[k] = Number.NEGATIVE_INFINITY
    if (!(from > input.dataDate)) continue
    constraint[p] = SNET
    // a point that comes later than all else would be the finish
    constraintOffset[p] = Math.min(from, earlier.finish)
  }
  const own = { ...input, lagDays, constraint, constraintOffset }
  const early = earlyDates(input.network.taskCount)
  forward(own, early)
  return { followed: earlier.followed, finish: earlier.finish, prepared: { input: own }, result: { early } }
}

/** When link k lets s go on, or end, by what is reported of its predecessor and else by what is left of that. */
function letsGoAt({ prepared, result }: Status, k: number, s: number): number {
  const { input } = prepared
  const { network, state, reportedStart, reportedFinish } = input
  const p = network.task[k]
  const { start, finish } = result.early
  if (!fromFinish(network.type[k])) return afterLag(input, k, s, state[p] === NOT_STARTED ? start[p] : reportedStart[p])
  return afterLag(input, k, s, state[p] === COMPLETE ? reportedFinish[p] : finish[p])
}

/** When the lag of link k into s has run out that began at an offset. */
export function afterLag(input: CpmInput, k: number, s: number, from: number): number {
  const lag = input.network.lagDays[k]
  if (lag === 0 || Number.isNaN(from)) return from
  if (!isByClock(input)) return from + lag
  const { clock } = input
  const calendar = lagCalendar(input, k, s)
  const until = calendar.moved(momentAt(clock, from), lagMinutes(input, k))
  // of a night and what it lies between the evening: so it is with all that ends
  return offsetAt(clock, lag < 0 ? calendar.previousWork(until) : until)
}

/**
 * The added tasks that held somebody back, and their links: into tasks of the earlier schedule that waited for them, and from such tasks where that holds
 * nothing back which the plan did not. What began before its link to an added task let it did not wait for that; what could not go on for other reasons did not either.
 */
function linksOf(
  earlier: Status,
  later: Status,
  toEarlier: Int32Array,
  half: CpmInput,
  isAdded: Uint8Array,
  early: EarlyDates,
  { orderedAt, nearCriticalDays }: AddedRules,
): {
  readonly tasks: readonly number[]
  readonly into: readonly AddedLink[]
  readonly outOf: readonly HoldingAdded[]
} {
  const { order, start, task, type } = later.network
  const { state, reportedStart } = later.prepared.input
  const tie = tieDays(half)
  const before = earlier.result.early
  const isHolding = zeros(Uint8Array, isAdded.length)
  /** How late an added task can be without moving the plan, or the half-step. */
  const planNeeds = zeros(Float64Array, isAdded.length).fill(Number.POSITIVE_INFINITY)
  const halfNeeds = zeros(Float64Array, isAdded.length).fill(Number.POSITIVE_INFINITY)
  /** Whether task s can work no sooner before one offset than before another: a night between them is no difference. */
  const isSoonest = (s: number, before: number, other: number): boolean => {
    if (before <= other + tie) return true
    const { input } = later.prepared
    if (!isByClock(input)) return false
    return calendarOf(input.clock, s).workBetween(momentAt(input.clock, other), momentAt(input.clock, before)) <= 0
  }
  const waited = (s: number, i: number, relation: number, until: number): boolean => {
    if (!toStart(relation)) return half.state[i] !== COMPLETE || half.reportedFinish[i] >= until - tie
    if (earlier.prepared.input.state[i] !== NOT_STARTED) return false
    if (half.state[i] !== NOT_STARTED) return isSoonest(s, until, half.reportedStart[i])
    return isSoonest(s, early.start[i], half.dataDate)
  }
  /** Of a link that lets task s, which is i, end at an offset: work that began no sooner than it has to for that waited before it began, as the passes have it. */
  const holdOf = (s: number, i: number, relation: number, end: number): readonly [relation: number, letsGo: number] => {
    const { input: plan } = earlier.prepared
    if (plan.state[i] !== NOT_STARTED) return [relation, end]
    const begin = isByClock(plan)
      ? offsetAt(
          plan.clock,
          calendarOf(plan.clock, i).startBefore(momentAt(plan.clock, end), remainingMinutes(plan, i)),
        )
      : end - plan.remainingDays[i]
    const isBegun = half.state[i] !== NOT_STARTED
    return isBegun && !isSoonest(s, begin, half.reportedStart[i]) ? [relation, end] : [FS, begin]
  }
  /** From when added task p holds what waits for it. An event that began with the work says when that was done, and not when it was ordered: what could not begin sooner holds as if no event named it. */
  const heldFrom = (p: number): Pick<HoldingAdded, 'from' | 'free'> => {
    const ordered = orderedAt(p)
    const isBegun = state[p] !== NOT_STARTED
    // what had begun had been ordered
    const from = Math.min(ordered, isBegun ? reportedStart[p] : half.dataDate)
    const began = isBegun ? reportedStart[p] : later.result.early.start[p]
    if (began - ordered > 1 - tie) return { from, free: Number.NEGATIVE_INFINITY }
    let free = Number.NEGATIVE_INFINITY
    for (let k = start[p]; k < start[p + 1]; k++) {
      const letsGo = toStart(type[k]) ? letsGoAt(later, k, p) : free
      if (letsGo > free) free = letsGo
    }
    return { from: isSoonest(p, from, free) ? Number.NEGATIVE_INFINITY : from, free }
  }
  const known = new Map<number, Pick<HoldingAdded, 'from' | 'free'>>()
  const waiting: HoldingAdded[] = []
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const i = toEarlier[s]
    if (i === NO_MATCH && isHolding[s] === 0) continue
    const found: { readonly p: number; readonly of: number; readonly letsGo: number }[] = []
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (isAdded[task[k]] === 0) continue
      const end = letsGoAt(later, k, s)
      const [of, letsGo] = toStart(type[k]) || i === NO_MATCH ? [type[k], end] : holdOf(s, i, type[k], end)
      if (i === NO_MATCH || waited(s, i, of, Math.min(half.dataDate, letsGo))) found.push({ p: task[k], of, letsGo })
    }
    // of several added tasks those hold it that let go last: the others have float beside them
    const last = [true, false].map(isStart =>
      found.reduce(
        (most, { of, letsGo }) => (toStart(of) === isStart ? Math.max(most, letsGo) : most),
        Number.NEGATIVE_INFINITY,
      ),
    )
    for (const { p, of, letsGo } of found) {
      if (!isSoonest(s, last[toStart(of) ? 0 : 1] - nearCriticalDays, letsGo)) continue
      const until = Math.min(half.dataDate, letsGo)
      isHolding[p] = 1
      const held = known.get(p) ?? heldFrom(p)
      known.set(p, held)
      waiting.push({ p, s, type: of, ...held, until })
    }
  }
  const outOf = thatHold(waiting, isHolding, earlier.prepared.input.dataDate, tie)
  for (const { p, s, type: of } of outOf) {
    const i = toEarlier[s]
    const dateOf = ({ start: starts, finish }: EarlyDates): number => (toStart(of) ? starts : finish)[i]
    planNeeds[p] = Math.min(planNeeds[p], i === NO_MATCH ? planNeeds[s] : dateOf(before))
    if (i === NO_MATCH) halfNeeds[p] = Math.min(halfNeeds[p], halfNeeds[s])
    else if (half.state[i] !== COMPLETE) halfNeeds[p] = Math.min(halfNeeds[p], dateOf(early))
  }
  const tasks = [...order].filter(j => isHolding[j] === 1)
  const into: AddedLink[] = []
  for (const s of tasks) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const [p, i] = [task[k], toEarlier[task[k]]]
      if (i === NO_MATCH) continue
      const dateOf = ({ start: starts, finish }: EarlyDates): number => (fromFinish(type[k]) ? finish : starts)[i]
      const isLate = half.state[i] !== COMPLETE && dateOf(early) > halfNeeds[s] + tie
      if (!isLate && dateOf(before) <= planNeeds[s] + tie) into.push({ p, s, type: type[k] })
    }
  }
  return { tasks, into, outOf }
}

/** Those that hold for some time of the window, which begins at an offset, by the work that they lead from or by what that waits for; `isHolding` keeps the work of these. Successors first, as they come. */
function thatHold(links: readonly HoldingAdded[], isHolding: Uint8Array, since: number, tie: number): HoldingAdded[] {
  isHolding.fill(0)
  const isWaiting = zeros(Uint8Array, isHolding.length)
  const kept = links.toReversed().filter(({ p, s, from, free, until }) => {
    if (!(from < until - tie) && !(free > since + tie) && isWaiting[p] === 0) return false
    isHolding[p] = isWaiting[s] = 1
    return true
  })
  return kept.reverse()
}

/** What the plan needs of an added task; its figures and dates are those of its report alone. */
const NAMED: ReadonlySet<string> = new Set([
  'id',
  'name',
  'taskType',
  'delayCategory',
  'calendarId',
  'wbsCode',
  'wbsName',
  'organizationCode',
  'codes',
])

/** Rows of the plan with added work behind its own tasks, by task of the later schedule. */
function rowsWith(taskCount: number, toEarlier: Int32Array, tasks: readonly number[]): (j: number) => number {
  const placeOf = new Map(tasks.map((j, n) => [j, taskCount + n]))
  return j => placeOf.get(j) ?? toEarlier[j]
}

function columnsWith(
  plan: ScheduleColumns,
  now: ScheduleColumns,
  tasks: readonly number[],
  added: readonly AddedLink[],
  rowOf: (j: number) => number,
): ScheduleColumns {
  const { taskCount, assignments } = plan
  const count = taskCount + tasks.length
  const source = Int32Array.from({ length: count }, (_, n) => (n < taskCount ? n : ~tasks[n - taskCount]))
  const made: Record<string, unknown> = {}
  for (const name of COLUMNS) {
    const column = now[name] as Int32Array
    const isNamed = NAMED.has(name) || !ArrayBuffer.isView(column)
    made[name] = gathered(plan[name] as Int32Array, isNamed ? column : column.subarray(0, 0), source)
  }
  ;(made.durationDays as Float64Array).fill(0, taskCount)
  const edits = new LinkEdits(plan)
  for (const [s, own] of Map.groupBy(added, ({ s }) => rowOf(s))) {
    const links = own.map(({ p, type }) => ({ task: rowOf(p), type, lagDays: 0, isElapsed: false }))
    edits.set(s, [...edits.of(s), ...links])
  }
  const own = assignments && { ...assignments, start: grown(assignments.start, count + 1) }
  const setting = plan.setting && now.setting && withCalendars(plan.setting, now.setting)
  return {
    ...plan,
    ...made,
    ...edits.columns(
      undefined,
      source.map((_, n) => n),
    ),
    taskCount: count,
    assignments: own,
    setting: setting ?? plan.setting,
    notes: undefined,
  }
}

/** A calendar that only the later schedule has can be that of added work. */
function withCalendars<Setting extends NonNullable<ScheduleColumns['setting']>>(plan: Setting, now: Setting): Setting {
  const known = new Set(plan.calendars.map(({ id }) => id))
  const added = now.calendars.filter(({ id }) => !known.has(id))
  return added.length === 0 ? plan : { ...plan, calendars: [...plan.calendars, ...added] }
}

function paired(
  { toLater, toEarlier }: Pairing,
  taskCount: number,
  tasks: readonly number[],
  areInLater: boolean,
): Pairing {
  const own = zeros(Int32Array, taskCount + tasks.length).fill(NO_MATCH)
  own.set(toLater)
  if (!areInLater) return { toLater: own, toEarlier }
  own.set(tasks, taskCount)
  const back = toEarlier.slice()
  for (const [n, j] of tasks.entries()) back[j] = taskCount + n
  return { toLater: own, toEarlier: back }
}

/** Those of the added tasks among the links of the network, predecessors first: of several of one type from one task into another the last that lets go. */
function holdingLinks(
  { network }: Status,
  outOf: readonly HoldingAdded[],
  rowOf: (j: number) => number,
): readonly HoldingLink[] {
  const { order, start, task, type } = network
  const bySuccessor = Map.groupBy(outOf, ({ s }) => rowOf(s))
  const into = new Map<number, number[]>()
  const holding: HoldingLink[] = []
  for (const s of order) {
    const own = bySuccessor.get(s)?.sort((a, b) => b.until - a.until)
    if (own === undefined) continue
    const places: number[] = []
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const link = own.find(each => rowOf(each.p) === p && each.type === type[k])
      if (link === undefined) continue
      places.push(holding.length)
      holding.push({ k, p, s, from: link.from, until: link.until, free: link.free, behind: into.get(p) ?? [] })
    }
    into.set(s, places)
  }
  return holding
}

/** A point is over when the last of its links lets go, and at the end of the window none holds anything back: what is left of that work is a revision. */
function asOver(half: CpmInput, addedFrom: number, holding: readonly HoldingLink[]): CpmInput {
  const { task, taskCount } = half.network
  const end = zeros(Float64Array, taskCount).fill(Number.NEGATIVE_INFINITY)
  for (const { k, until } of holding) end[task[k]] = Math.max(end[task[k]], until)
  for (let i = addedFrom; i < taskCount; i++) {
    half.state[i] = COMPLETE
    half.remainingDays[i] = 0
    half.reportedStart[i] = half.reportedFinish[i] = end[i]
  }
  return half
}
