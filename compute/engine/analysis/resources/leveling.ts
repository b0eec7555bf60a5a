/**
 * Tasks that could be moved out of an over-allocation period, and what moving them would cost (/docs/methods/resources#method).
 * Advice only: nothing is levelled here.
 */
import { LEVELING_EFFECTS } from '../../../../shared/contract/analysis/resources/words.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { calendarOf } from '../../clock/input.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import type { Computed } from '../../demand/placement.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import type { ResourceContext } from './checks/context.ts'

/** Entry c is candidate c; by period, then effect, larger float, shorter duration, input. */
export interface Candidates {
  readonly period: Uint32Array
  readonly task: Uint32Array
  /** Days of the calendar of the task, as its floats are, from its start to the day after the period. */
  readonly shiftDays: Float64Array
  /** Index into LEVELING_EFFECTS. */
  readonly effect: Uint8Array
}

const NONE = LEVELING_EFFECTS.indexOf('none')
const CONSUMES_FLOAT = LEVELING_EFFECTS.indexOf('consumes_float')
const DELAYS_PROJECT = LEVELING_EFFECTS.indexOf('delays_project')
const LEVELS = kindsWhere(row => row.leveling)

interface Shift {
  /** From where the task is placed. */
  readonly days: number
  /** From its early start, as floats count: a plan may have it later. */
  readonly ofFloat: number
}

/** What brings task i behind a period, in days of its own calendar: those of the calendar of a resource, or of 8 hours, say nothing of its float. */
function shiftBehind(
  { loads, profiles: { periods } }: ResourceContext,
  computed: Computed,
  i: number,
  p: number,
): Shift {
  const { prepared, result, dates } = computed
  const { clock } = prepared.input
  const { timeline } = loads
  if (clock === undefined || dates.moments === undefined) {
    const days = periods.end[p] - loads.first[i]
    const placed = prepared.timeline?.startOffset(timeline.startDay(loads.first[i])) ?? result.earlyStart[i]
    return { days, ofFloat: days + Math.max(0, placed - result.earlyStart[i]) }
  }
  const calendar = calendarOf(clock, i)
  const behind = (timeline.startDay(periods.end[p] - 1) + 1) * MINUTES_PER_DAY
  const early = dates.moments.earlyStart[i]
  const placed = Math.max(early, timeline.startDay(loads.first[i]) * MINUTES_PER_DAY)
  const daysFrom = (moment: number): number => snap(calendar.workBetween(moment, behind) / calendar.minutesPerDay)
  return { days: daysFrom(placed), ofFloat: daysFrom(early) }
}

function effectOf(days: number, freeFloat: number, totalFloat: number): number {
  if (days <= freeFloat + EPSILON_DAYS) return NONE
  return days <= totalFloat + EPSILON_DAYS ? CONSUMES_FLOAT : DELAYS_PROJECT
}

/** `days` are D; `computed` is what places the work. */
export function levelingCandidates(
  context: ResourceContext,
  { totalFloat, freeFloat }: CpmResult,
  computed: Computed,
  days: Float64Array,
): Candidates {
  const { tasks, profiles, periodTasks } = context
  const { periods } = profiles
  const period: number[] = []
  const task: number[] = []
  const shiftDays: number[] = []
  const effect: number[] = []
  for (let p = 0; p < periods.resource.length; p++) {
    const effects = new Map<number, number>()
    const shifts = new Map<number, number>()
    for (let at = periodTasks.start[p]; at < periodTasks.start[p + 1]; at++) {
      const i = periodTasks.task[at]
      if (tasks.state[i] !== NOT_STARTED || LEVELS[tasks.kind[i]] === 0 || !(totalFloat[i] > EPSILON_DAYS)) continue
      const shift = shiftBehind(context, computed, i, p)
      shifts.set(i, shift.days)
      effects.set(i, effectOf(shift.ofFloat, freeFloat[i], totalFloat[i]))
    }
    const order = [...effects.keys()].sort(
      (a, b) => effects.get(a)! - effects.get(b)! || totalFloat[b] - totalFloat[a] || days[a] - days[b] || a - b,
    )
    for (const i of order) {
      period.push(p)
      task.push(i)
      shiftDays.push(shifts.get(i)!)
      effect.push(effects.get(i)!)
    }
  }
  return {
    period: Uint32Array.from(period),
    task: Uint32Array.from(task),
    shiftDays: Float64Array.from(shiftDays),
    effect: Uint8Array.from(effect),
  }
}
