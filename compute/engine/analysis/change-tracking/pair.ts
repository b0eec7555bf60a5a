/** Two statuses side by side: what the comparison of fields, the impact and the patterns all read. */

import type { ComputedStatus } from '../../compare/computed-status.ts'
import { compareLinks, type LinkChanges, type LogicDrift } from '../../compare/link-changes.ts'
import type { SettingSides } from '../../compare/old-setting.ts'
import { settingDifference } from '../../compare/setting-changes.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { isSummary } from '../../kind/participation.ts'
import { minutesPerDay } from './edits.ts'
import type { Matcher } from './identities.ts'

export interface Thresholds {
  readonly dateChangeDays: number
  readonly progressChangePct: number
}

export interface Pair {
  readonly before: ComputedStatus
  readonly after: ComputedStatus
  /** Later task of earlier task j, NO_MATCH = deleted; and earlier task of later task i, NO_MATCH = added. */
  readonly afterOf: Int32Array
  readonly beforeOf: Int32Array
  /** Identity of each task (identities.ts). */
  readonly beforeIds: Uint32Array
  readonly afterIds: Uint32Array
  readonly links: LinkChanges
  readonly drift: LogicDrift
  readonly matched: number
  readonly thresholds: Thresholds
  /** What differs between their calendars and scheduling options. */
  readonly setting: SettingSides
}

/** Days of earlier task j as days of later task i: a day of its calendar may have other hours. */
export const dayScale = ({ before, after }: Pick<Pair, 'before' | 'after'>, j: number, i: number): number =>
  minutesPerDay(before.prepared.input, j) / minutesPerDay(after.prepared.input, i)

export function pairOf(
  before: ComputedStatus,
  after: ComputedStatus,
  beforeIds: Uint32Array,
  afterIds: Uint32Array,
  matcher: Matcher,
  thresholds: Thresholds,
): Pair {
  const afterOf = matcher.match(beforeIds, afterIds)
  const beforeOf = matcher.match(afterIds, beforeIds)
  const { changes, drift } = compareLinks({ before: before.columns, after: after.columns, beforeOf, afterOf })
  const matched = beforeOf.reduce((count, j) => count + (j === NO_MATCH ? 0 : 1), 0)
  const setting = { before, after, beforeOf, difference: settingDifference(before, after, beforeOf) }
  return { before, after, afterOf, beforeOf, beforeIds, afterIds, links: changes, drift, matched, thresholds, setting }
}

/** A task that rolls up others in the status it is looked at in: its changes are theirs. */
export const rollsUp = ({ states }: ComputedStatus, i: number): boolean => isSummary(states.kind[i])
