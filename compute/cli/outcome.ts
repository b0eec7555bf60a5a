/** What a command works with; a run of one analysis, here or at a service, with its request and its result; what goes wrong, in words, and the exit codes. */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import type { EnvelopeStatus, Severity } from '../../shared/contract/envelope.ts'
import { detailOf, type Refusal, type ValidationFault } from '../../shared/contract/errors.ts'
import type { Paper, ReportKind } from '../../shared/contract/report/report-query.ts'
import type { ImportReport } from '../../shared/contract/schedule/import-report.ts'
import type { RunId } from '../library/run.ts'
import type { OptionName, Options } from './options.ts'
import type { Service } from './service.ts'
import { counted, type Layout, type Progress } from './terminal.ts'

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
  /** To standard output, beside a file of --output. */
  printBeside(json: string): void
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
  readonly id: RunId
  /** Of a report: its analyses, and what else it is. */
  readonly analyses?: readonly AnalysisId[]
  readonly kind?: ReportKind
  readonly paper?: Paper
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
  /** The bytes that came, as text. */
  readonly json: string
}

/** Where analyses run: in this process, or at a service. */
export type Runner = (request: RunRequest) => Promise<RunReply>

/** Exit codes, for scripts. */
export const EXIT = { ok: 0, belowLimit: 1, wrong: 2, defect: 3 } as const

export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  belowLimit: 'a score is below --fail-under, or a check of --fail-on does not pass',
  wrong: 'the command, the file or the service gave no result',
  defect: 'sis itself failed; please report what it prints',
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** There is no result: why, a line each. */
export class RunError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** A screen has room for these. */
const FAULTS_SHOWN_MAX = 10

/** A refusal in words: its sentence, or the place and sentence of each fault. */
export const refusalLines = (refusal: Refusal): string[] =>
  refusal.faults === undefined ? [detailOf(refusal)] : faultLines(refusal.faults, refusal.faultCount)

export function faultLines(faults: readonly ValidationFault[], faultCount = faults.length): string[] {
  const lines = faults.slice(0, FAULTS_SHOWN_MAX).map(({ loc, msg }) => {
    const place = loc.slice(1).join('.')
    return place === '' ? msg : `${place}: ${msg}`
  })
  const rest = faultCount - lines.length
  return rest > 0 ? [...lines, `and ${counted(rest, 'more fault')}`] : lines
}
