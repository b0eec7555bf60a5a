/** What a call may throw. Every refusal of the service is an ApiError with the code of GET /api/v1/errors. */

/** One fault of a body: where it stands, and what is wrong with it. */
export interface Fault {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

export interface RefusedBody {
  readonly detail?: string | readonly Fault[]
  readonly code?: string
  readonly request_id?: string
  readonly error_count?: number
}

export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** Stable word, such as "window_exceeded". */
  readonly code: string
  /** To be quoted when the error is reported. */
  readonly requestId: string | undefined
  /** Faults of a body that breaks the schema; else empty. */
  readonly faults: readonly Fault[]
  /** Seconds after which the service asks to try again; undefined: it does not say. */
  readonly retryAfter: number | undefined
  readonly headers: Headers

  constructor(status: number, body: RefusedBody, headers = new Headers()) {
    const faults = Array.isArray(body.detail) ? body.detail.filter(isFault) : []
    super(messageOf(status, body, faults))
    this.status = status
    this.code = body.code ?? 'unknown'
    this.requestId = body.request_id ?? headers.get('x-request-id') ?? undefined
    this.faults = faults
    this.retryAfter = retryAfterSeconds(headers)
    this.headers = headers
  }
}

const SECONDS = /^\d+(\.\d+)?$/

/** A date instead of seconds is none that the service sends. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return SECONDS.test(text) ? Number(text) : undefined
}

/** A proxy in between may refuse in other words. */
function isFault(value: unknown): value is Fault {
  const { loc, msg } = (value ?? {}) as Partial<Fault>
  return Array.isArray(loc) && typeof msg === 'string'
}

/** The first fault stands for all in the message. */
function messageOf(status: number, { detail, error_count }: RefusedBody, faults: readonly Fault[]): string {
  const [first] = faults
  if (first === undefined) return typeof detail === 'string' ? detail : `The service answered ${status}.`
  const rest = (error_count ?? faults.length) - 1
  return `${first.loc.slice(1).join('.')}: ${first.msg}${rest > 0 ? ` (and ${rest} more)` : ''}`
}

/** 401 and 403: the key is missing, wrong, suspended, or of a tier that may not. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}
/** 400, 413, 415 and 422: the request cannot be worked on as it is. */
export class InputError extends ApiError {
  override readonly name = 'InputError'
}
/** 402: the schedule is larger than the tier of the account allows. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError'
}
/** 404 and 410: there is no such thing, or no longer. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
/** 409: the thing is not in the state that the call needs, such as a job that runs, or a full storage of schedules. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}
/** 429, still after the retries, or with a longer pause than the client waits: see retryAfter. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError'
}
/** 429 compute_exceeded: the calls of the account took too much time of threads. The message names the most expensive one. */
export class ComputeExceededError extends RateLimitError {
  override readonly name = 'ComputeExceededError'
}
/** 5xx, still after the retries. */
export class ServiceUnavailable extends ApiError {
  override readonly name = 'ServiceUnavailable'
}

/** No answer came: no connection, one that ended, or a time limit. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The reply of a call that succeeded is not what the service sends, such as the page of a proxy in between. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply'
  readonly status: number
  /** The first characters of the reply. */
  readonly bodyStart: string

  constructor(status: number, body: string) {
    const bodyStart = body.slice(0, BODY_START_LENGTH)
    super(`The reply with status ${status} is no JSON object: ${JSON.stringify(bodyStart)}`)
    this.status = status
    this.bodyStart = bodyStart
  }
}

const BODY_START_LENGTH = 200

/** A job that was waited for has not ended in the time that was given. It goes on. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout'
  readonly jobId: string
  /** State of the job when it was last seen; undefined: it was not. */
  readonly status: string | undefined

  constructor(jobId: string, timeoutMs: number, status: string | undefined) {
    super(`The job ${jobId} has not ended within ${timeoutMs} ms${status === undefined ? '' : `: it is ${status}`}.`)
    this.jobId = jobId
    this.status = status
  }
}

/** A job that was waited for ended without a result. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
  readonly jobId: string
  readonly code: string

  constructor(jobId: string, code: string, detail: string) {
    super(`The job ${jobId} has no result. ${detail}`)
    this.jobId = jobId
    this.code = code
  }
}

const COMPUTE_CODE = 'compute_exceeded'

export function apiError(status: number, body: RefusedBody, headers?: Headers): ApiError {
  return new (classOf(status, body.code))(status, body, headers)
}

function classOf(status: number, code: string | undefined): typeof ApiError {
  if (status === 401 || status === 403) return AuthenticationError
  if (status === 402) return PaymentRequiredError
  if (status === 404 || status === 410) return NotFoundError
  if (status === 409) return ConflictError
  if (status === 429) return code === COMPUTE_CODE ? ComputeExceededError : RateLimitError
  return status >= 500 ? ServiceUnavailable : InputError
}
