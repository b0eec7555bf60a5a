/**
 * Plan and work as one network of whole days, for the replay of the delay analysis (../delay-analysis/replay.ts): the links of the current schedule,
 * the durations that the planned dates say, and no status at first; at the end all work is done as its dates say. Where the planned dates leave days
 * on all links into a task, its planned start holds it; where they do not keep to a link, the link has the lag that they do keep to. So the forward
 * pass of the first morning gives back the planned dates, and the last one those that were built. O(n + m).
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { type EarlyDates, earlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import type { Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { NO_CONSTRAINT, SNET } from '../../kind/constraint-types.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import type { AsBuilt } from './context.ts'
import { spanOf } from './path.ts'

export interface DatedNetwork {
  readonly plan: CpmInput
  readonly planEarly: EarlyDates
  readonly built: CpmInput
}

/** Offsets, the finishes exclusive; NaN = no dates. Length taskCount each. */
interface Spans {
  readonly start: Float64Array
  readonly finish: Float64Array
}

/** Undefined where no task has dates, or no order. */
export function datedNetwork(built: AsBuilt, network: Network, timeline: Timeline): DatedNetwork | undefined {
  const dated = inOrder(withDatesAlone(built, network))
  if (dated === undefined || dated.order.length === 0) return undefined
  const { order, taskCount } = dated
  const isPlanned = Uint8Array.from(built.plan.columns.baselineFinish, day => (day === DAY_ABSENT ? 0 : 1))
  const { was, is } = spansOf(built, dated, timeline, isPlanned)
  const lagDays = dated.lagDays.slice()
  takeLagsAlong(dated, isPlanned, is, lagDays)
  placeUnplanned(dated, isPlanned, was, is, timeline.finishOffset(built.plan.finishDay))
  const constraint = keepToPlan(dated, isPlanned, was, lagDays)

  let floor = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const i of order) {
    floor = Math.min(floor, was.start[i], is.start[i])
    end = Math.max(end, is.finish[i])
  }
  const none = zeros(Float64Array, taskCount).fill(Number.NaN)
  const plan: CpmInput = {
    network: { ...dated, lagDays },
    floor,
    dataDate: floor,
    state: zeros(Uint8Array, taskCount).fill(NOT_STARTED),
    remainingDays: was.finish.map((finish, i) => Math.max(0, snap(finish - was.start[i])) || 0),
    reportedStart: none,
    reportedFinish: none,
    constraint,
    constraintOffset: was.start,
    lagDays,
    mustFinish: Number.NaN,
    override: false,
  }
  const state = zeros(Uint8Array, taskCount).fill(COMPLETE)
  const progress = { state, reportedStart: is.start, reportedFinish: is.finish, dataDate: end, clock: undefined }
  const done = { ...progress, remainingDays: zeros(Float64Array, taskCount) }
  const planEarly = earlyDates(taskCount)
  forward(plan, planEarly)
  return { plan, planEarly, built: { ...plan, ...done, lagDays: lagsLeft(plan.network, progress) } }
}

/** The tasks that have a finish, and the links between them. */
function withDatesAlone({ finish }: AsBuilt, network: Network): Network {
  const isDated = (i: number): boolean => network.takesPart[i] === 1 && finish[i] !== DAY_ABSENT
  if (network.order.every(isDated)) return network
  const start = zeros(Uint32Array, network.taskCount + 1)
  const links: number[] = []
  for (let s = 0; s < network.taskCount; s++) {
    for (let k = network.start[s]; k < network.start[s + 1]; k++)
      if (isDated(s) && isDated(network.task[k])) links.push(k)
    start[s + 1] = links.length
  }
  return {
    ...network,
    order: network.order.filter(isDated),
    takesPart: network.takesPart.map((_, i) => (isDated(i) ? 1 : 0)),
    start,
    task: Int32Array.from(links, k => network.task[k]),
    type: Uint8Array.from(links, k => network.type[k]),
    lagDays: Float64Array.from(links, k => network.lagDays[k]),
    elapsed: new Uint8Array(0),
    linkCount: links.length,
  }
}

/** In an order that heeds the links of summaries, too, which stand here as links of tasks (leaf-network.ts); undefined: they form a circle. */
function inOrder(network: Network): Network | undefined {
  const order = topologicalOrder(network.taskCount, network)
  return order && { ...network, order: order.filter(i => network.takesPart[i] === 1) }
}

/** A start that nobody knows is as long before the finish as that of the other side, where both are planned; else it is the finish. */
function spansOf(built: AsBuilt, network: Network, timeline: Timeline, isPlanned: Uint8Array) {
  const { baselineStart, baselineFinish } = built.plan.columns
  const planned = { kind: built.kind, start: baselineStart, finish: baselineFinish }
  const none = (): Float64Array => zeros(Float64Array, network.taskCount).fill(Number.NaN)
  const was: Spans = { start: none(), finish: none() }
  const is: Spans = { start: none(), finish: none() }
  for (const i of network.order) {
    const plannedSpan = spanOf(planned, network, timeline, i)
    const builtSpan = spanOf(built, network, timeline, i)
    const plannedDays = plannedSpan.finish - plannedSpan.start || 0
    const builtDays = builtSpan.finish - builtSpan.start || 0
    is.finish[i] = builtSpan.finish
    is.start[i] = Math.min(
      builtSpan.finish,
      Number.isNaN(builtSpan.start) ? builtSpan.finish - plannedDays : builtSpan.start,
    )
    if (isPlanned[i] === 0) continue
    was.finish[i] = plannedSpan.finish
    was.start[i] = Math.min(
      plannedSpan.finish,
      Number.isNaN(plannedSpan.start) ? plannedSpan.finish - builtDays : plannedSpan.start,
    )
  }
  return { was, is }
}

const exitOf = ({ start, finish }: Spans, i: number, type: number): number => (fromFinish(type) ? finish[i] : start[i])
const entryOf = ({ start, finish }: Spans, i: number, type: number): number => (toStart(type) ? start[i] : finish[i])

/**
 * A task that was not planned brings the lags of its links along: one before it is its own gap, and the days that all of those after it waited for are
 * days of its own.
 */
function takeLagsAlong(network: Network, isPlanned: Uint8Array, is: Spans, lagDays: Float64Array): void {
  const waits = zeros(Float64Array, network.taskCount).fill(Number.POSITIVE_INFINITY)
  const eachOut = (at: (k: number, p: number, s: number) => void): void => {
    for (const s of network.order)
      for (let k = network.start[s]; k < network.start[s + 1]; k++) {
        const p = network.task[k]
        if (isPlanned[s] === 0) lagDays[k] = Math.min(0, network.lagDays[k])
        else if (isPlanned[p] === 0 && fromFinish(network.type[k])) at(k, p, s)
      }
  }
  eachOut((k, p, s) => {
    const gap = entryOf(is, s, network.type[k]) - is.finish[p]
    waits[p] = Math.min(waits[p], Math.max(0, Math.min(network.lagDays[k], gap)))
  })
  eachOut((k, p) => {
    lagDays[k] = snap(network.lagDays[k] - waits[p])
  })
  for (const p of network.order) if (waits[p] !== Number.POSITIVE_INFINITY) is.finish[p] = snap(is.finish[p] + waits[p])
}

/** Work that was not planned stands in the plan where those before it let go, without time of its own, and no later than what follows it was to go on. */
function placeUnplanned(network: Network, isPlanned: Uint8Array, was: Spans, is: Spans, planEnd: number): void {
  const { order, start, task, type } = network
  const latest = zeros(Float64Array, network.taskCount).fill(planEnd)
  for (const s of order.toReversed())
    for (let k = start[s]; k < start[s + 1]; k++) {
      const bound = isPlanned[s] === 1 ? entryOf(was, s, type[k]) : latest[s]
      latest[task[k]] = Math.min(latest[task[k]], bound)
    }
  for (const s of order) {
    if (isPlanned[s] === 1) continue
    let place = Number.NEGATIVE_INFINITY
    for (let k = start[s]; k < start[s + 1]; k++) place = Math.max(place, exitOf(was, task[k], type[k]))
    if (place === Number.NEGATIVE_INFINITY) place = is.start[s]
    was.start[s] = was.finish[s] = Math.min(place, latest[s])
  }
}

/** The lags that the planned dates keep to; and the constraints of tasks that no link holds where they were planned. */
function keepToPlan(network: Network, isPlanned: Uint8Array, was: Spans, lagDays: Float64Array): Uint8Array {
  const constraint = zeros(Uint8Array, network.taskCount).fill(NO_CONSTRAINT)
  for (const s of network.order) {
    let least = Number.POSITIVE_INFINITY
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const days = entryOf(was, s, network.type[k]) - exitOf(was, network.task[k], network.type[k])
      lagDays[k] = snap(Math.min(lagDays[k], days))
      least = Math.min(least, days - lagDays[k])
    }
    if (least > EPSILON_DAYS && (isPlanned[s] === 1 || least === Number.POSITIVE_INFINITY)) constraint[s] = SNET
  }
  return constraint
}
