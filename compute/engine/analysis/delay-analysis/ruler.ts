/**
 * When tasks could go on, in offsets, by the rules of a schedule with or without a clock: what idle.ts measures losses with. What really happened since
 * the first morning takes the place of what a pass would say, as soon as it is offered.
 */
import { snap } from '../../calendar/snap.ts'
import {
  type ClockInput,
  calendarOf,
  isByClock,
  momentAt,
  momentsOf,
  offsetAt,
  remainingMinutes,
} from '../../clock/input.ts'
import { startsOf } from '../../clock/rules.ts'
import { DAYS } from '../../cpm/day-plan.ts'
import { type CpmInput, linksCount } from '../../cpm/input.ts'
import { EFFECTS, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { startUnder } from '../../passes/constraint.ts'
import { earliestStart, toStart } from '../../passes/relation.ts'
import type { Step, StepMemory } from './idle.ts'

export interface Ruler {
  /** From when task s could go on by all that was known, and by what its predecessors did since; `byStarts`: by the links to its start alone. */
  availableAt(s: number, byStarts?: boolean): number
  /** Working time of task s between two offsets, in days; elapsed time where it has no work to do. */
  workBetween(s: number, from: number, to: number): number
  /** From when task s could begin that an offset alone holds: what takes no time and stands in working time waits for it. */
  dueAt(s: number, offset: number): number
  /** Where the work that was left of task s, or is left by `now`, would end that goes on there. */
  endFrom(s: number, start: number, now?: CpmInput): number
  /** Whether task s ends by its expected finish, whatever is left of it. */
  isExpected(s: number): boolean
  /** From when link k alone would let s go on. */
  bound(k: number, s: number): number
  /** What task i offers to its links from here on. */
  offer(i: number, start: number, finish: number): void
}

export function rulerByDays(was: CpmInput, { start, finish }: StepMemory): Ruler {
  const { network, remainingDays, lagDays, constraint, constraintOffset, dataDate } = was
  const bound = (k: number, s: number): number => {
    const p = network.task[k]
    return earliestStart(network.type[k], start[p], finish[p], lagDays[k], remainingDays[s])
  }
  return {
    availableAt(s, byStarts = false) {
      let at = dataDate
      if (linksCount(was, s)) {
        for (let k = network.start[s]; k < network.start[s + 1]; k++)
          if (!byStarts || toStart(network.type[k])) at = Math.max(at, bound(k, s))
      }
      if (constraint[s] === NO_CONSTRAINT) return snap(at)
      const effect = EFFECTS[constraint[s]]
      return snap(startUnder(DAYS, effect, constraintOffset[s], remainingDays[s], at, dataDate))
    },
    isExpected: () => false,
    workBetween: (_, from, to) => to - from,
    dueAt: (_, offset) => offset,
    endFrom: (s, at, now = was) => at + now.remainingDays[s],
    bound,
    offer(i, from, to) {
      start[i] = from
      finish[i] = to
    },
  }
}

export function rulerByClock({ early }: Step, was: CpmInput & { readonly clock: ClockInput }): Ruler {
  const { clock, network } = was
  const expected = clock.rules.useExpectedFinish ? clock.tasks.expectedFinish : undefined
  const moments = momentsOf(network.taskCount)
  for (const i of network.order) {
    moments.start[i] = momentAt(clock, early.start[i])
    moments.finish[i] = momentAt(clock, early.finish[i])
  }
  const starts = startsOf(was, moments)
  return {
    availableAt(s, byStarts = false) {
      let at = starts.byDates(s)
      if (linksCount(was, s)) {
        for (let k = network.start[s]; k < network.start[s + 1]; k++)
          if (!byStarts || toStart(network.type[k])) at = Math.max(at, starts.byLink(s, k))
      }
      return offsetAt(clock, starts.inWork(s, starts.byConstraint(s, at)))
    },
    workBetween(s, from, to) {
      if (remainingMinutes(was, s) === 0) return to - from
      const calendar = calendarOf(clock, s)
      return calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
    },
    dueAt: (s, offset) =>
      remainingMinutes(was, s) === 0 ? offsetAt(clock, starts.inWork(s, momentAt(clock, offset))) : offset,
    isExpected: s => expected !== undefined && !Number.isNaN(expected[s]),
    endFrom(s, at, now = was) {
      const start = momentAt(clock, at)
      const end = expected?.[s] ?? Number.NaN
      if (!Number.isNaN(end)) return offsetAt(clock, Math.max(start, end))
      return offsetAt(clock, calendarOf(clock, s).finishAfter(start, remainingMinutes(isByClock(now) ? now : was, s)))
    },
    bound: (k, s) => offsetAt(clock, starts.byLink(s, k)),
    offer(i, from, to) {
      moments.start[i] = momentAt(clock, from)
      moments.finish[i] = momentAt(clock, to)
    },
  }
}
