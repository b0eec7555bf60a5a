/**
 * What a loss took of the float of its task, in working days of the task's own calendar, as total float is told. In elapsed days the end of a task can
 * jump a weekend that the finish does not, and float and delay would not sum to what was lost. Without a clock one calendar holds for all.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import {
  type ClockInput,
  calendarOf,
  isByClock,
  type Moments,
  momentAt,
  offsetAt,
  remainingMinutes,
} from '../../clock/input.ts'
import { rulesOf } from '../../clock/rules.ts'
import { momentsOfDates } from '../../cpm/clocked-passes.ts'
import { type CpmInput, linksCount } from '../../cpm/input.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { type Slack, slackOf, slackOfLoss } from './holding.ts'
import { type Idle, type Step, TIE_DAYS } from './idle.ts'
import type { Followed } from './status.ts'

export interface FloatUse {
  /** Whether a path leads from what task i can still lose to the finish. */
  readonly isOnPath: (i: number) => boolean
  /** Working days that it lost within the step, gained = negative. */
  readonly lost: (i: number) => number
  /** Working days that its end could come later on the first morning and leave the finish; Infinity = no path leads to it. */
  readonly had: (i: number) => number
  /** Working days of these that its loss took. */
  readonly used: (i: number) => number
}

export function floatUse(step: Step, idle: Idle, slacks: Slacks, followed: Followed, finishWas: number): FloatUse {
  const { was, wasEarly, order } = step
  const byDays = (from: number, to: number): number => to - from
  const workOf = isByClock(was) ? workBetween(was.clock) : byDays
  const lost = (i: number): number => workOf(idle.ends[i] - idle.lostDays[i], idle.ends[i], i)
  let late: ((i: number) => number) | undefined
  // a start that has been is not lost any more
  const of = (slack: Slack, i: number): number => (was.state[i] === NOT_STARTED ? slackOf(slack, i) : slack.byFinish[i])
  /** Exact where it is no more than so many days. */
  const slackWas = (i: number, days: number): number => {
    const known = of(slacks.was, i)
    return known <= slacks.was.upTo || days <= slacks.was.upTo ? known : of(slacks.exactly(), i)
  }
  const had = (i: number, days = Number.POSITIVE_INFINITY): number => {
    if (was.state[i] === COMPLETE) return Number.POSITIVE_INFINITY
    if (!isByClock(was)) return slackWas(i, days)
    late ??= latestFinishes(was, momentsOfDates(was, wasEarly), order, followed, finishWas)
    const by = late(i)
    return by === Number.POSITIVE_INFINITY ? by : Math.max(0, workOf(wasEarly.finish[i], offsetAt(was.clock, by), i))
  }
  return {
    isOnPath: i => of(slacks.was, i) < Number.POSITIVE_INFINITY,
    lost,
    had,
    used(i) {
      const days = lost(i)
      // what still has float has lost nothing else, nor has what leads nowhere
      if (slackOfLoss(slacks.is, idle, i) > (isByClock(was) ? TIE_DAYS : EPSILON_DAYS)) return days
      // those before it on its path took the float first
      const before = Math.max(0, workOf(wasEarly.start[i], idle.available[i], i))
      const float = had(i, before + days + EPSILON_DAYS)
      // told otherwise of finished work, which had none
      return float === Number.POSITIVE_INFINITY ? 0 : Math.min(days, Math.max(0, float - before))
    },
  }
}

/** Slack of the first morning and of the second. */
export interface Slacks {
  readonly was: Slack
  readonly is: Slack
  /** That of the first one however much it is. */
  readonly exactly: () => Slack
}

type WorkOf = (from: number, to: number, i: number) => number

const workBetween =
  (clock: ClockInput): WorkOf =>
  (from, to, i) => {
    const calendar = calendarOf(clock, i)
    return calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
  }

/**
 * The latest moment at which what is left of each task can end without a later finish, Infinity = no path leads to it: a backward pass that knows the followed
 * finish alone, no constraint and no date that has to be met. No end is late as it is.
 */
export function latestFinishes(
  input: CpmInput & { readonly clock: ClockInput },
  early: Moments,
  order: Uint32Array,
  followed: Followed,
  finish: number,
): (i: number) => number {
  const { clock, network, state } = input
  const { start, task, type, taskCount } = network
  const rules = rulesOf(input)
  const endBy = rules.heldEnds?.(input, early)
  const never = (): Float64Array => zeros(Float64Array, taskCount).fill(Number.POSITIVE_INFINITY)
  // by the links from the start and from the finish: of work in progress others wait for the start of the rest, which its own losses leave alone
  const late: Moments = { start: never(), finish: never() }
  const last = momentAt(clock, finish)
  for (const i of followed.length > 0 ? followed : order.filter(i => state[i] !== COMPLETE)) late.finish[i] = last
  const isHeld = (i: number): boolean => Math.min(late.start[i], late.finish[i]) < Number.POSITIVE_INFINITY
  const minutesOf = (i: number): number => (state[i] === COMPLETE ? 0 : remainingMinutes(input, i))
  const startOf = (i: number): number =>
    late.finish[i] === Number.POSITIVE_INFINITY
      ? late.start[i]
      : Math.min(late.start[i], calendarOf(clock, i).startBefore(late.finish[i], minutesOf(i)))
  const finishOf = (i: number): number => {
    const calendar = calendarOf(clock, i)
    const minutes = minutesOf(i)
    const byStart =
      late.start[i] === Number.POSITIVE_INFINITY ? late.start[i] : calendar.finishAfter(late.start[i], minutes)
    const finish = Math.min(late.finish[i], byStart)
    // work ends on no day off, but where it does already
    return minutes === 0 || finish === Number.POSITIVE_INFINITY
      ? finish
      : Math.max(early.finish[i], calendar.previousWork(finish))
  }
  let isEarlier = false
  const hold = (p: number, end: 'start' | 'finish', bound: number): void => {
    const by = Math.max(bound, early[end][p])
    if (!(by < late[end][p])) return
    late[end][p] = by
    isEarlier = true
  }
  const through = rules.lateLinksThrough?.(input, early) ?? []
  // what holds a task by way of a summary may stand behind it in the order
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    for (let at = order.length - 1; at >= 0; at--) {
      const s = order[at]
      if (!isHeld(s) || !linksCount(input, s)) continue
      const from = startOf(s)
      let to = Number.NaN
      for (let k = start[s]; k < start[s + 1]; k++) {
        // most links lead to a start
        if (Number.isNaN(to) && (endBy === undefined || !toStart(type[k]))) to = finishOf(s)
        const end = endBy === undefined || fromFinish(type[k]) ? 'finish' : 'start'
        hold(task[k], end, endBy?.(s, k, from, to) ?? rules.finishByLink(input, early, s, k, from, to))
      }
    }
    isEarlier = false
    for (const { predecessor, successor, finishBy } of through)
      if (isHeld(successor)) hold(predecessor, 'finish', finishBy(startOf(successor), finishOf(successor)))
    if (!isEarlier) break
  }
  return i => (state[i] === NOT_STARTED ? finishOf(i) : late.finish[i])
}

const SWEEPS_MAX = 8
