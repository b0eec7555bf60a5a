/** The result in one sentence: how far the finish moved, over how many windows, and what the movement is made of. */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { noPairsText, type Side } from '../../compare/no-pairs.ts'
import { type DayBasis, inDays, laterOrEarlier, signedDays, spanText } from '../../wording/days.ts'
import { theSchedule } from '../../wording/places.ts'
import { plural } from '../../wording/plural.ts'
import type { ConcurrencyPolicy } from './account.ts'
import { concurrentText, unequalText } from './concurrency-words.ts'
import type { DelayOutcome } from './outcome.ts'
import { type DelayTotals, revisionDays, sumOf } from './totals.ts'

const openDaysText = (days: string, ofNoTask: boolean, revised: string | undefined) =>
  `Unattributed: ${days} of the delay that stands, for want of a category${ofNoTask ? ' or of a task that lost them' : ''}${revised === undefined ? '' : `; revisions without one made the finish ${revised} later`}.`

export function summarise(
  outcome: DelayOutcome,
  totals: DelayTotals,
  totalDays: number | null,
  nearCriticalDays: number,
  basis: DayBasis,
  open: { readonly days: number; readonly policy: ConcurrencyPolicy },
): string {
  const { windows, finishes, apart, concurrent, unequal, openRevisionDays } = outcome
  if (apart.length > 0) return `The delay is not known. ${noPairsText(...sidesApart(apart[0]))}`
  if (totalDays === null) return 'The delay is not known: the first or the last schedule has no finish.'
  const movement =
    totalDays === 0
      ? `The finish did not move, ${finishSpan(finishes)},`
      : `The finish moved ${laterOrEarlier(totalDays, basis)}, ${finishSpan(finishes)},`
  const pairs = concurrentText(concurrent, basis)
  const unequalPairs = unequalText(unequal, nearCriticalDays, basis)
  return [
    `${movement} over ${plural(windows.length, 'window')}: ${howText(outcome, totals, basis)}.`,
    ...(pairs === undefined ? [] : [`Concurrent, ${inDays(totals.concurrentDays, basis)}: ${pairs}.`]),
    ...(unequalPairs === undefined
      ? []
      : [`At one time, but unequal, ${inDays(totals.unequalDays, basis)}: ${unequalPairs}.`]),
    ...(open.days > EPSILON_DAYS
      ? [
          openDaysText(
            inDays(open.days, basis),
            totals.noTaskDays > EPSILON_DAYS,
            openRevisionDays > EPSILON_DAYS ? inDays(openRevisionDays, basis) : undefined,
          ),
        ]
      : []),
    ...(open.policy === 'literal' ? [] : [`Concurrency: ${open.policy}.`]),
    'Indicators, not verdicts.',
  ].join(' ')
}

/** Neighbours in words, with their tasks. */
export const sidesApart = ([earlier, later]: DelayOutcome['apart'][number]) =>
  [earlier, later].map(({ place, columns: { taskCount } }) => ({ called: theSchedule(place), taskCount })) as [
    Side,
    Side,
  ]

export const finishSpan = (finishes: DelayOutcome['finishes']): string =>
  spanText(finishes[0]?.day, finishes.at(-1)?.day)

/** What the movement is made of; what is 0 is left out, but not revisions that cancel out: the plan was revised. */
export function howText(
  { mode, isSplit, totals: windows }: Pick<DelayOutcome, 'mode' | 'isSplit' | 'totals'>,
  totals: DelayTotals,
  basis: DayBasis,
): string {
  if (mode === 'dates') return 'by dates alone'
  const parts = [
    [
      sumOf(totals.byCategory),
      isSplit ? 'by slips beyond the float' : 'by slips beyond the float and revisions of the plan',
    ],
    [totals.recoveryDays, isSplit ? 'recovered by progress' : 'recovered by progress and revisions of the plan'],
    [revisionDays(totals), 'by revisions of the plan'],
  ] as const
  const shown = parts.filter(([days]) => Math.abs(days) > EPSILON_DAYS)
  const isRevised = [totals, ...windows].some(({ revisions }) =>
    Object.values(revisions).some(days => Math.abs(days) > EPSILON_DAYS),
  )
  const texts = shown.map(([days, how]) => `${signedDays(days, basis)} ${how}`)
  if (isRevised && Math.abs(revisionDays(totals)) <= EPSILON_DAYS)
    texts.push('revisions of the plan moved it both ways, by 0 in sum')
  return texts.length === 0 ? 'nothing moved it' : texts.join(', ')
}
