/** How plan, path and periods stand in `data` (shared/contract/analysis/as-planned-vs-as-built/data.ts). */
import { AS_BUILT_STATES } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { Network } from '../../graph/network.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import { type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundRatio } from '../../wording/numbers.ts'
import { SIDE_LABELS } from '../delay-analysis/parties.ts'
import { CATEGORY_LABELS, roundDays } from '../delay-analysis/show.ts'
import type { AsBuilt } from './context.ts'
import type { Increments } from './increments.ts'
import { type AsBuiltPath, NO_LINK } from './path.ts'
import type { Period } from './periods.ts'

/** A step whose gap is no more than this, either way, speaks for the path. */
const CLOSE_GAP_DAYS = 5

const number = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })
const day = (values: Int32Array): TableColumn => ({ kind: 'day', values })

/** Days from plan to work; NaN = one of the two is unknown. */
const delays = (built: Int32Array, planned: Int32Array): Float64Array =>
  Float64Array.from(built, (at, i) => (at === DAY_ABSENT || planned[i] === DAY_ABSENT ? Number.NaN : at - planned[i]))

/** The tasks that are in the plan: matched ones, of a plan in the schedule's own fields those with a planned finish. */
export function isInPlan({ plan }: AsBuilt, i: number): boolean {
  return plan.match === undefined
    ? plan.columns.baselineFinish[i] !== DAY_ABSENT
    : plan.match.baselineOf[i] !== NO_MATCH
}

export function varianceTable(built: AsBuilt, onPath: Uint8Array): Table {
  const { columns, plan, state, takesPart, start, finish } = built
  const { baselineStart, baselineFinish, delayCategory } = plan.columns
  const startDelay = delays(start, baselineStart)
  const finishDelay = delays(finish, baselineFinish)
  const rows = Uint32Array.from(takesPart.keys()).filter(i => takesPart[i] === 1 && isInPlan(built, i))
  return new Table(
    columns.taskCount,
    {
      id: { kind: 'text', values: columns.id },
      status: { kind: 'label', values: state, labels: AS_BUILT_STATES },
      planned_start: day(baselineStart),
      planned_finish: day(baselineFinish),
      as_built_start: day(start),
      as_built_finish: day(finish),
      start_delay_days: number(startDelay),
      finish_delay_days: number(finishDelay),
      duration_growth_days: number(finishDelay.map((days, i) => days - startDelay[i])),
      is_on_controlling_path: { kind: 'boolean', values: onPath },
      delay_category: { kind: 'label', values: delayCategory, labels: CATEGORY_LABELS },
    },
    rows,
  )
}

export function showPath(
  built: AsBuilt,
  network: Network,
  path: AsBuiltPath,
  increments: Increments,
  sides: Uint8Array,
): { readonly [member: string]: ResultValue } {
  const { columns, start, finish, plan } = built
  const { tasks, links, gapDays } = path
  const length = tasks.length
  const of = (values: Int32Array): Int32Array => Int32Array.from(tasks, i => values[i])
  const predecessors = Int32Array.from(links, k => (k === NO_LINK ? NO_MATCH : network.task[k]))
  const relations = Uint8Array.from(links, k => (k === NO_LINK ? RELATION_TYPES.length : network.type[k]))
  const category = Uint8Array.from(tasks, i => columns.delayCategory[i])
  const { shares, days, finishDelayDays, durationGrowthDays, isPlanned } = increments
  const { slipDays, consumedDays, floatHadDays, recoveredDays, elsewhereDays } = shares
  const sum = (values: Float64Array, from = 0): number => values.reduce((total, each) => total + each, from)
  const stepCount = length - 1
  const close = gapDays.reduce((sum, gap) => sum + (Math.abs(gap) <= CLOSE_GAP_DAYS + EPSILON_DAYS ? 1 : 0), 0)
  return {
    label: 'indicative',
    confidence: stepCount === 0 ? null : roundRatio(close / stepCount),
    close_gap_days: CLOSE_GAP_DAYS,
    step_count: stepCount,
    steps: new Table(length, {
      id: { kind: 'reference', values: tasks, into: columns.id },
      predecessor_id: { kind: 'reference', values: predecessors, into: columns.id },
      relation: { kind: 'label', values: relations, labels: [...RELATION_TYPES, null] },
      gap_days: number(gapDays),
      is_out_of_sequence: { kind: 'boolean', values: Uint8Array.from(gapDays, isNegative) },
      is_planned: { kind: 'boolean', values: isPlanned },
      planned_finish: day(of(plan.columns.baselineFinish)),
      as_built_start: day(of(start)),
      as_built_finish: day(of(finish)),
      finish_delay_days: number(finishDelayDays),
      increment_days: number(days),
      slip_days: number(slipDays),
      consumed_float_days: number(consumedDays),
      float_days: number(floatHadDays),
      duration_growth_days: number(durationGrowthDays),
      gap_growth_days: number(slipDays.map((each, n) => each - durationGrowthDays[n])),
      delay_category: { kind: 'label', values: category, labels: CATEGORY_LABELS },
      party: { kind: 'label', values: category.map(code => sides[code]), labels: SIDE_LABELS },
    }),
    recovery_days: roundDays(sum(recoveredDays, elsewhereDays)),
    recovered_elsewhere_days: roundDays(elsewhereDays),
    consumed_float_days: roundDays(sum(consumedDays)),
    total_days: roundDays(sum(days, elsewhereDays)),
  }
}

export const isNegative = (gap: number): number => (gap < -EPSILON_DAYS ? 1 : 0)

export const showPeriods = (periods: readonly Period[], statusDay: number): ResultValue =>
  periods.map(({ day: end, place, cumulativeDays, days }) => ({
    schedule: place,
    date: dateOrNull(end),
    is_projected: statusDay !== DAY_ABSENT && end > statusDay,
    cumulative_delay_days: Number.isNaN(cumulativeDays) ? null : roundDays(cumulativeDays),
    period_delay_days: Number.isNaN(days) ? null : roundDays(days),
  }))
