/** Total float that is high, and total float below 0. */
import { EPSILON_DAYS } from '../calendar/snap.ts'
import type { Advice, Cause, Need } from '../check/check.ts'
import { allHitsWhere, type Hits } from '../check/findings.ts'
import type { NetworkContext } from '../check/network-context.ts'
import { basisOf, type Chosen, worstTask } from '../check/worst.ts'
import type { Population } from '../population/populations.ts'
import type { TotalFloats } from '../population/total-floats.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'

/** More float than this is high (PAM point 6). */
export const HIGH_FLOAT_DAYS = 44

export const isHighFloat = (days: number): boolean => days > HIGH_FLOAT_DAYS + EPSILON_DAYS
export const isNegativeFloat = (days: number): boolean => days < -EPSILON_DAYS

export interface Floating extends Chosen {
  readonly floats: TotalFloats
}

const floatText = (context: Floating, i: number): string =>
  `total float ${inDays(context.floats.days[i], basisOf(context))}`

/** The task of the most, and of the least, total float. */
export const mostFloat = worstTask<Floating>(({ floats }, i) => floats.days[i], floatText, 'Most')
export const leastFloat = worstTask<Floating>(({ floats }, i) => -floats.days[i], floatText, 'Least')

/** Members whose float is known, and those of them for which the test holds. */
export function floatHits(
  { columns: { taskCount }, floats }: Floating,
  { marks }: Population,
  test: (days: number) => boolean,
): { readonly known: number; readonly hits: Hits } {
  const isKnown = (i: number): boolean => marks[i] === 1 && !Number.isNaN(floats.days[i])
  return {
    known: allHitsWhere(taskCount, isKnown).count,
    hits: allHitsWhere(taskCount, i => isKnown(i) && test(floats.days[i])),
  }
}

export interface Networked {
  readonly floats: TotalFloats
  readonly network: Pick<NetworkContext, 'cpm'>
}

export const needsFloats = <Context extends Networked>(
  populationOf: (context: Context) => Population,
): Need<Context> => ({
  message: 'requires total_float_days or a critical path; the dependencies form a cycle',
  isMet: context =>
    populationOf(context).count === 0 || context.floats.source !== null || context.network.cpm !== undefined,
})

export interface Linked {
  readonly network: Pick<NetworkContext, 'live'>
}

/** High float is due to a finish that nothing needs, or to work that may wait. */
export const HIGH_FLOAT_CAUSES: readonly Cause<Linked>[] = [
  {
    found: ['has no successor', 'have no successor'],
    action: 'add the link to the work that needs the result, else to the completion milestone',
    holds: ({ network: { live } }, i) => live.hasSuccessor[i] === 0,
  },
  {
    found: ['has a successor that needs it much later', 'have successors that need them much later'],
    action: 'look for an earlier successor that is missing; where there is none, write down why the work may wait',
  },
]

export const NEGATIVE_FLOAT_ADVICE: Advice = {
  title: 'Recover the negative float',
  description:
    'Begin with the task of the least float: shorten or overlap the work that drives it, or agree a later date for the constraint that it misses.',
}

/** Which float a check counted: that of the schedule and a computed one can differ, so one schedule has two counts. */
const SOURCES = {
  supplied: 'as the schedule has it',
  computed: 'as it is computed',
  mixed: 'as the schedule has it, else as it is computed',
} as const satisfies Record<NonNullable<TotalFloats['source']>, string>

/** "3 tasks have negative total float, as the schedule has it." */
export const negativeFloatText = (count: number, { source }: TotalFloats): string =>
  `${plural(count, 'task has', 'tasks have')} negative total float${source === null ? '' : `, ${SOURCES[source]}`}.`

export const NEGATIVE_FLOAT_FORMULA = 'Those with a total float below 0 / such tasks.'
