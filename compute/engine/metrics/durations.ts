/** Tasks that are too long to be measured. */
import { EPSILON_DAYS } from '../calendar/snap.ts'
import type { Advice } from '../check/check.ts'
import { basisOf, type Chosen, worstTask } from '../check/worst.ts'
import type { Durations } from '../population/durations.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'

/** Longer tasks are long: two working months (PAM point 8). */
export const LONG_DURATION_DAYS = 44

export const isLongDuration = (days: number): boolean => days > LONG_DURATION_DAYS + EPSILON_DAYS

export const LONG_TASKS_ADVICE: Advice = {
  title: 'Break down the long tasks',
  description:
    'Cut each into steps of at most a reporting period or two, with a result that can be seen, and link the steps.',
}

export interface Lengths extends Chosen {
  readonly durations: Durations
  /** Given by a family that counts baseline durations before durations. */
  readonly baselineDurations?: Float64Array
}

const hasBaselineLength = ({ baselineDurations }: Lengths, i: number): boolean =>
  baselineDurations !== undefined && !Number.isNaN(baselineDurations[i])

export const lengthOf = (context: Lengths, i: number): number =>
  hasBaselineLength(context, i) ? context.baselineDurations![i] : context.durations.days[i]

export const longestTask = worstTask<Lengths>(
  lengthOf,
  (context, i) =>
    `${hasBaselineLength(context, i) ? 'baseline duration ' : ''}${inDays(lengthOf(context, i), basisOf(context))}`,
  'Longest',
)

/** "3 tasks are longer than 44 working days." */
export const longText = (count: number, context: Chosen): string =>
  `${plural(count, 'task is', 'tasks are')} longer than ${inDays(LONG_DURATION_DAYS, basisOf(context))}.`
