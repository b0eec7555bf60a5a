/** The members of replies of audits and catalogues that the page reads: all of them have checks, and each has some more. */
import type { CheckStatus } from '../../../../shared/contract/endpoint/data/check-data.ts'
import type { Check, Envelope } from './replies.ts'

export interface Practice {
  readonly code: string
  readonly title: string
  readonly characteristic: string
  readonly measured: number
  readonly met: number
  readonly asked: number
  readonly answered: number
  readonly proposed_step: number | null
}

interface AuditedResource {
  readonly resource: string
  readonly task_count: number
  readonly demand_days: number | null
  readonly first_date: string | null
  readonly last_date: string | null
  readonly peak_demand: number | null
  readonly limit: number | null
  readonly over_allocated_days: number | null
}

export interface OverAllocation {
  readonly resource: string
  readonly start: string
  readonly end: string
  readonly days: number
  readonly peak_demand: number
  readonly limit: number | null
  readonly task_ids: readonly string[]
}

export interface UpdateRow {
  readonly data_date: string | null
  readonly finish: string | null
  readonly moves_calendar_days: number | null
  readonly moves_working_days: number | null
  readonly margin_calendar_days: number | null
  readonly task_count: number
  readonly complete_count: number
  readonly negative_float_count: number
  readonly health_score: number | null
  readonly dcma_score: number | null
  readonly changed_history_count: number
  readonly changed_history_ids: readonly string[]
}

export interface Trend {
  readonly point_count: number
  readonly slip_per_day: number
  readonly forecast_finish: string | null
}

interface RiskMetric {
  readonly code: string
  readonly title: string
  readonly message: string
  readonly risk: number | null
  readonly weight: number | null
  readonly contribution: number | null
}

interface RiskDriver {
  readonly rank: number
  readonly id: string
  readonly name: string | null
  readonly points: number
  readonly reasons: readonly { readonly points: number; readonly reasons: readonly string[] }[]
}

export interface AuditData {
  /** Limits that were sent, by the codes of their checks. */
  readonly custom_thresholds?: Readonly<Record<string, number>>
  /** One of the two. */
  readonly checks?: readonly Check[]
  readonly components?: readonly Check[]
  readonly observations?: readonly Check[]
  readonly checks_evaluated?: number
  readonly checks_total?: number
  /** Of a catalogue. */
  readonly catalogue?: { readonly code: string; readonly version: string; readonly sha256: string }
  readonly coverage?: {
    readonly total: number
    readonly answered: number
    readonly cannot: number
    readonly asked: number
  }
  readonly practices?: readonly Practice[]
  readonly characteristics?: readonly {
    readonly title: string
    readonly score: number | null
    readonly step: string | null
  }[]
  /** Of the resources. */
  readonly resources?: readonly AuditedResource[]
  readonly over_allocations?: readonly OverAllocation[]
  /** Of the risk index, 0 to 100, where 100 is the worst. */
  readonly risk_index?: number | null
  readonly band?: string | null
  readonly sub_metrics?: readonly RiskMetric[]
  readonly risk_drivers?: readonly RiskDriver[]
  /** Of the history. */
  readonly updates?: readonly UpdateRow[]
  readonly trend?: Trend | null
  readonly patterns?: readonly HistoryPattern[]
}

interface HistoryPattern {
  readonly code: string
  readonly title: string
  readonly status: CheckStatus
  readonly count: number
}

export interface AuditReply extends Envelope<AuditData> {
  readonly recommendations: readonly { readonly description: string; readonly codes: readonly string[] }[]
}
