/** The blocks of the answer. */
import type { ANCHOR_SOURCES } from '../../../../shared/contract/analysis/resources/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type CalendarChoice, showCalendar } from '../../calendar/choice.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import { HOURS_PER_DAY } from '../../demand/placement.ts'
import { showPopulation } from '../../population/populations.ts'
import { dateOrNull } from '../../result/options.ts'
import { roundScore } from '../../wording/round.ts'
import type { Bucketing } from './bucketing.ts'
import type { ResourceContext } from './checks/context.ts'
import type { Candidates } from './leveling.ts'
import type { ResourceOptions } from './resource-request.ts'
import {
  candidateTable,
  criticalResourceTable,
  curveTable,
  histogramTable,
  periodTable,
  resourceTable,
} from './resource-tables.ts'

/** All that was found. */
export interface Loading {
  readonly context: ResourceContext
  readonly options: ResourceOptions
  /** DAY_ABSENT = none was given. */
  readonly statusDay: number
  readonly loadingDay: number
  /** Some date of the schedule says when it begins. */
  readonly isDated: boolean
  readonly timeline: Timeline
  readonly choice: CalendarChoice
  readonly prepared: Preparation
  readonly cpm: CpmResult
  /** Length taskCount. */
  readonly durationDays: Float64Array
  readonly bucketing: Bucketing
  /** undefined = not requested. */
  readonly candidates: Candidates | undefined
}

const anchorSource = ({ statusDay, isDated }: Loading): (typeof ANCHOR_SOURCES)[number] =>
  statusDay !== DAY_ABSENT ? 'status_date' : isDated ? 'schedule' : 'today'

export function showResources(loading: Loading, score: number | null) {
  const { context, options, statusDay, loadingDay, timeline, cpm, bucketing, candidates } = loading
  const { loads } = context
  const { axis, rows } = bucketing
  return {
    risk_score: score === null ? null : roundScore(100 - score),
    anchor: { date: dateOrNull(loadingDay), source: anchorSource(loading) },
    hours_per_day: context.columns.setting === undefined ? HOURS_PER_DAY : null,
    window: {
      start: dateOrNull(timeline.anchorDay),
      finish: dateOrNull(loads.dayCount === 0 ? DAY_ABSENT : bucketing.lastDay),
      days: loads.dayCount,
      period_size_days: options.periodSizeDays,
      periods: bucketing.bucketCount,
    },
    over_allocation_threshold: options.threshold,
    status_date: dateOrNull(statusDay),
    data_date: showDataDate(loading.prepared),
    calendar: showCalendar(loading.choice),
    float_source: 'computed',
    populations: {
      demand: showPopulation(loads.population),
      critical: showPopulation(context.critical),
      t14: showPopulation(context.t14),
    },
    resources: resourceTable(context),
    over_allocations: periodTable(context),
    histogram: options.withHistogram && rows !== undefined ? histogramTable(context, axis, rows) : undefined,
    leveling_candidates:
      candidates === undefined ? undefined : candidateTable(context, candidates, cpm, loading.durationDays),
    critical_path_resources: options.withCriticalResources ? criticalResourceTable(context) : undefined,
    resource_curves: options.withCurves && rows !== undefined ? curveTable(context, axis, rows) : undefined,
  }
}
