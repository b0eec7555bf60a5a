/** The members of the service's replies that the page reads; each endpoint is described in openapi.json. */

import type { CATALOGUE_STATUSES } from '../../../../shared/contract/analysis/checks/data.ts'
import type { CALENDAR_MODES } from '../../../../shared/contract/analysis/cpm/data.ts'
import type { DRIVERS } from '../../../../shared/contract/analysis/cpm/words.ts'
import type { CheckOperator, CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import type { Severity } from '../../../../shared/contract/envelope.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'

export type CalendarMode = (typeof CALENDAR_MODES)[number]

export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  readonly description: string
  readonly task_ids: readonly string[]
  readonly count: number
}

export interface Envelope<Data> {
  readonly status: string
  readonly score: number | null
  readonly grade: string | null
  readonly summary: string
  readonly findings: readonly Finding[]
  readonly data: Data
  readonly metadata: {
    readonly task_count: number
    readonly input_sha256: string
    readonly processing_time_ms: number
    readonly import?: readonly ImportReport[]
  }
}

export interface Check {
  readonly code: string
  readonly title: string
  readonly status: (typeof CATALOGUE_STATUSES)[number]
  readonly numerator: number | null
  readonly denominator: number | null
  readonly value: number | null
  readonly unit: CheckUnit | null
  readonly threshold: number | null
  readonly operator: CheckOperator | null
  /** The threshold is none of the published ones: the page marks it. */
  readonly hasOwnLimit?: boolean
  readonly message: string
  readonly population: string | null
  /** Absent of a check of a catalogue, which says itself what it counts, needs and asks. */
  readonly method_url?: string
  readonly source?: string
  readonly metric?: string | null
  readonly needs?: string | null
  readonly reading?: string | null
  readonly answer?: string | null
  /** Of an audit whose score has components. */
  readonly score?: number | null
  readonly weight?: number
  /** All that it found. */
  readonly task_ids?: readonly string[]
}

interface FieldAgreement {
  readonly field: string
  readonly compared_count: number
  readonly equal_count: number
  readonly largest_difference_days: number
  readonly largest_difference_id: string | null
}

export interface Agreement {
  readonly open_task_count: number
  readonly fields: readonly FieldAgreement[]
  /** Null: the file does not say which tasks are on its longest path. Absent in what was kept by an older page. */
  readonly longest_path?: {
    readonly compared_count: number
    readonly equal_count: number
    readonly only_computed_ids: readonly string[]
    readonly only_stored_ids: readonly string[]
  } | null
  readonly stored_finish: string | null
  readonly computed_finish: string | null
}

export type Driver = (typeof DRIVERS)[number]

export interface CpmTask {
  readonly id: string
  readonly name?: string | null
  readonly early_start: number | null
  readonly early_finish: number | null
  readonly late_start: number | null
  readonly late_finish: number | null
  readonly early_start_date: string | null
  readonly early_finish_date: string | null
  readonly late_start_date: string | null
  readonly late_finish_date: string | null
  readonly total_float_days: number | null
  readonly free_float_days: number | null
  readonly drag_days: number | null
  /** With calendars of the tasks. */
  readonly drag_working_days?: number | null
  readonly is_critical: boolean
  readonly is_on_longest_path: boolean
  readonly driver: Driver
}

export interface TaskDetail {
  readonly wbs_code: string | null
  readonly wbs_name: string | null
  readonly parent_id: string | null
  readonly task_type: string | null
  readonly calendar_id: string | null
  readonly duration_days: number
  readonly remaining_duration_days: number | null
  readonly percent_complete: number | null
  readonly actual_start: string | null
  readonly actual_finish: string | null
  readonly baseline_start: string | null
  readonly baseline_finish: string | null
  readonly constraint_type: string | null
  readonly constraint_date: string | null
}

export interface LinkDetail {
  readonly predecessor: string
  readonly successor: string
  readonly type: string
  readonly lag_days: number
  readonly relationship_float_days: number | null
  readonly is_driving: boolean
}

/** The work over time; shares are 0 to 100, null where nothing is known. */
export interface Curves {
  readonly weight: 'budgeted_cost' | 'duration_days'
  readonly planned_from: 'baseline' | 'planned' | null
  readonly step_days: number
  readonly s_curve: readonly {
    readonly date: string
    readonly planned_pct: number | null
    readonly actual_pct: number | null
    readonly forecast_pct: number | null
    readonly earned_pct: number | null
  }[]
  readonly months: readonly ({ readonly month: string } & Readonly<
    Record<`${'planned' | 'actual' | 'forecast'}_${'starts' | 'finishes'}`, number>
  >)[]
}

/** Without its long lists, which become columns. */
interface CpmFigures {
  readonly project_duration_days: number
  readonly project_start_date: string | null
  readonly project_finish_date: string | null
  readonly must_finish_by: string | null
  readonly data_date: { readonly date: string | null; readonly source: string }
  readonly longest_path: readonly string[]
  readonly near_critical: readonly string[]
  readonly near_critical_days: number
  readonly calendar: { readonly mode: CalendarMode }
  readonly agreement?: Agreement | null
  /** null: there is no date. */
  readonly curves?: Curves | null
}

export interface CpmData extends CpmFigures {
  readonly tasks: readonly CpmTask[]
  readonly task_details: readonly TaskDetail[]
  readonly network_details: { readonly links: readonly LinkDetail[] }
}

export interface Dcma14Data {
  readonly passed: number
  readonly failed: number
  readonly not_applicable: number
  readonly skipped: number
  readonly checks: readonly Check[]
  readonly bei: { readonly bei: number | null }
  readonly cpli: { readonly cpli: number | null } | null
}

export interface ScoreData {
  readonly components: readonly (Check & { readonly score: number | null; readonly weight: number })[]
}

/** What follows behind the critical path; null: it was refused. */
export interface Assessed {
  readonly dcma: Envelope<Dcma14Data> | null
  readonly score: Envelope<ScoreData> | null
}

/** One file with all that the page knows of it. Absent: still being computed, and put in when it is there. */
export interface Analysed extends Partial<Assessed> {
  readonly cpm: Envelope<CpmFigures>
}

/** GET /api/v1/catalogue. */
export interface CatalogueCheck extends Pick<Check, 'code' | 'title' | 'threshold' | 'operator'> {
  readonly analysis: string
  readonly unit: CheckUnit
  readonly formula: string
  readonly source: string
}
