/** The client: analyses, reports, jobs, schedules that are sent once. */

import { Account } from './account.ts'
import { type Analysis, type AnalysisBody, type AnalysisForm, type AnalysisResult, pathOf } from './analyses.ts'
import { Callbacks } from './callbacks.ts'
import { type Files, formOf, type Members } from './files.ts'
import { type FileForm, FORM_TYPES } from './forms.ts'
import { Jobs } from './jobs.ts'
import type { Reply } from './reply.ts'
import { type Report, type ReportBody, type ReportForm, type ReportOptions, reportCall } from './reports.ts'
import { type Retry, tellRetry } from './retries.ts'
import { Schedules } from './schedules.ts'
import { type Call, jsonBody, Transport } from './transport.ts'

export interface ClientOptions {
  /** Address of the service. Absent: SIS_URL of the environment. */
  readonly baseUrl?: string
  /** Absent: SIS_API_KEY of the environment. */
  readonly apiKey?: string
  /** Tries after the first one, of calls that the service could not take; 2. */
  readonly retriesMax?: number
  /** All pauses between the tries of one call together; 30 s. A call that is asked to wait longer fails at once, with retryAfter. */
  readonly waitMsMax?: number
  /** Told of each pause. Absent: those of a second and more are warnings of the console. */
  readonly onRetry?: (retry: Retry) => void
  /** Time limit of one try; 10 minutes. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

export interface TableOptions {
  /** The table that CSV holds, such as "tasks"; absent: the main one. */
  readonly table?: string
  readonly signal?: AbortSignal
}

const TIMEOUT_MS = 600_000
const RETRIES_MAX = 2
const WAIT_MS_MAX = 30_000

export class ScheduleIntelligence {
  readonly jobs: Jobs
  readonly schedules: Schedules
  readonly callbacks: Callbacks
  readonly account: Account
  readonly #transport: Transport

  constructor({
    baseUrl,
    apiKey,
    retriesMax = RETRIES_MAX,
    waitMsMax = WAIT_MS_MAX,
    onRetry = tellRetry,
    timeoutMs = TIMEOUT_MS,
    fetch: send = fetch,
  }: ClientOptions = {}) {
    const address = baseUrl ?? setting('SIS_URL')
    if (address === undefined) throw new Error('No address of the service: give baseUrl, or set SIS_URL.')
    this.#transport = new Transport({
      baseUrl: address,
      apiKey: apiKey ?? setting('SIS_API_KEY'),
      retriesMax,
      waitMsMax,
      onRetry,
      timeoutMs,
      fetch: send,
    })
    this.jobs = new Jobs(this.#transport)
    this.schedules = new Schedules(this.#transport)
    this.callbacks = new Callbacks(this.#transport)
    this.account = new Account(this.#transport)
  }

  /** One analysis of a schedule that is sent along, or named by its schedule_id. */
  analyse<Id extends Analysis>(id: Id, body: AnalysisBody<Id>, signal?: AbortSignal): Reply<AnalysisResult<Id>> {
    return this.#transport.json(call(id, () => jsonBody(body as object), { signal }))
  }

  /** One analysis of project files: {schedule: file}, or {baseline_schedule: file, current_schedule: file}. */
  analyseFiles<Id extends Analysis>(
    id: Id,
    files: Files<AnalysisForm<Id>>,
    members?: Members<AnalysisForm<Id>>,
    signal?: AbortSignal,
  ): Reply<AnalysisResult<Id>> {
    return this.#transport.json(call(id, () => formOf(files, members), { signal }))
  }

  /** The result as a file: a report (html), a workbook (xlsx), a table (csv), of the critical path a chart (svg). */
  analyseAs<Id extends Analysis>(
    form: FileForm,
    id: Id,
    body: AnalysisBody<Id>,
    options: TableOptions = {},
  ): Reply<Uint8Array<ArrayBuffer>> {
    return this.#transport.bytes(
      call(id, () => jsonBody(body as object), options),
      FORM_TYPES[form],
    )
  }

  analyseFilesAs<Id extends Analysis>(
    form: FileForm,
    id: Id,
    files: Files<AnalysisForm<Id>>,
    members?: Members<AnalysisForm<Id>>,
    options: TableOptions = {},
  ): Reply<Uint8Array<ArrayBuffer>> {
    return this.#transport.bytes(
      call(id, () => formOf(files, members), options),
      FORM_TYPES[form],
    )
  }

  /** Several analyses of one schedule, by their ids in data.results. Each counts as one call. */
  report(body: ReportBody, options?: ReportOptions): Reply<Report> {
    return this.#transport.json(reportCall(() => jsonBody(body), options))
  }

  reportFiles(files: Files<ReportForm>, members?: Members<ReportForm>, options?: ReportOptions): Reply<Report> {
    return this.#transport.json(reportCall(() => formOf(files, members), options))
  }

  /** The report as one HTML file that loads nothing. */
  reportHtml(body: ReportBody, options?: ReportOptions): Reply<string> {
    return this.#transport.text(
      reportCall(() => jsonBody(body), options),
      FORM_TYPES.html,
    )
  }

  reportHtmlFiles(files: Files<ReportForm>, members?: Members<ReportForm>, options?: ReportOptions): Reply<string> {
    return this.#transport.text(
      reportCall(() => formOf(files, members), options),
      FORM_TYPES.html,
    )
  }
}

const call = (
  id: Analysis,
  body: NonNullable<Call['body']>,
  { table, signal }: { readonly table?: string; readonly signal?: AbortSignal | undefined },
): Call => ({ method: 'POST', path: pathOf(id), query: { table }, body, signal })

/** There is no environment in a browser. */
const setting = (name: string): string | undefined =>
  (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env[name] || undefined
