/** Concurrent delays in sentences: how many days of which slip, and with which slip of the other party. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { type DayBasis, inDays } from '../../wording/days.ts'
import { plural } from '../../wording/plural.ts'
import { taskText } from '../../wording/tasks.ts'
import { CONTRACTOR, OWNER, SIDE_LABELS } from './parties.ts'
import type { ConcurrentPair } from './tally.ts'

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
export function concurrentText({ count, most }: PairSummary, basis: DayBasis): string | undefined {
  if (most === undefined) return undefined
  return `${inDays(most.days, basis)} of ${most.slip} with ${most.beside}${more(count)}`
}

/** The same of unequal delays, with why their days are not counted. */
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
