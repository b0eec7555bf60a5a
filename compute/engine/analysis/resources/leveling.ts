/**
 * Tasks that could be moved out of an over-allocation period, and what moving them would cost (/docs/methods/resources#method).
 * Advice only: nothing is levelled here.
 */
import { LEVELING_EFFECTS } from '../../../../shared/contract/analysis/resources/words.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import type { ResourceContext } from './checks/context.ts'

/** Entry c is candidate c; by period, then effect, larger float, shorter duration, input. */
export interface Candidates {
  readonly period: Uint32Array
  readonly task: Uint32Array
  /** Days from its first day to the day after the period. */
  readonly shiftDays: Float64Array
  /** Index into LEVELING_EFFECTS. */
  readonly effect: Uint8Array
}

const NONE = LEVELING_EFFECTS.indexOf('none')
const CONSUMES_FLOAT = LEVELING_EFFECTS.indexOf('consumes_float')
const DELAYS_PROJECT = LEVELING_EFFECTS.indexOf('delays_project')
const LEVELS = kindsWhere(row => row.leveling)

function effectOf(shiftDays: number, freeFloat: number, totalFloat: number): number {
  if (shiftDays <= freeFloat + EPSILON_DAYS) return NONE
  return shiftDays <= totalFloat + EPSILON_DAYS ? CONSUMES_FLOAT : DELAYS_PROJECT
}

/** `days` are D. */
export function levelingCandidates(
  context: ResourceContext,
  { totalFloat, freeFloat }: CpmResult,
  days: Float64Array,
): Candidates {
  const { tasks, loads, profiles, periodTasks } = context
  const { periods } = profiles
  const period: number[] = []
  const task: number[] = []
  const shiftDays: number[] = []
  const effect: number[] = []
  for (let p = 0; p < periods.resource.length; p++) {
    const shiftOf = (i: number): number => periods.end[p] - loads.first[i]
    const effects = new Map<number, number>()
    for (let at = periodTasks.start[p]; at < periodTasks.start[p + 1]; at++) {
      const i = periodTasks.task[at]
      if (tasks.state[i] !== NOT_STARTED || LEVELS[tasks.kind[i]] === 0 || !(totalFloat[i] > EPSILON_DAYS)) continue
      effects.set(i, effectOf(shiftOf(i), freeFloat[i], totalFloat[i]))
    }
    const order = [...effects.keys()].sort(
      (a, b) => effects.get(a)! - effects.get(b)! || totalFloat[b] - totalFloat[a] || days[a] - days[b] || a - b,
    )
    for (const i of order) {
      period.push(p)
      task.push(i)
      shiftDays.push(shiftOf(i))
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
