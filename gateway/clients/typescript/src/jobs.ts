/** Jobs: schedules that are worked on in the background, up to the largest that the tier allows. */
import { type Analysis, type AnalysisBody, type AnalysisResult, pathOf } from './analyses.ts'
import type { components } from './api.ts'
import { JobFailed } from './errors.ts'
import { type Files, formOf, type Members } from './files.ts'
import { pages } from './pages.ts'
import { type JsonBody, jsonBody, pause, type Transport } from './transport.ts'

export type Job = components['schemas']['Job']
type ListedJob = components['schemas']['ListedJob']
type Accepted = {
  readonly job_id: string
  readonly status: string
  readonly created_at: string
  readonly polling_url: string
}

export interface SubmitOptions {
  /** A repeated submission with the same key and body makes no second job. Absent: a random one, so that retries are safe. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface WaitOptions {
  /** Called after each look at the job. */
  readonly onProgress?: (job: Job) => void
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
    body: AnalysisBody<Id> & { callback_url?: string },
    options?: SubmitOptions,
  ): Promise<Accepted> {
    return this.#submit(id, () => jsonBody(body as object), options)
  }

  submitFiles(id: Analysis, files: Files, members?: Members, options?: SubmitOptions): Promise<Accepted> {
    return this.#submit(id, () => formOf(files, members), options)
  }

  #submit(
    id: Analysis,
    body: () => FormData | JsonBody,
    { idempotencyKey = crypto.randomUUID(), signal }: SubmitOptions = {},
  ): Promise<Accepted> {
    return this.#transport.json({
      method: 'POST',
      path: `${pathOf(id)}/async`,
      headers: { 'idempotency-key': idempotencyKey },
      body,
      signal,
    })
  }

  /** The job without its result. */
  get(jobId: string, signal?: AbortSignal): Promise<Job> {
    return this.#transport.json({ method: 'GET', path: jobPath(jobId), query: { include_result: false }, signal })
  }

  result<Id extends Analysis = Analysis>(jobId: string, signal?: AbortSignal): Promise<AnalysisResult<Id>> {
    return this.#transport.json({ method: 'GET', path: `${jobPath(jobId)}/result`, signal })
  }

  /** The result of a job, when it has ended; throws JobFailed when there is none. */
  async wait<Id extends Analysis = Analysis>(
    jobId: string,
    { onProgress, signal }: WaitOptions = {},
  ): Promise<AnalysisResult<Id>> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, PAUSE_MS_MAX)) {
      const job = await this.get(jobId, signal)
      onProgress?.(job)
      if (job.status === 'completed') return this.result(jobId, signal)
      if (ENDED.includes(job.status))
        throw new JobFailed(jobId, job.error?.code ?? job.status, job.error?.detail ?? `It is ${job.status}.`)
      await pause(pauseMs, signal)
    }
  }

  cancel(jobId: string): Promise<Job> {
    return this.#transport.json({ method: 'POST', path: `${jobPath(jobId)}/cancel` })
  }

  /** Every job of the account, newest first; pages are fetched as they are needed. */
  list({ status }: { readonly status?: Job['status'] } = {}): AsyncGenerator<ListedJob> {
    return pages(cursor =>
      this.#transport
        .json<{ jobs: ListedJob[]; next_cursor: string | null }>({
          method: 'GET',
          path: '/api/v1/jobs',
          query: { status, cursor },
        })
        .then(({ jobs, next_cursor }) => ({ items: jobs, next: next_cursor })),
    )
  }
}

const jobPath = (jobId: string): string => `/api/v1/jobs/${encodeURIComponent(jobId)}`
