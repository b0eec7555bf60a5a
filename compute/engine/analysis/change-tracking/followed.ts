/** Whose finish a comparison of two statuses follows where another task ends last (compare/last-task.ts). */
import type { ComputedStatus } from '../../compare/computed-status.ts'
import { type Ending, lastTaskOf, lastTaskText, showLastTask } from '../../compare/last-task.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import type { ResultValue } from '../../result/result.ts'
import { type DayBasis, laterOrEarlier } from '../../wording/days.ts'
import type { Pair } from './pair.ts'

export interface FollowedFinish {
  /** What is said before all else; empty = the same task ends last. */
  readonly text: string
  readonly shown: ResultValue
}

/** `places` of both statuses in the request. */
export function followedFinish(
  { before, after, beforeOf, matched }: Pair,
  places: readonly [before: string, after: string],
  basis: DayBasis,
): FollowedFinish {
  // without a common task the gate says that nothing is compared
  if (matched === 0) return { text: '', shown: null }
  const ending = (place: string, { columns, network, result }: ComputedStatus, partners?: Int32Array): Ending => ({
    place,
    columns,
    finishOf: i => (network.takesPart[i] === 1 ? result.earlyFinish[i] : Number.NaN),
    partners,
  })
  const endings = [ending(places[0], before), ending(places[1], after, beforeOf)] as const
  const last = lastTaskOf(endings)
  const wholeDays = after.result.projectFinish - before.result.projectFinish
  const movedOf = (rows: Int32Array): number => endings[1].finishOf(rows[1]) - endings[0].finishOf(rows[0])
  const otherDays = last.otherRows === undefined ? Number.NaN : movedOf(last.otherRows)
  const inWords = (days: number): string => (Number.isNaN(days) ? '' : laterOrEarlier(days, basis))
  const followedDays = last.rows[1] === NO_MATCH ? wholeDays : movedOf(last.rows)
  const text = lastTaskText(last, endings, inWords(wholeDays), inWords(otherDays), inWords(followedDays))
  const moved = { followed: followedDays, whole: wholeDays, other: otherDays }
  return { text, shown: showLastTask(last, endings, text, moved) }
}
