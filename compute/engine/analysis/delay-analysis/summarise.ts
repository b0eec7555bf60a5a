/** The result in one sentence: how far the finish moved, over how many windows, and what the movement is made of. */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { noPairsText, type Side } from '../../compare/no-pairs.ts'
import { type DayBasis, inDays, laterOrEarlier, signedDays, spanText } from '../../wording/days.ts'
import { theSchedule } from '../../wording/places.ts'
import type { ConcurrencyPolicy } from './account.ts'
import { concurrentText, unequalText } from './concurrency-words.ts'
import type { DelayOutcome } from './outcome.ts'
import { type DelayTotals, revisionDays, sumOf } from './totals.ts'
import { WORDS } from './words.ts'

export function summarise(
  outcome: DelayOutcome,
  totals: DelayTotals,
  totalDays: number | null,
  nearCriticalDays: number,
  basis: DayBasis,
  open: { readonly days: number; readonly policy: ConcurrencyPolicy },
): string {
  const { windows, finishes, apart, concurrent, unequal, openRevisionDays } = outcome
  const { noPairs, unknown, unmoved, moved, how, together, unequalDays, openDays, policy, indicators } = WORDS.summarise
  if (apart.length > 0) return noPairs(noPairsText(...sidesApart(apart[0])))
  if (totalDays === null) return unknown
  const movement =
    totalDays === 0 ? unmoved(finishSpan(finishes)) : moved(laterOrEarlier(totalDays, basis), finishSpan(finishes))
  const pairs = concurrentText(concurrent, basis)
  const unequalPairs = unequalText(unequal, nearCriticalDays, basis)
  return [
    how(movement, windows.length, howText(outcome, totals, basis)),
    ...(pairs === undefined ? [] : [together(inDays(totals.concurrentDays, basis), pairs)]),
    ...(unequalPairs === undefined ? [] : [unequalDays(inDays(totals.unequalDays, basis), unequalPairs)]),
    ...(open.days > EPSILON_DAYS
      ? [
          openDays(
            inDays(open.days, basis),
            totals.noTaskDays > EPSILON_DAYS,
            openRevisionDays > EPSILON_DAYS ? inDays(openRevisionDays, basis) : undefined,
          ),
        ]
      : []),
    ...(open.policy === 'literal' ? [] : [policy(open.policy)]),
    indicators,
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
  const { byDates, bySlips, bySlipsAndRevisions, recovered, recoveredByBoth, byRevisions, bothWays, nothing, part } =
    WORDS.howText
  if (mode === 'dates') return byDates
  const parts = [
    [sumOf(totals.byCategory), isSplit ? bySlips : bySlipsAndRevisions],
    [totals.recoveryDays, isSplit ? recovered : recoveredByBoth],
    [revisionDays(totals), byRevisions],
  ] as const
  const shown = parts.filter(([days]) => Math.abs(days) > EPSILON_DAYS)
  const isRevised = [totals, ...windows].some(({ revisions }) =>
    Object.values(revisions).some(days => Math.abs(days) > EPSILON_DAYS),
  )
  const texts = shown.map(([days, how]) => part(signedDays(days, basis), how))
  if (isRevised && Math.abs(revisionDays(totals)) <= EPSILON_DAYS) texts.push(bothWays)
  return texts.length === 0 ? nothing : texts.join(', ')
}
