/**
 * The comparisons of a request one after the other: statuses are computed when first needed and dropped after their last
 * comparison, so that a long history does not stand in memory at once.
 */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { runCheck } from '../../check/check.ts'
import { type ComputedStatus, computeStatus } from '../../compare/computed-status.ts'
import { computedFindings, type FoundIn } from '../../compare/input-findings.ts'
import { type Ending, lastTaskOf, lastTaskText, showLastTask } from '../../compare/last-task.ts'
import type { LogicDrift } from '../../compare/link-changes.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { ResultValue } from '../../result/result.ts'
import { type DayBasis, dayBasis, laterOrEarlier, offsetBasis } from '../../wording/days.ts'
import { type ChangeLog, NO_LOG } from './change-log.ts'
import type { ListedPair } from './change-table.ts'
import type { PairContext, PatternRow } from './checks/context.ts'
import { CHANGE_TRACKING_ROWS } from './checks/rows.ts'
import { editKey, testedMax } from './edits.ts'
import { findChanges } from './find-changes.ts'
import { type Identities, Matcher } from './identities.ts'
import { editImpacts } from './impact.ts'
import type { PairPatterns } from './integrity.ts'
import type { Pair } from './pair.ts'
import { pairOf, type Thresholds } from './pair.ts'
import { categoryOf, settingImpacts } from './setting-impact.ts'
import { showImpact } from './show-impact.ts'
import { showSettingChanges } from './show-settings.ts'

interface WalkOptions {
  readonly pairs: readonly (readonly [before: number, after: number])[]
  readonly identities: Identities
  readonly choice: CalendarChoice
  readonly thresholds: Thresholds
  readonly withEarnedValue: boolean
  readonly withImpact: boolean
  readonly withDetails: boolean
  readonly checkpoint: (() => void) | undefined
}

/** What is left of a comparison when its statuses are dropped. */
export interface Compared extends ListedPair, PairPatterns {
  /** Places of the earlier and of the later status. */
  readonly from: number
  readonly to: number
  readonly matched: number
  readonly added: number
  readonly deleted: number
  readonly drift: LogicDrift
  /** undefined = not requested. */
  readonly impact: ResultValue | undefined
  readonly settingChanges: readonly ResultValue[]
  readonly followed: FollowedFinish
}

export interface StatusFigures {
  readonly projectFinish: number
  /** Day number or DAY_ABSENT. */
  readonly finishDay: number
  /** About the schedule itself. */
  readonly found: FoundIn
}

export interface Walked {
  readonly compared: readonly Compared[]
  /** Entry k: figures of status k, undefined when no comparison has it. */
  readonly figures: readonly (StatusFigures | undefined)[]
}

export function walk(
  items: readonly SeriesItem[],
  orderOf: (columns: ScheduleColumns) => Uint32Array,
  log: ChangeLog,
  options: WalkOptions,
): Walked {
  const { pairs, identities, checkpoint, withDetails } = options
  const setting = {
    calendar: options.choice.calendar,
    anchorDay: commonAnchorDay(items),
  }
  const matcher = new Matcher(identities)
  const held = new Map<number, ComputedStatus>()
  // entry k: the last comparison that has status k
  const lastUse = zeros(Int32Array, items.length)
  for (const [n, pair] of pairs.entries()) for (const k of pair) lastUse[k] = n
  const figures: (StatusFigures | undefined)[] = items.map(() => undefined)
  const computed = (k: number): ComputedStatus => {
    const known = held.get(k)
    if (known !== undefined) return known
    checkpoint?.()
    const { columns, statusDay } = items[k]
    const status = computeStatus(columns, statusDay, orderOf(columns), setting)
    held.set(k, status)
    figures[k] = {
      projectFinish: status.result.projectFinish,
      finishDay: status.dates.projectFinish,
      found: computedFindings(items[k].place, status, options.choice),
    }
    return status
  }
  const compared = pairs.map(([a, b], n): Compared => {
    const before = computed(a)
    const after = computed(b)
    const [beforeIds, afterIds] = [identities.of[a], identities.of[b]]
    const pair = pairOf(before, after, beforeIds, afterIds, matcher, options.thresholds)
    const followed = followedFinish(pair, [items[a].place, items[b].place], offsetBasis(options.choice.mode))
    checkpoint?.()
    log.beginPair()
    const edits = findChanges(pair, NO_LOG, options)
    const impacts = options.withImpact ? editImpacts(pair, edits, testedMax(pair, pairs.length), checkpoint) : undefined
    const daysOf = new Map((impacts?.tested ?? []).map(({ edit, days }) => [editKey(edit), days]))
    findChanges(
      pair,
      log.judgedBy(edit => daysOf.get(editKey(edit)) ?? Number.NaN),
      options,
    )
    const settings = settingImpacts(pair, checkpoint)
    for (const { change, disposition } of settings.each) log.count(categoryOf(change), disposition)
    const context: PairContext = {
      ...pair,
      settings,
      basis: dayBasis(options.choice.mode),
      offsetBasis: offsetBasis(options.choice.mode),
      isChanged: log.counts.at(-1)!.some(count => count > 0),
    }
    const results = CHANGE_TRACKING_ROWS.map(row => runCheck<PairContext, PatternRow>(row, context))
    const shown = { from: a, to: b, ids: identities.ids, withDetails }
    const impact = impacts === undefined ? undefined : showImpact(pair, impacts, settings, shown)
    for (const k of [a, b]) if (lastUse[k] === n) held.delete(k)
    return {
      before: { columns: before.columns, day: before.day },
      after: { columns: after.columns, day: after.day },
      beforeIds,
      afterIds,
      from: a,
      to: b,
      fromDay: before.day,
      toDay: after.day,
      results,
      matched: pair.matched,
      added: after.columns.taskCount - pair.matched,
      deleted: before.columns.taskCount - pair.matched,
      drift: pair.drift,
      impact,
      settingChanges: showSettingChanges(pair, settings, shown),
      followed,
    }
  })
  return { compared, figures }
}

/** Whose finish a comparison of two statuses follows where another task ends last (compare/last-task.ts). */
export interface FollowedFinish {
  /** What is said before all else; empty = the same task ends last. */
  readonly text: string
  readonly shown: ResultValue
}

/** `places` of both statuses in the request. */
function followedFinish(
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
