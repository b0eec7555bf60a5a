/** What a command works with, and a run of one analysis, here or at a service: its request and its result. */
import type { AnalysisId } from '../../shared/analysis/analyses.ts'
import type { ReportId } from '../../shared/endpoint/report-path.ts'
import type { EnvelopeStatus, Severity } from '../../shared/envelope.ts'
import type { ImportReport } from '../../shared/schedule/import-report.ts'
import type { OptionName, Options } from './options.ts'
import type { Service } from './service.ts'
import type { Layout, Progress } from './terminal.ts'

export interface Context {
  readonly paths: readonly string[]
  readonly options: Options
  readonly layout: Layout
  readonly progress: Progress
  readonly run: Runner
  /** undefined: analyses run in this process. */
  readonly service: Service | undefined
  /** To standard error: what a reader of the result should know beside it. */
  note(line: string): void
  /** To standard output, or to the file of --output. */
  print(lines: readonly string[] | string | Uint8Array): void
}

/** A command and its exit code. */
export interface Command {
  readonly usage: string
  readonly about: string
  /** Beside those that every command takes (options.ts). */
  readonly options: readonly OptionName[]
  readonly run: (context: Context) => Promise<number>
}

/** A schedule on disk for one place of the request: "tasks", "baseline_schedule" and so on; null: it is the whole body, as JSON. */
export interface SentFile {
  readonly part: string | null
  readonly path: string
}

export interface RunRequest {
  readonly id: AnalysisId | ReportId
  /** Of a report. */
  readonly analyses?: readonly AnalysisId[]
  readonly files: readonly SentFile[]
  /** Other members by dotted name, as text: "current_schedule.status_date", "project"; options as one text of JSON. */
  readonly members: Readonly<Record<string, string>>
}

export interface FindingShown {
  readonly severity: Severity
  readonly code: string
  readonly title: string
  readonly description: string
  readonly count: number
}

/** The result envelope as its JSON has it. */
export interface Envelope {
  readonly status: EnvelopeStatus
  readonly score: number | null
  readonly grade: string | null
  readonly summary: string
  readonly findings: readonly FindingShown[]
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: {
    readonly task_count: number
    readonly import?: readonly ImportReport[]
    /** Members of the request that nobody reads, by dotted name. */
    readonly ignored_fields?: readonly string[]
  }
}

export interface RunReply {
  readonly envelope: Envelope
  /** The same as the bytes that came. */
  readonly json: string
}

/** Where analyses run: in this process, or at a service. */
export type Runner = (request: RunRequest) => Promise<RunReply>
