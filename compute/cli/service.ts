/** Calls of a running service: retries as the service requests, refusals in words; what is too large for a synchronous call goes as a job. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { jobPath, resultPath } from '../../shared/contract/endpoint/paths.ts'
import type { ErrorCode } from '../../shared/contract/error-rows.ts'
import type { ValidationFault } from '../../shared/contract/errors.ts'
import { FINAL_STATES, type JobState, type WorkProgress } from '../../shared/contract/job-states.ts'
import { endpointPath } from '../library/run.ts'
import { STANDARD_INPUT, standardInput } from './disk.ts'
import { type Envelope, faultLines, RunError, type Runner, type RunRequest } from './outcome.ts'
import type { Progress } from './terminal.ts'

interface ServiceAddress {
  readonly url: string
  readonly key: string | undefined
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Made anew for each try. */
  readonly body?: () => Promise<Sent>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Sent {
  readonly body: FormData | Blob
  readonly contentType?: string
}

interface RefusedBody {
  readonly detail: string | readonly ValidationFault[]
  readonly code: string
  readonly error_count?: number
}

/** A refusal of the service. */
class ServiceRefusal extends RunError {
  readonly code: string

  constructor(code: string, lines: readonly string[]) {
    super(lines)
    this.code = code
  }
}

const TRIES_MAX = 3
const RETRIED: readonly number[] = [429, 502, 503, 504]
/** The month of an account does not begin sooner by waiting. */
const PATIENCE_SECONDS_MAX = 60

export class Service {
  readonly #address: ServiceAddress

  constructor(address: ServiceAddress) {
    this.#address = address
  }

  async json<Body>(path: string, call: Call = {}): Promise<Body> {
    return JSON.parse(await this.text(path, call)) as Body
  }

  /** JSON: an endpoint that has pages too answers with one where nothing is asked for. */
  async text(path: string, call: Call = {}): Promise<string> {
    const headers = { accept: 'application/json', ...call.headers }
    return (await this.bytes(path, { ...call, headers })).toString()
  }

  async bytes(path: string, call: Call = {}): Promise<Buffer> {
    for (let tries = 1; ; tries++) {
      const response = await this.#send(path, call)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      const text = await response.text()
      const waitSeconds = Number(response.headers.get('retry-after') ?? 1)
      const isWorthIt = RETRIED.includes(response.status) && waitSeconds <= PATIENCE_SECONDS_MAX
      if (!isWorthIt || tries === TRIES_MAX) throw refusalOf(response.status, text)
      await pause(waitSeconds * 1000)
    }
  }

  async #send(path: string, { method = 'GET', body, headers = {} }: Call): Promise<Response> {
    const { url, key } = this.#address
    const sent = await body?.()
    try {
      return await fetch(new URL(path.replace(/^\//, ''), `${url.replace(/\/$/, '')}/`), {
        method,
        // fetch would send the key on to wherever a redirect says
        redirect: 'error',
        headers: {
          ...headers,
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(sent?.contentType === undefined ? {} : { 'content-type': sent.contentType }),
        },
        ...(sent === undefined ? {} : { body: sent.body }),
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new RunError([`${url} cannot be reached: ${(cause as Error | undefined)?.message || message}`])
    }
  }
}

function refusalOf(status: number, text: string): ServiceRefusal {
  try {
    const { detail, code, error_count } = JSON.parse(text) as RefusedBody
    return new ServiceRefusal(code, typeof detail === 'string' ? [detail] : faultLines(detail, error_count))
  } catch {
    return new ServiceRefusal('unknown', [`The service answered ${status} and no reason that this program can read.`])
  }
}

/** Waits for a job and fetches its result. */
export interface JobShown {
  readonly job_id: string
  readonly status: JobState
  readonly endpoint: string
  readonly task_count: number
  readonly created_at: string
  readonly completed_at: string | null
  readonly queue_position?: number | null
  readonly progress?: Pick<WorkProgress, 'done' | 'of' | 'unit'> & { readonly best_finish?: string }
  readonly error?: { readonly code: string; readonly detail: string }
}

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 5_000

/** The result as JSON. Throws when the job ended without one. */
export async function waitForJob(service: Service, jobId: string, progress: Progress): Promise<string> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const job = await service.json<JobShown>(`${jobPath(jobId)}?include_result=false`)
    if (FINAL_STATES.includes(job.status)) {
      progress.clear()
      if (job.status === 'completed') return service.text(resultPath(jobId))
      throw new RunError([`The job ${jobId} is ${job.status}. ${job.error?.detail ?? ''}`.trim()])
    }
    const place =
      job.queue_position === null || job.queue_position === undefined ? '' : `, ${job.queue_position} before it`
    progress.say(`job ${jobId}: ${job.status}${place}${howFar(job)}`)
    await pause(pauseMs)
  }
}

function howFar({ progress }: JobShown): string {
  if (progress === undefined) return ''
  const { done, of, unit, best_finish } = progress
  const counted = of === null ? `${done} ${unit} done` : `${done} of ${of} ${unit}`
  return `, ${counted}${best_finish === undefined ? '' : `, finish so far ${best_finish}`}`
}

/** Runs analyses at a service; what is too large for a synchronous call goes as a job. */
const TOO_LARGE: ErrorCode = 'task_limit_sync'

export const remoteRunner =
  (service: Service, progress: Progress): Runner =>
  async request => {
    const path = endpointPath(request.id)
    const query = queryOf(request)
    const body = () => bodyOf(request)
    try {
      return reply(await service.text(path + query, { method: 'POST', body }))
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== TOO_LARGE) throw error
    }
    const { job_id } = await service.json<{ job_id: string }>(asyncPath({ path }) + query, { method: 'POST', body })
    return reply(await waitForJob(service, job_id, progress))
  }

/** What a report is asked for in the query. */
function queryOf({ analyses, kind, paper }: RunRequest): string {
  if (analyses === undefined) return ''
  const asked = { analyses: analyses.join(), ...(kind && { kind }), ...(paper && { paper }) }
  return `?${new URLSearchParams(asked).toString().replaceAll('%2C', ',')}`
}

const reply = (json: string) => ({ envelope: JSON.parse(json) as Envelope, json })

/** Files are read from disk while they are sent. */
export async function bodyOf({ files, members }: Pick<RunRequest, 'files' | 'members'>): Promise<Sent> {
  const [file] = files
  if (file?.part === null) return { body: await blobOf(file.path), contentType: 'application/json' }
  const body = new FormData()
  for (const [name, value] of Object.entries(members)) body.append(name, value)
  for (const { part, path } of files) body.append(part!, await blobOf(path), basename(path))
  return { body }
}

async function blobOf(path: string): Promise<Blob> {
  if (path === STANDARD_INPUT) return new Blob([new Uint8Array(standardInput())])
  try {
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder')
    return await openAsBlob(path)
  } catch (error) {
    throw new RunError([`${path} cannot be read: ${(error as Error).message}`])
  }
}
