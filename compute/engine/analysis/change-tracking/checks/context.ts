/** What the patterns CT01 to CT15 read of two statuses, and the maker of their rows (/docs/methods/change-tracking#patterns). */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import type { Advice, CheckRow, Coded, Need } from '../../../check/check.ts'
import { type Hits, hitsOf } from '../../../check/findings.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { COMPLETE } from '../../../population/progress.ts'
import type { DayBasis } from '../../../wording/days.ts'
import { type Pair, rollsUp } from '../pair.ts'
import type { SettingImpacts } from '../setting-impact.ts'

export interface PairContext extends Pair {
  /** Something differs between the statuses; else floats and paths moved with the status date alone. */
  readonly isChanged: boolean
  readonly settings: SettingImpacts
  /** What durations, lags and floats are days of. */
  readonly basis: DayBasis
  /** What movements of the finish are days of. */
  readonly offsetBasis: DayBasis
}

export type PatternRow = CheckRow<PairContext> & { readonly advice: Advice }

/** D of later task i less that of its earlier self. */
export const durationChange = ({ before, after, beforeOf }: Pair, i: number): number =>
  after.prepared.durationDays[i] - before.prepared.durationDays[beforeOf[i]]

/** Later tasks that both statuses have, summaries left out, for which the test holds; j is the earlier self of i. */
export function matchedWhere(pair: Pair, test: (i: number, j: number) => boolean): number[] {
  const { after, beforeOf } = pair
  const tasks: number[] = []
  for (let i = 0; i < after.columns.taskCount; i++) {
    if (beforeOf[i] !== NO_MATCH && !rollsUp(after, i) && test(i, beforeOf[i])) tasks.push(i)
  }
  return tasks
}

/** Hits by identity: the tasks of the later status that are given, each once. */
export const hitsOfAfter = ({ afterIds }: Pair, tasks: Iterable<number>): Hits =>
  hitsOfIdentities([...tasks].map(i => afterIds[i]))

/** `count` when they were hit more often than once each. */
export function hitsOfIdentities(identities: readonly number[], count?: number): Hits {
  const all = Uint32Array.from(new Set(identities)).sort()
  return hitsOf(all, count ?? all.length)
}

export const isOpen = ({ after }: Pair, i: number): boolean => after.states.state[i] !== COMPLETE

export const hasLinks: Need<PairContext> = {
  message: 'requires predecessors in the earlier status',
  isMet: ({ before }) => before.network.linkCount > 0,
}

export const hasDurations: Need<PairContext> = {
  message: 'requires durations in the earlier status',
  isMet: ({ before }) => before.prepared.durationDays.some(days => days > 0),
}

export const hasBaseline: Need<PairContext> = {
  message: 'requires baseline dates in the earlier status',
  isMet: ({ before: { columns } }) =>
    columns.baselineFinish.some(day => day !== DAY_ABSENT) || columns.baselineStart.some(day => day !== DAY_ABSENT),
}

type Words = Pick<PatternRow, 'code' | 'title' | 'severity' | 'population' | 'formula' | 'needs' | 'advice' | 'run'> & {
  readonly unit?: PatternRow['unit']
  readonly threshold?: number
  readonly noun?: NonNullable<PatternRow['noun']>
  readonly isSizeless?: true
}

const SOURCE = ofThisService(
  'The documents name the manipulations to look for and give no thresholds that a machine could apply.',
  cite('rp29', 'section 4'),
  cite('decm', '06A504, 06A506c and 29I401a'),
)

/** Patterns are tolerated up to their threshold, none unless it says otherwise. */
export const patternRow = <const Code extends string>(words: Coded<Words, Code>): Coded<PatternRow, Code> => ({
  unit: 'tasks',
  threshold: 0,
  operator: '<=',
  source: SOURCE,
  ...words,
})
