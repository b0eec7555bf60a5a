/** Analyses of schedule files in this process. See README.md. */

export type AnalysisId =
  | 'health.score'
  | 'health.logic-audit'
  | 'health.progress-audit'
  | 'health.dcma-14-point'
  | 'health.dcma-decm'
  | 'health.planning-horizon'
  | 'health.schedule-risk-index'
  | 'analysis.validate'
  | 'analysis.cpm'
  | 'analysis.resources'
  | 'forensics.delay-analysis'
  | 'forensics.change-tracking'
  | 'forensics.baseline-compare'
  | 'forensics.as-planned-vs-as-built'
  | 'analysis.what-if'
  | 'forensics.time-impact'
  | 'forensics.collapsed-as-built'
  | 'forensics.history'
  | 'analysis.levelling'
  | 'health.checks'

export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

export interface Finding {
  readonly severity: Severity
  readonly code: string
  readonly title: string
  readonly description: string
  /** Tasks concerned; task_ids names at most 20 of them. */
  readonly count: number
  readonly task_ids?: readonly string[]
  readonly [member: string]: unknown
}

export interface Reply {
  readonly status: 'success' | 'warning' | 'critical'
  /** 0 to 100; null: the analysis gives none. */
  readonly score: number | null
  readonly grade: string | null
  readonly summary: string
  readonly breakdown: Readonly<Record<string, unknown>> | null
  readonly findings: readonly Finding[]
  readonly recommendations: readonly unknown[]
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface Fault {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Why there is no result: the refusal that the service would answer with. */
export class ScheduleRefused extends Error {
  readonly name: 'ScheduleRefused'
  readonly code: string
  readonly faults: readonly Fault[]
}

export interface AnalyseOptions {
  /** Absent: health.dcma-14-point. */
  readonly analysis?: AnalysisId | 'reports.create'
  /** Earlier files of the same project, the oldest first: of a comparison the first is the baseline. */
  readonly earlier?: readonly Uint8Array[]
  /** Of a report: which analyses; absent: the usual ones. */
  readonly analyses?: readonly AnalysisId[]
  /** Other members of the request by name, such as options, status_date, project, encoding. */
  readonly members?: Readonly<Record<string, unknown>>
  /** The day of the request, which some checks compare with; absent: today, UTC. */
  readonly today?: Date
}

/** Version of the engine; results are the same as long as it is. */
export const engineVersion: string
export const analysisIds: readonly AnalysisId[]

/** One analysis of a schedule file. Throws ScheduleRefused; TypeError where an argument is none that the types allow. */
export function analyse(bytes: Uint8Array, options?: AnalyseOptions): Reply
/** The same as JSON, in the bytes that the service sends. */
export function analyseText(bytes: Uint8Array, options?: AnalyseOptions): string
/** SHA-256 of a reply without its metadata, as hexadecimal digits. */
export function resultSha256(text: string): string

export interface FormOptions {
  readonly analysis: AnalysisId | 'reports.create'
  readonly form: 'html' | 'xlsx' | 'csv' | 'svg'
  /** The table of a CSV; absent: the main one. */
  readonly table?: string
}

/** A reply of analyseText as a page, a workbook, a table or a chart. */
export function formOf(text: string, options: FormOptions): Uint8Array

/** A schedule as the file of another tool, and what that changes. */
export function convert(
  bytes: Uint8Array,
  options: { readonly to: 'xer' | 'p6_xml' | 'ms_project_xml'; readonly members?: Readonly<Record<string, unknown>> },
): { readonly bytes: Uint8Array; readonly report: Readonly<Record<string, unknown>> }
