/** The blocks of BaselineCompareData that are always there, and the table per pair. */

import {
  MATCH_METHODS,
  TASK_STATUSES,
  VARIANCE_BANDS,
} from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { ReportedFinish } from '../../check/beyond-dates.ts'
import { showLastTask } from '../../compare/last-task.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { kindOf } from '../../kind/participation.ts'
import { type Execution, executionIndex, indexOf, withoutDeleted } from '../../metrics/execution.ts'
import { showPopulation } from '../../population/populations.ts'
import { dateOrNull } from '../../result/options.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { plural, roundHalfAway, roundRatio, roundScore } from '../../wording/numbers.ts'
import { COUNTED, type Comparison } from './context.ts'
import { type EarnedSchedule, periodAxis, periodicEarnedSchedule } from './earned-schedule.ts'
import { forecastExecution } from './execution.ts'
import { plannedAt } from './planned-value.ts'
import { type ProjectFinish, toldOrEarlyFinish, toldOrEarlyStart } from './statuses.ts'
import { spreadOf } from './variance.ts'

const DAY_DECIMALS = 3
const VALUE_DECIMALS = 2
const SIMILARITY_DECIMALS = 3
const ratio = (value: number | null): number | null => (value === null ? null : roundRatio(value))
const share = (count: number, of: number): number | null => (of === 0 ? null : roundScore((100 * count) / of))
const countOnes = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

/** Tasks of the list that are counted, by the kinds of their schedule. */
const counted = (tasks: Uint32Array, { taskType, durationDays }: ScheduleColumns): Uint32Array =>
  tasks.filter(i => COUNTED[kindOf(taskType[i], durationDays[i])] === 1)

export function showMatching({ match, setting, current, baseline }: Comparison): ResultValue {
  const methods = MATCH_METHODS.map((name, code) => [name, match.method.reduce((n, m) => n + (m === code ? 1 : 0), 0)])
  const added = counted(match.added, current.columns)
  const deleted = counted(match.deleted, baseline.columns)
  return {
    strategy: match.strategy,
    fuzzy_match_threshold: match.strategy === 'fuzzy_id' ? setting.fuzzyThreshold : null,
    pair_count: match.pairCount,
    methods: Object.fromEntries(methods.filter(([, count]) => count !== 0)),
    added_count: added.length,
    deleted_count: deleted.length,
    added: new References(added, current.columns.id),
    deleted: new References(deleted, baseline.columns.id),
    unpaired_excluded: match.added.length + match.deleted.length - added.length - deleted.length,
  }
}

const showExecution = (execution: Execution) => {
  const { complete, due, unbaselined, population } = execution
  return {
    bei: ratio(indexOf(execution)),
    complete,
    due,
    without_baseline: unbaselined,
    population: showPopulation(population),
    without_deleted: ratio(indexOf(withoutDeleted(execution))),
    deleted_due: execution.deleted.ids.length,
  }
}

export function showBei({ executions: { all } }: Comparison): ResultValue {
  const index = (completed: number, withoutBaseline: number): number | null =>
    ratio(all.baselined === 0 ? null : executionIndex(completed, all.due, withoutBaseline))
  return {
    ...showExecution(all),
    completed_unbaselined_only: index(all.complete, all.completeUnbaselined),
    due_only: index(all.completeDue, all.unbaselined),
    hit_task_pct: share(all.hitInPeriod, all.dueInPeriod),
    period_after: dateOrNull(all.periodAfterDay),
  }
}

export const showCriticalBei = ({ executions, baseline, current, isBaselineCritical }: Comparison): ResultValue => ({
  ...showExecution(executions.critical),
  baseline_critical_count: countOnes(baseline.result.critical),
  paired_critical_count: countOnes(isBaselineCritical),
  current_critical_count: countOnes(current.result.critical),
})

const showEarnedSchedule = (found: EarnedSchedule | undefined, plannedDuration: number | null) => ({
  earned_schedule: found === undefined ? null : roundHalfAway(found.earned, DAY_DECIMALS),
  actual_time: found === undefined ? null : roundHalfAway(found.actual, DAY_DECIMALS),
  spi_t: found === undefined ? null : roundRatio(found.index),
  schedule_variance: found === undefined ? null : roundHalfAway(found.earned - found.actual, DAY_DECIMALS),
  planned_duration: plannedDuration,
  estimate_at_completion:
    found === undefined || found.estimateAtCompletion === null || plannedDuration === null
      ? null
      : roundHalfAway(found.estimateAtCompletion, DAY_DECIMALS),
})

export function showSpiT(comparison: Comparison): ResultValue {
  const { planned, earned, earnedSchedule, current, choice } = comparison
  const time = choice.calendar.indexOf(current.day) - planned.startIndex
  const source = earned.byValue === 0 ? 'percent_complete' : earned.byPercent === 0 ? 'earned_value' : 'mixed'
  return {
    ...showEarnedSchedule(earnedSchedule, planned.budget > 0 ? planned.durationDays : null),
    baseline_start: dateOrNull(planned.startDay),
    weight_basis: planned.basis,
    earned_source: source,
    planned_value: roundHalfAway(plannedAt(planned, time), VALUE_DECIMALS),
    earned_value: roundHalfAway(earned.value, VALUE_DECIMALS),
    budget: roundHalfAway(planned.budget, VALUE_DECIMALS),
    task_count: planned.taskCount,
    undated_count: planned.undatedCount,
    message: spiMessage(comparison),
    periodic: periodic(comparison),
  }
}

function spiMessage({ planned, earned, earnedSchedule, setting }: Comparison): string | null {
  if (planned.budget <= 0) return 'no task of the baseline schedule has a start, a finish and a weight'
  if (earnedSchedule === undefined) return 'the status date is not after the start of the baseline'
  if (!setting.readsEarnedValue || earned.byPercent === 0) return null
  return planned.basis === 'budgeted_cost'
    ? plural(
        earned.byPercent,
        'task without earned_value counts by its percent',
        'tasks without earned_value count by their percent',
      )
    : 'earned_value was not read: not every task of the baseline has a budgeted_cost to compare it with'
}

/**
 * A period ends with each snapshot after the baseline start; without a start the first dated snapshot stands for it. Periods of one length are the
 * unit, of other lengths days are, and the figures by days stand beside. The planned duration is known when the last plans the whole budget.
 */
function periodic({ statuses, planned: { startDay: baselineStart } }: Comparison): ResultValue {
  const dated = statuses.all.flatMap(({ day, totals, totalsOfItsDate = totals }) =>
    totalsOfItsDate === undefined || day === DAY_ABSENT ? [] : { day, totals: totalsOfItsDate },
  )
  const startDay = baselineStart === DAY_ABSENT ? (dated[0]?.day ?? DAY_ABSENT) : baselineStart
  const counted = dated.filter(({ day }) => day > startDay)
  const totals = counted.map(status => status.totals)
  const last = totals.at(-1)
  if (last === undefined || Number.isNaN(last.earned) || totals.some(each => Number.isNaN(each.planned))) return null
  const values = totals.map(each => each.planned)
  const reachesBudget = last.planned >= last.budget
  if (last.earned >= last.planned && !reachesBudget) return null
  const { days, isRegular } = periodAxis(
    counted.map(({ day }) => day),
    startDay,
  )
  const shown = (times: readonly number[]) =>
    showEarnedSchedule(
      periodicEarnedSchedule(times, values, last.earned, times.at(-1)!),
      reachesBudget ? times.at(-1)! : null,
    )
  return {
    ...shown(isRegular ? days.map((_, k) => k + 1) : days),
    unit: isRegular ? 'periods' : 'calendar_days',
    periods: values.length,
    start_date: dateOrNull(startDay),
    mean_period_days: roundHalfAway(days.at(-1)! / days.length, DAY_DECIMALS),
    by_days: shown(days),
  }
}

export const isOnTrack = ({ variances, setting }: Comparison, i: number): boolean =>
  variances.finish[i] <= setting.thresholdDays

export function showVariance(comparison: Comparison): ResultValue {
  const { variances, pairs, match, dates, setting, executions } = comparison
  const { deletedPairs } = executions
  const bands = new Array<number>(VARIANCE_BANDS.length).fill(0)
  let pairCount = 0
  let onTrack = 0
  let unmatched = 0
  for (let i = 0; i < pairs.marks.length; i++) {
    if (pairs.marks[i] === 0) continue
    if (dates.finish[match.baselineOf[i]] === DAY_ABSENT) unmatched++
    if (Number.isNaN(variances.finish[i])) continue
    pairCount++
    bands[variances.band[i]]++
    if (isOnTrack(comparison, i)) onTrack++
  }
  return {
    threshold_days: setting.thresholdDays,
    population: showPopulation(pairs),
    pair_count: pairCount,
    on_track_count: onTrack + deletedPairs.onTrack,
    on_track_pct: pairCount === 0 ? null : share(onTrack + deletedPairs.onTrack, pairCount + deletedPairs.count),
    on_track_pct_without_deleted: share(onTrack, pairCount),
    deleted_due: deletedPairs.count,
    unmatched_dates: unmatched,
    undated_current: pairs.count - unmatched - pairCount,
    bands: Object.fromEntries(VARIANCE_BANDS.map((band, code) => [band, bands[code]])),
    start: showSpread(variances.start),
    finish: showSpread(variances.finish),
    duration: showSpread(variances.duration),
  }
}

function showSpread(days: Float64Array): ResultValue {
  const spread = spreadOf(days)
  const of = (value: number | undefined): number | null =>
    value === undefined ? null : roundHalfAway(value, DAY_DECIMALS)
  return {
    count: spread?.count ?? 0,
    mean_days: of(spread?.mean),
    median_days: of(spread?.median),
    least_days: of(spread?.least),
    largest_days: of(spread?.largest),
  }
}

const showFinish = ({ day, source }: ProjectFinish) => ({ finish_date: dateOrNull(day), source })

export function showProjectFinish(
  { current, finishes: { planned, now, last, endings, text, movedDays } }: Comparison,
  finish: ReportedFinish | undefined,
): ResultValue {
  return {
    baseline: showFinish(planned),
    current: showFinish(now),
    last_task_id: finish === undefined ? null : textAt(current.columns.id, finish.lastTask),
    variance_days: finish?.days ?? null,
    variance_calendar_days: finish === undefined ? null : now.day - planned.day,
    followed_finish: text === '' ? null : showLastTask(last, endings, text, movedDays),
  }
}

export function showCei({ current, statuses }: Comparison): ResultValue {
  const previous = statuses.all.at(-2)
  const found = previous === undefined ? undefined : forecastExecution(current.states, previous, current.day)
  if (found === undefined) return null
  const { forecast, finished, periodAfterDay } = found
  return {
    cei: forecast === 0 ? null : roundRatio(finished / forecast),
    forecast,
    finished,
    period_after: dateOrNull(periodAfterDay),
  }
}

export function taskVariances(comparison: Comparison, criticalOnly: boolean): Table {
  const { current, baseline, match, dates, pairs, variances, isBaselineCritical } = comparison
  const { columns, states, result } = current
  const rows = Uint32Array.from(pairs.marks.keys()).filter(
    i => pairs.marks[i] === 1 && (!criticalOnly || isBaselineCritical[i] === 1 || result.critical[i] === 1),
  )
  const dayOf = (find: (i: number) => number): TableColumn => {
    const values = zeros(Int32Array, columns.taskCount).fill(DAY_ABSENT)
    for (const i of rows) values[i] = find(i)
    return { kind: 'day', values }
  }
  const days = (values: Float64Array): TableColumn => ({ kind: 'number', values })
  return new Table(
    columns.taskCount,
    {
      id: { kind: 'text', values: columns.id },
      baseline_id: { kind: 'reference', values: match.baselineOf, into: baseline.columns.id },
      match_method: { kind: 'label', values: match.method, labels: MATCH_METHODS },
      similarity: { kind: 'number', values: match.ratio, decimals: SIMILARITY_DECIMALS },
      status: { kind: 'label', values: states.state, labels: TASK_STATUSES },
      baseline_start: dayOf(i => dates.start[match.baselineOf[i]]),
      baseline_finish: dayOf(i => dates.finish[match.baselineOf[i]]),
      current_start: dayOf(i => toldOrEarlyStart(current, i)),
      current_finish: dayOf(i => toldOrEarlyFinish(current, i)),
      start_variance_days: days(variances.start),
      finish_variance_days: days(variances.finish),
      duration_variance_days: days(variances.duration),
      band: { kind: 'label', values: variances.band, labels: [...VARIANCE_BANDS, null] },
      is_baseline_critical: { kind: 'boolean', values: isBaselineCritical },
      is_current_critical: { kind: 'boolean', values: result.critical },
    },
    rows,
  )
}
