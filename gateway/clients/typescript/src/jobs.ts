/** Jobs: schedules that are worked on in the background, up to the largest that the tier allows. */
import { type Analysis, type AnalysisResult, type JobBody, type JobForm, pathOf } from './analyses.ts'
import type { components } from './api.ts'
import { JobFailed, WaitTimeout } from './errors.ts'
import { type Files, formOf, type Members } from './files.ts'
import { type FileForm, FORM_TYPES } from './forms.ts'
import { pages } from './pages.ts'
import type { Reply } from './reply.ts'
import { REPORT_PATH, type Report, type ReportJobBody, type ReportJobForm } from './reports.ts'
import { type JsonBody, jsonBody, pause, type Transport } from './transport.ts'

type Schemas = components['schemas']
export type Job = Schemas['Job']
export type ListedJob = Schemas['ListedJob']

declare const RESULT: unique symbol
/** An accepted job; its type says what its result will be. */
export type Submitted<Result> = Schemas['JobSubmission'] & { readonly [RESULT]?: Result }

export interface SubmitOptions {
  /** A repeated submission with the same key and body makes no second job. Absent: a random one, so that retries are safe. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface SubmitReportOptions extends SubmitOptions {
  readonly analyses?: readonly Analysis[]
}

export interface WaitOptions {
  /** Called after each look at the job. */
  readonly onProgress?: (job: Job) => void
  /** A job that has not ended by then goes on, and wait throws WaitTimeout. Absent: as long as it takes. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface ResultAsOptions {
  /** The table that CSV holds, such as "tasks"; absent: the main one. */
  readonly table?: string
  readonly signal?: AbortSignal
}

const ENDED: readonly Job['status'][] = ['completed', 'failed', 'cancelled']
const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 5_000

export class Jobs {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  submit<Id extends Analysis>(
    id: Id,
    body: JobBody<Id>,
    options?: SubmitOptions,
  ): Reply<Submitted<AnalysisResult<Id>>> {
    return this.#submit(pathOf(id), () => jsonBody(body as object), options)
  }

  submitFiles<Id extends Analysis>(
    id: Id,
    files: Files<JobForm<Id>>,
    members?: Members<JobForm<Id>>,
    options?: SubmitOptions,
  ): Reply<Submitted<AnalysisResult<Id>>> {
    return this.#submit(pathOf(id), () => formOf(files, members), options)
  }

  /** Several analyses of one schedule as one job. */
  submitReport(body: ReportJobBody, options?: SubmitReportOptions): Reply<Submitted<Report>> {
    return this.#submit(REPORT_PATH, () => jsonBody(body), options)
  }

  submitReportFiles(
    files: Files<ReportJobForm>,
    members?: Members<ReportJobForm>,
    options?: SubmitReportOptions,
  ): Reply<Submitted<Report>> {
    return this.#submit(REPORT_PATH, () => formOf(files, members), options)
  }

  #submit<Result>(
    path: string,
    body: () => FormData | JsonBody,
    { idempotencyKey = crypto.randomUUID(), signal, analyses }: SubmitReportOptions = {},
  ): Reply<Submitted<Result>> {
    return this.#transport.json({
      method: 'POST',
      path: `${path}/async`,
      query: { analyses: analyses?.join() },
      headers: { 'idempotency-key': idempotencyKey },
      body,
      signal,
    })
  }

  /** The job without its result. */
  get(jobId: string, signal?: AbortSignal): Reply<Job> {
    return this.#transport.json({ method: 'GET', path: jobPath(jobId), query: { include_result: false }, signal })
  }

  /** What submit gave, or the id of a job and the id of its analysis as the type. */
  result<Result>(job: Submitted<Result>, signal?: AbortSignal): Reply<Result>
  result<Id extends Analysis = Analysis>(jobId: string, signal?: AbortSignal): Reply<AnalysisResult<Id>>
  result(job: string | Submitted<unknown>, signal?: AbortSignal): Reply<unknown> {
    return this.#transport.json({ method: 'GET', path: `${jobPath(idOf(job))}/result`, signal })
  }

  /** The result as a file: a report (html), a workbook (xlsx), a table (csv), of the critical path a chart (svg). */
  resultAs(
    form: FileForm,
    job: string | Submitted<unknown>,
    { table, signal }: ResultAsOptions = {},
  ): Reply<Uint8Array<ArrayBuffer>> {
    const path = `${jobPath(idOf(job))}/result`
    return this.#transport.bytes({ method: 'GET', path, query: { table }, signal }, FORM_TYPES[form])
  }

  /** The result of a job, when it has ended; throws JobFailed when there is none, and WaitTimeout when it has not ended in time. */
  wait<Result>(job: Submitted<Result>, options?: WaitOptions): Promise<Result>
  wait<Id extends Analysis = Analysis>(jobId: string, options?: WaitOptions): Promise<AnalysisResult<Id>>
  async wait(job: string | Submitted<unknown>, { onProgress, timeoutMs, signal }: WaitOptions = {}): Promise<unknown> {
    const jobId = idOf(job)
    const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const either = [signal, limit].filter(each => each !== undefined)
    let seen: Job['status'] | undefined
    try {
      return await this.#ended(jobId, either.length === 0 ? undefined : AbortSignal.any(either), job => {
        seen = job.status
        onProgress?.(job)
      })
    } catch (error) {
      if (limit?.aborted !== true || error !== limit.reason) throw error
      throw new WaitTimeout(jobId, timeoutMs!, seen)
    }
  }

  async #ended(jobId: string, signal: AbortSignal | undefined, onSeen: (job: Job) => void): Promise<unknown> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, PAUSE_MS_MAX)) {
      const job = await this.get(jobId, signal)
      onSeen(job)
      if (job.status === 'completed') return this.result(jobId, signal)
      if (ENDED.includes(job.status))
        throw new JobFailed(jobId, job.error?.code ?? job.status, job.error?.detail ?? `It is ${job.status}.`)
      await pause(pauseMs, signal)
    }
  }

  cancel(jobId: string): Reply<Job> {
    return this.#transport.json({ method: 'POST', path: `${jobPath(jobId)}/cancel` })
  }

  /** Levelling that runs completes with the best schedule that it has found; any other job goes on. */
  finish(jobId: string): Reply<Job> {
    return this.#transport.json({ method: 'POST', path: `${jobPath(jobId)}/finish` })
  }

  /** Removes a job that has ended, and its result; one that has not is cancelled. */
  delete(jobId: string): Reply<void> {
    return this.#transport.none({ method: 'DELETE', path: jobPath(jobId) })
  }

  /** Every job of the account, newest first; pages are fetched as they are needed. */
  list({ status }: { readonly status?: Job['status'] } = {}): AsyncGenerator<ListedJob> {
    return pages(async cursor => {
      const query = { status, cursor }
      const page = await this.#transport.json<Schemas['JobsListReply']>({ method: 'GET', path: '/api/v1/jobs', query })
      return { items: page.jobs, next: page.next_cursor }
    })
  }
}

const idOf = (job: string | Submitted<unknown>): string => (typeof job === 'string' ? job : job.job_id)
const jobPath = (jobId: string): string => `/api/v1/jobs/${encodeURIComponent(jobId)}`
