/** How windows and totals stand in `data` (shared/analysis/delay-analysis/data.ts). */
import type { TextColumn } from '../../../../shared/schedule/columns.ts'
import { DELAY_CATEGORIES } from '../../../../shared/schedule/fields.ts'
import { textAt } from '../../../../shared/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { showHistory } from './changed-history.ts'
import type { ConcurrentPair } from './concurrency.ts'
import { type EntitlementRule, SIDE_LABELS } from './parties.ts'
import { REVISION_STEPS } from './revision-split.ts'
import { showChanges, showSteps } from './show-revisions.ts'
import type { Status } from './status.ts'
import { concurrentDays, type DelayTotals, entitlementOf, revisionDays, sumTotals } from './totals.ts'
import type { Window } from './windows.ts'

export const CATEGORY_LABELS: readonly (string | null)[] = [null, ...DELAY_CATEGORIES]

/** Pairs of concurrent delays listed per window. */
const PAIRS_LISTED_MAX = 100

export const roundDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)
const number = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })

export const showByCategory = ({ byCategory }: DelayTotals): Record<string, number> =>
  Object.fromEntries([
    ...DELAY_CATEGORIES.map((category, at) => [category, roundDays(byCategory[at + 1])]),
    ['unattributed', roundDays(byCategory[0])],
  ])

export const showRevisions = ({ revisions }: DelayTotals): Record<string, number> =>
  Object.fromEntries(REVISION_STEPS.map(step => [`${step}_days`, roundDays(revisions[step])]))

export function showEntitlement(
  windows: readonly DelayTotals[],
  rules: readonly EntitlementRule[],
  movementDays: number,
): { readonly [name: string]: ResultValue } {
  const { excusableCompensable, excusableOnly, nonExcusable, limited } = entitlementOf(windows, rules, movementDays)
  const totals = sumTotals(windows)
  return {
    excusable_compensable_days: roundDays(excusableCompensable),
    excusable_non_compensable_days: roundDays(excusableOnly),
    non_excusable_days: roundDays(nonExcusable),
    concurrent_days: roundDays(concurrentDays(totals)),
    unattributed_days: roundDays(totals.byCategory[0]),
    limited_days: roundDays(limited),
    rules: rules.map(({ category, side, excusable, compensable }) => ({
      category,
      party: SIDE_LABELS[side],
      excusable,
      compensable,
    })),
  }
}

/** What a window lies between. */
export function showEnds(earlier: Status, later: Status) {
  const from = showDataDate(earlier.prepared)
  const to = showDataDate(later.prepared)
  return {
    from: earlier.place,
    to: later.place,
    from_date: from.date,
    to_date: to.date,
    length_days: roundDays(to.offset - from.offset),
  }
}

const showPairs = (pairs: readonly ConcurrentPair[], ids: TextColumn) =>
  pairs.slice(0, PAIRS_LISTED_MAX).map(pair => ({
    owner_task_id: textAt(ids, pair.ownerTask),
    contractor_task_id: textAt(ids, pair.contractorTask),
    concurrent_days: roundDays(pair.days),
    controlling_party: SIDE_LABELS[pair.controllingSide],
    slack_days: roundDays(pair.slackDays),
  }))

export function showWindow(window: Window, totals: DelayTotals): { readonly [name: string]: ResultValue } {
  const { earlier, later, delayDays, half, attribution, columns, category, side, sides, concurrent, offPath } = window
  const { path, shares, slipDays, consumedFloat, previous: before } = attribution
  const { id } = columns
  const table = (rows: Uint32Array, more: Record<string, TableColumn>): Table =>
    new Table(rows.length, { id: { kind: 'reference', values: rows, into: id }, ...more })
  const of = (rows: Uint32Array, values: Float64Array): TableColumn => number(Float64Array.from(rows, i => values[i]))
  const labelsOf = (rows: Uint32Array, codes: Uint8Array, labels: readonly (string | null)[]): TableColumn => ({
    kind: 'label',
    values: Uint8Array.from(rows, i => codes[i]),
    labels,
  })
  const places = (test: (n: number) => boolean): number[] => [...path.keys()].filter(test)
  const isDays = (days: number): boolean => Math.abs(days) > EPSILON_DAYS
  const movers = places(n => isDays(shares.shareDays[n]) || isDays(shares.recoveredDays[n]))
  const moverTasks = Uint32Array.from(movers, n => path[n])
  const { slips, pacing, behind } = offPath
  const eaten = places(n => shares.consumedDays[n] > EPSILON_DAYS)
  const consumers = Uint32Array.from([...eaten.map(n => path[n]), ...slips])
  return {
    ...showEnds(earlier, later),
    delay_days: roundDays(delayDays),
    half_step_finish: half === undefined ? null : roundDays(half.finish),
    progress_delay_days: half === undefined ? null : roundDays(half.finish - earlier.finish),
    revision_delay_days: half === undefined ? null : roundDays(revisionDays(totals)),
    revision: half === undefined ? null : showRevisions(totals),
    revision_steps: half === undefined ? [] : showSteps(half.revisions),
    revisions: half === undefined ? [] : showChanges(earlier, later, half.revisions, sides),
    revision_count: half?.revisions.named.count ?? 0,
    revisions_tested_count: half?.revisions.named.testedCount ?? 0,
    ...showHistory(earlier, later),
    scope_with_logic: half?.revisions.scopeWithLogic === true,
    controlling_path: new References(path, id),
    attribution: table(moverTasks, {
      contribution_days: number(Float64Array.from(movers, n => shares.shareDays[n] + shares.recoveredDays[n])),
      slip_days: number(Float64Array.from(movers, n => shares.slipDays[n])),
      delay_category: labelsOf(moverTasks, category, CATEGORY_LABELS),
      party: labelsOf(moverTasks, side, SIDE_LABELS),
    }),
    recovery_days: roundDays(totals.recoveryDays),
    recovered_elsewhere_days: roundDays(shares.elsewhereDays),
    consumed_float_days: roundDays(totals.consumedFloatDays),
    by_category: showByCategory(totals),
    concurrent_days: roundDays(concurrentDays(totals)),
    concurrency: showPairs(concurrent.counted, id),
    unequal_concurrent_days: roundDays(totals.unequalDays),
    unequal_concurrency: showPairs(concurrent.unequal, id),
    possible_pacing: table(pacing, {
      party: labelsOf(pacing, side, SIDE_LABELS),
      slip_days: of(pacing, slipDays),
      total_float_days: of(pacing, before.totalFloat),
      behind_task_id: { kind: 'reference', values: behind, into: id },
    }),
    possible_pacing_count: offPath.pacingCount,
    float_consumption: table(consumers, {
      slip_days: number(
        Float64Array.from([...eaten.map(n => shares.slipDays[n]), ...Array.from(slips, i => slipDays[i])]),
      ),
      consumed_days: number(
        Float64Array.from([...eaten.map(n => shares.consumedDays[n]), ...Array.from(slips, i => consumedFloat(i))]),
      ),
      total_float_days: number(
        Float64Array.from([...eaten.map(n => shares.floatHadDays[n]), ...Array.from(slips, i => before.totalFloat[i])]),
      ),
      delay_category: labelsOf(consumers, category, CATEGORY_LABELS),
      is_on_controlling_path: {
        kind: 'boolean',
        values: Uint8Array.from(consumers, (_, n) => (n < eaten.length ? 1 : 0)),
      },
    }),
    float_consumption_count: eaten.length + offPath.slipCount,
  }
}
