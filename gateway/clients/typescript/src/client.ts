/** The client: analyses, reports, jobs, schedules that are sent once. */
import { type Analysis, type AnalysisBody, type AnalysisResult, pathOf } from './analyses.ts'
import { type Files, formOf, type Members } from './files.ts'
import { Jobs } from './jobs.ts'
import { type Report, type ReportBody, type ReportOptions, reportCall } from './reports.ts'
import { Schedules } from './schedules.ts'
import { jsonBody, Transport } from './transport.ts'

export interface ClientOptions {
  /** Address of the service. Absent: SIS_URL of the environment. */
  readonly baseUrl?: string
  /** Absent: SIS_API_KEY of the environment. */
  readonly apiKey?: string
  /** Tries after the first one, of calls that the service could not take; 2. */
  readonly retriesMax?: number
  /** Of one try; 10 minutes. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

const TIMEOUT_MS = 600_000
const RETRIES_MAX = 2

export class ScheduleIntelligence {
  readonly jobs: Jobs
  readonly schedules: Schedules
  readonly #transport: Transport

  constructor({
    baseUrl,
    apiKey,
    retriesMax = RETRIES_MAX,
    timeoutMs = TIMEOUT_MS,
    fetch: send = fetch,
  }: ClientOptions = {}) {
    const address = baseUrl ?? setting('SIS_URL')
    if (address === undefined) throw new Error('No address of the service: give baseUrl, or set SIS_URL.')
    this.#transport = new Transport({
      baseUrl: address,
      apiKey: apiKey ?? setting('SIS_API_KEY'),
      retriesMax,
      timeoutMs,
      fetch: send,
    })
    this.jobs = new Jobs(this.#transport)
    this.schedules = new Schedules(this.#transport)
  }

  /** One analysis of a schedule that is sent along. */
  analyse<Id extends Analysis>(id: Id, body: AnalysisBody<Id>, signal?: AbortSignal): Promise<AnalysisResult<Id>> {
    return this.#transport.json({
      method: 'POST',
      path: pathOf(id),
      body: () => jsonBody(body as object),
      signal,
    })
  }

  /** One analysis of project files: {schedule: file}, or {baseline_schedule: file, current_schedule: file}. */
  analyseFiles<Id extends Analysis>(
    id: Id,
    files: Files,
    members?: Members,
    signal?: AbortSignal,
  ): Promise<AnalysisResult<Id>> {
    return this.#transport.json({ method: 'POST', path: pathOf(id), body: () => formOf(files, members), signal })
  }

  /** Several analyses of one schedule, by their ids in data.results. Each counts as one call. */
  report(body: ReportBody, options?: ReportOptions): Promise<Report> {
    return this.#transport.json(reportCall(() => jsonBody(body), options))
  }

  reportFiles(files: Files, members?: Members, options?: ReportOptions): Promise<Report> {
    return this.#transport.json(reportCall(() => formOf(files, members), options))
  }

  /** The same report as one HTML file that loads nothing. */
  reportHtml(body: ReportBody, options?: ReportOptions): Promise<string> {
    return this.#transport.html(reportCall(() => jsonBody(body), options))
  }

  reportHtmlFiles(files: Files, members?: Members, options?: ReportOptions): Promise<string> {
    return this.#transport.html(reportCall(() => formOf(files, members), options))
  }
}

/** There is no environment in a browser. */
const setting = (name: string): string | undefined =>
  (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env[name] || undefined
