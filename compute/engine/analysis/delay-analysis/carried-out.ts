/**
 * Work that was added between two schedules and that others had to wait for before the later one: it was carried out within the window, or stood open in it, and the plan
 * of the earlier schedule does not know it. In the replay it is a point of that plan: until it is over, what the later schedule puts behind it waits for it and not for itself
 * (/docs/methods/delay-analysis#whose-the-delay-is). What is left of it at the end of the window is a revision.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { isByClock, lagCalendar, lagMinutes, momentAt, offsetAt } from '../../clock/input.ts'
import { earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { COLUMNS } from '../../edits/edited.ts'
import { gathered } from '../../edits/gather.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { halfStep } from './half-step.ts'
import { tieDays } from './idle.ts'
import { type Pairing, pairTasks } from './pairing.ts'
import { finishIn, type Status, statusOf } from './status.ts'

/** The earlier schedule and the half-step with the added work as points; tasks of the earlier schedule keep their places. */
export interface CarriedOut {
  readonly earlier: Status
  readonly pairing: Pairing
  readonly half: CpmInput
}

type Shared = { readonly calendar: Calendar; readonly anchorDay: number }

/** A link of an added task, by tasks of the later schedule. */
interface AddedLink {
  readonly p: number
  readonly s: number
  readonly type: number
}

/** `told` is the schedule that tells of it: the later one, or where updates were recreated the last one. undefined: nobody waited for work that was added. */
export function withCarriedOut(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  half: CpmInput,
  shared: Shared,
  told: Status = later,
): CarriedOut | undefined {
  const { toEarlier } = told === later ? pairing : pairTasks(earlier, told)
  const isAdded = addedTasks(earlier, told, toEarlier)
  if (isAdded === undefined) return undefined
  const ends = endsOf(told, half, isAdded)
  const early = earlyDates(half.network.taskCount)
  const halfFinish = finishIn(half, early, earlier.followed)
  const { tasks, into, outOf } = linksOf(earlier, told, toEarlier, half, isAdded, ends, early)
  if (tasks.length === 0) return undefined
  // links that came with them can lead against those that went
  for (const links of [[...into, ...outOf], outOf]) {
    const columns = columnsWith(earlier.columns, told.columns, toEarlier, tasks, links)
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) continue
    const { place, statusDay, isBaseline, followed } = earlier
    const status = statusOf({ place, statusDay, isBaseline, columns }, order, followed, shared)
    if (Math.abs(status.finish - earlier.finish) > tieDays(half)) continue
    const own = paired(pairing, earlier.columns.taskCount, tasks, told === later)
    const end = asOver(halfStep(status, later, own), earlier.columns.taskCount, tasks, ends)
    const finish = finishIn(end, earlyDates(columns.taskCount), followed)
    if (Math.abs(finish - halfFinish) > tieDays(half)) continue
    return { earlier: { ...status, finish: earlier.finish, daysOff: earlier.daysOff }, pairing: own, half: end }
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

interface Ends {
  readonly start: Float64Array
  /** Until when it holds back what follows its finish: with the least of its lags, and no longer than the window. */
  readonly finish: Float64Array
}

function endsOf({ prepared: { input }, network }: Status, half: CpmInput, isAdded: Uint8Array): Ends {
  const until = half.dataDate
  const { start: from, task, type } = network
  const start = zeros(Float64Array, isAdded.length).fill(until)
  const finish = zeros(Float64Array, isAdded.length).fill(until)
  const lagged = zeros(Float64Array, isAdded.length).fill(Number.POSITIVE_INFINITY)
  for (const s of network.order)
    for (let k = from[s]; k < from[s + 1]; k++)
      if (isAdded[task[k]] === 1 && fromFinish(type[k]))
        lagged[task[k]] = Math.min(lagged[task[k]], afterLag(input, k, s))
  for (const j of network.order) {
    if (isAdded[j] === 0 || input.state[j] === NOT_STARTED) continue
    start[j] = Math.min(until, input.reportedStart[j])
    if (input.state[j] !== COMPLETE) continue
    const end = Number.isFinite(lagged[j]) ? lagged[j] : input.reportedFinish[j]
    finish[j] = Math.min(until, Math.max(end, start[j]))
  }
  return { start, finish }
}

/** When the lag of link k into s has run out, from the finish of its predecessor. */
export function afterLag(input: CpmInput, k: number, s: number): number {
  const { network, reportedFinish, clock } = input
  const finish = reportedFinish[network.task[k]]
  const lag = network.lagDays[k]
  if (!(lag > 0) || Number.isNaN(finish)) return finish
  if (!isByClock(input)) return finish + lag
  return offsetAt(clock!, lagCalendar(input, k, s).moved(momentAt(clock!, finish), lagMinutes(input, k)))
}

/**
 * The added tasks that held somebody back, and their links: into tasks of the earlier schedule that waited for them, and from such tasks where that holds
 * nothing back which the plan did not. What began before an added task was over did not wait for it; what could not go on for other reasons did not either.
 */
function linksOf(
  earlier: Status,
  later: Status,
  toEarlier: Int32Array,
  half: CpmInput,
  isAdded: Uint8Array,
  ends: Ends,
  early: { readonly start: Float64Array; readonly finish: Float64Array },
): { readonly tasks: readonly number[]; readonly into: readonly AddedLink[]; readonly outOf: readonly AddedLink[] } {
  const { order, start, task, type } = later.network
  const tie = tieDays(half)
  const before = earlier.result.early
  const isHolding = zeros(Uint8Array, isAdded.length)
  /** How late an added task can be without moving the plan, or the half-step. */
  const planNeeds = zeros(Float64Array, isAdded.length).fill(Number.POSITIVE_INFINITY)
  const halfNeeds = zeros(Float64Array, isAdded.length).fill(Number.POSITIVE_INFINITY)
  const waited = (i: number, p: number, relation: number): boolean => {
    const until = fromFinish(relation) ? ends.finish[p] : ends.start[p]
    if (!toStart(relation)) return half.state[i] !== COMPLETE || half.reportedFinish[i] >= until - tie
    if (earlier.prepared.input.state[i] !== NOT_STARTED) return false
    if (half.state[i] !== NOT_STARTED) return half.reportedStart[i] >= until - tie
    return early.start[i] <= half.dataDate + tie
  }
  const outOf: AddedLink[] = []
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const i = toEarlier[s]
    if (i === NO_MATCH && isHolding[s] === 0) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (isAdded[p] === 0 || (i !== NO_MATCH && !waited(i, p, type[k]))) continue
      isHolding[p] = 1
      outOf.push({ p, s, type: type[k] })
      const dateOf = ({ start: starts, finish }: typeof early): number => (toStart(type[k]) ? starts : finish)[i]
      planNeeds[p] = Math.min(planNeeds[p], i === NO_MATCH ? planNeeds[s] : dateOf(before))
      if (i === NO_MATCH) halfNeeds[p] = Math.min(halfNeeds[p], halfNeeds[s])
      else if (half.state[i] !== COMPLETE) halfNeeds[p] = Math.min(halfNeeds[p], dateOf(early))
    }
  }
  const tasks = [...order].filter(j => isHolding[j] === 1)
  const into: AddedLink[] = []
  for (const s of tasks) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const [p, i] = [task[k], toEarlier[task[k]]]
      if (i === NO_MATCH) continue
      const dateOf = ({ start: starts, finish }: typeof early): number => (fromFinish(type[k]) ? finish : starts)[i]
      const isLate = half.state[i] !== COMPLETE && dateOf(early) > halfNeeds[s] + tie
      if (!isLate && dateOf(before) <= planNeeds[s] + tie) into.push({ p, s, type: type[k] })
    }
  }
  return { tasks, into, outOf }
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

function columnsWith(
  plan: ScheduleColumns,
  now: ScheduleColumns,
  toEarlier: Int32Array,
  tasks: readonly number[],
  added: readonly AddedLink[],
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
  const placeOf = new Map(tasks.map((j, n) => [j, taskCount + n]))
  const rowOf = (j: number): number => placeOf.get(j) ?? toEarlier[j]
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

/** The last entry goes on. */
function grown(starts: Uint32Array, length: number): Uint32Array {
  const made = zeros(Uint32Array, length).fill(starts.at(-1)!)
  made.set(starts)
  return made
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

/** At the end of the window none of it holds anything back: what is left of it is a revision. */
function asOver(half: CpmInput, taskCount: number, tasks: readonly number[], ends: Ends): CpmInput {
  for (const [n, j] of tasks.entries()) {
    const i = taskCount + n
    half.state[i] = COMPLETE
    half.remainingDays[i] = 0
    half.reportedFinish[i] = ends.finish[j]
    half.reportedStart[i] = Math.min(ends.start[j], ends.finish[j])
  }
  return half
}
