/** The result in one sentence, and delays of owner and contractor at one time in words: how far the finish moved, over how many windows, and what the movement is made of. */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { noPairsText, type Side } from '../../compare/no-pairs.ts'
import { type DayBasis, inDays, laterOrEarlier, signedDays, spanText, wallText } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { taskText, theSchedule } from '../../wording/tasks.ts'
import type { ConcurrencyPolicy } from './account.ts'
import type { ConcurrentPair } from './beside.ts'
import type { DelayOutcome } from './outcome.ts'
import { CONTRACTOR, OWNER, SIDE_LABELS } from './parties.ts'
import { type DelayTotals, revisionDays, sumOf, sumTotals } from './totals.ts'

/** Concurrent delays in sentences: how many days of which slip, and with which slip of the other party. */
interface PairWords {
  readonly days: number
  /** The slip on the controlling path, with its party; and the one beside it. */
  readonly slip: string
  readonly beside: string
  readonly party: string
  readonly slackDays: number
}

/** How many pairs there are, and the one of the most days. */
export interface PairSummary {
  readonly count: number
  readonly most: PairWords | undefined
}

/** What a path that ends with another is told to end before it where its last link had let go: two ties by the clock. */
const LET_GO_DAYS = 5 / 1440

export const NO_PAIRS: PairSummary = { count: 0, most: undefined }

/** `summary` with the pairs of one more window. Among pairs of equal days the first by its words counts, so the order of the input does not matter. */
export function withPairs(
  summary: PairSummary,
  columns: ScheduleColumns,
  pairs: readonly ConcurrentPair[],
): PairSummary {
  const daysMax = pairs.reduce((max, { days }) => Math.max(max, days), summary.most?.days ?? 0)
  let { most } = summary
  for (const pair of pairs) {
    if (pair.days < daysMax - EPSILON_DAYS) continue
    const words = wordsOf(columns, pair)
    if (most === undefined || most.days < daysMax - EPSILON_DAYS || isFirst(words, most)) most = words
  }
  return { count: summary.count + pairs.length, most }
}

function wordsOf(
  columns: ScheduleColumns,
  { ownerTask, contractorTask, days, controllingSide, slackDays }: ConcurrentPair,
): PairWords {
  // where both paths end together the owner's is named first
  const isOwners = controllingSide !== CONTRACTOR
  const party = SIDE_LABELS[isOwners ? OWNER : CONTRACTOR]!
  const other = SIDE_LABELS[isOwners ? CONTRACTOR : OWNER]!
  return {
    days,
    slip: `${taskText(columns, isOwners ? ownerTask : contractorTask)} (${party})`,
    beside: `${taskText(columns, isOwners ? contractorTask : ownerTask)} (${other})`,
    party,
    slackDays,
  }
}

const isFirst = (a: PairWords, b: PairWords): boolean => a.slip < b.slip || (a.slip === b.slip && a.beside < b.beside)

const more = (count: number): string => (count < 2 ? '' : ` and ${plural(count - 1, 'more pair')}`)

/** "4 working days of O Permit (owner) with K Steel (contractor) and 2 more pairs"; undefined = none. */
function concurrentText({ count, most }: PairSummary, basis: DayBasis): string | undefined {
  if (most === undefined) return undefined
  return `${inDays(most.days, basis)} of ${most.slip} with ${most.beside}${more(count)}`
}

const revisedTogetherText = (totals: DelayTotals, basis: DayBasis): string =>
  `Concurrent by revisions, ${inDays(totals.revisionConcurrentDays, basis)}${wallText(totals.revisionConcurrentCalendarDays, basis)}: those of one party alone would have brought the finish as far as what the other did. Held beside days of the same window, they can be others where it is cut otherwise, or once added work that is still going on is over: then the days between are told one by one.`

/** What owner and contractor held together, in sentences. */
export const togetherText = ({ concurrent }: DelayOutcome, totals: DelayTotals, basis: DayBasis): string => {
  const pairs = concurrentText(concurrent, basis)
  return [
    ...(pairs === undefined ? [] : [`${pairs}.`]),
    ...(totals.revisionConcurrentDays > EPSILON_DAYS ? [revisedTogetherText(totals, basis)] : []),
  ].join(' ')
}

/** The sentence on unequal delays, with why their days are not counted. */
export function unequalText({ count, most }: PairSummary, thresholdDays: number, basis: DayBasis): string | undefined {
  if (most === undefined) return undefined
  const theirs = `${inDays(most.days, basis)} of ${most.slip} ran beside a delay of ${most.beside}`
  // by whole days and by the clock, what lies under this is no difference (beyondDataDate)
  const isTied = most.slackDays <= LET_GO_DAYS
  const ends = isTied
    ? 'whose path ends with the controlling one and had let the next work go on'
    : `whose path ends ${inDays(most.slackDays, basis)} before the controlling one`
  return `${theirs}, ${ends}${more(count)}; with near_critical_threshold ${thresholdDays} they are not concurrent and stay with the ${most.party}`
}

const openDaysText = (days: string, ofNoTask: boolean, revised: string | undefined) =>
  `Unattributed: ${days} of the delay that stands, for want of a category${ofNoTask ? ' or of a task that lost them' : ''}${revised === undefined ? '' : `; revisions without one made the finish ${revised} later`}.`

export function summarise(
  outcome: DelayOutcome,
  totals: DelayTotals,
  totalDays: number | null,
  nearCriticalDays: number,
  basis: DayBasis,
  open: {
    readonly days: number
    readonly calendarDays: number
    readonly policy: ConcurrencyPolicy
    /** Sentences on the dates of the contract. */
    readonly contract: readonly string[]
  },
): string {
  const { windows, finishes, apart, concurrent, unequal, openRevisionDays } = outcome
  if (apart.length > 0) return `The delay is not known. ${noPairsText(...sidesApart(apart[0]))}`
  if (totalDays === null) return 'The delay is not known: the first or the last schedule has no finish.'
  const movement =
    totalDays === 0 && !(Math.abs(outcome.totalCalendarDays) > EPSILON_DAYS)
      ? `The finish did not move, ${finishSpan(finishes)},`
      : `The finish moved ${movedText(totalDays, outcome.totalCalendarDays, basis)}, ${finishSpan(finishes)},`
  const pairs = concurrentText(concurrent, basis)
  const unequalPairs = unequalText(unequal, nearCriticalDays, basis)
  return [
    `${movement} over ${plural(windows.length, 'window')}: ${howText(outcome, totals, basis)}.`,
    ...(pairs === undefined
      ? []
      : [
          `Concurrent, ${inDays(totals.concurrentDays, basis)}${wallText(totals.concurrentCalendarDays, basis)}: ${pairs}.`,
        ]),
    ...(totals.revisionConcurrentDays > EPSILON_DAYS ? [revisedTogetherText(totals, basis)] : []),
    ...(unequalPairs === undefined
      ? []
      : [`At one time, but unequal, ${inDays(totals.unequalDays, basis)}: ${unequalPairs}.`]),
    ...(open.days > EPSILON_DAYS
      ? [
          openDaysText(
            `${inDays(open.days, basis)}${wallText(open.calendarDays, basis)}`,
            totals.noTaskDays > EPSILON_DAYS,
            openRevisionDays > EPSILON_DAYS ? inDays(openRevisionDays, basis) : undefined,
          ),
        ]
      : []),
    ...(open.policy === 'literal' ? [] : [`Concurrency: ${open.policy}.`]),
    ...open.contract,
    'Indicators, not verdicts.',
  ].join(' ')
}

/** A finish that moved over days off alone moved no day of the calendar. */
const movedText = (days: number, wallDays: number, basis: DayBasis): string =>
  days === 0 ? `${inDays(0, basis)} but ${laterOrEarlier(wallDays, 'calendar')}` : laterOrEarlier(days, basis, wallDays)

/** Neighbours in words, with their tasks. */
export const sidesApart = ([earlier, later]: DelayOutcome['apart'][number]) =>
  [earlier, later].map(({ place, columns: { taskCount } }) => ({ called: theSchedule(place), taskCount })) as [
    Side,
    Side,
  ]

export const finishSpan = (finishes: DelayOutcome['finishes']): string =>
  spanText(finishes[0]?.day, finishes.at(-1)?.day)

/** Calendar days of progress. */
const wallDaysOf = ({ byCategoryCalendar, recoveryCalendarDays }: DelayTotals): number =>
  sumOf(byCategoryCalendar) + recoveryCalendarDays

/** What the movement is made of; what is 0 is left out, but not revisions that cancel out: the plan was revised. `inDetail`: what of it was out of sequence, and what no task lost. */
export function howText(
  { mode, isSplit, totals: windows, isOfOneDate }: Pick<DelayOutcome, 'mode' | 'isSplit' | 'totals' | 'isOfOneDate'>,
  all: DelayTotals,
  basis: DayBasis,
  inDetail = false,
): string {
  if (mode === 'dates') return 'by dates alone'
  const isOtherwise = (n: number): boolean => isSplit && isOfOneDate[n] === true
  const totals = sumTotals(windows.filter((_, n) => !isOtherwise(n)))
  const otherwise = sumTotals(windows.filter((_, n) => isOtherwise(n)))
  const beside = (days: number, how: string): string =>
    inDetail && days > EPSILON_DAYS ? `, ${inDays(days, basis)} of it ${how}` : ''
  const parts = [
    [
      sumOf(totals.byCategory),
      isSplit
        ? `by slips beyond the float${beside(totals.noTaskDays, 'that no task lost')}`
        : 'by slips beyond the float and revisions of the plan',
    ],
    [
      totals.recoveryDays,
      isSplit
        ? `recovered by progress${beside(-totals.aheadDays, 'out of sequence')}`
        : 'recovered by progress and revisions of the plan',
    ],
    [
      sumOf(otherwise.byCategory) + otherwise.recoveryDays,
      'by what a later schedule of the same date reports otherwise',
    ],
    [revisionDays(all), 'by revisions of the plan'],
  ] as const
  const shown = parts.filter(([days]) => Math.abs(days) > EPSILON_DAYS)
  const isRevised = [all, ...windows].some(({ revisions }) =>
    Object.values(revisions).some(days => Math.abs(days) > EPSILON_DAYS),
  )
  const texts = shown.map(([days, how]) => `${signedDays(days, basis)} ${how}`)
  if (isRevised && Math.abs(revisionDays(all)) <= EPSILON_DAYS)
    texts.push('revisions of the plan moved it both ways, by 0 in sum')
  if (texts.length === 0 && Math.abs(wallDaysOf(all)) > EPSILON_DAYS) return 'by work that ended on days off'
  return texts.length === 0 ? 'nothing moved it' : texts.join(', ')
}
