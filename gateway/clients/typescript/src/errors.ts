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
  /** Of a body that breaks the schema; else empty. */
  readonly faults: readonly Fault[]

  constructor(status: number, body: RefusedBody) {
    const faults = Array.isArray(body.detail) ? body.detail.filter(isFault) : []
    super(messageOf(status, body, faults))
    this.status = status
    this.code = body.code ?? 'unknown'
    this.requestId = body.request_id
    this.faults = faults
  }
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
/** 404, 409 and 410. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
/** 429, still after the retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
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

export function apiError(status: number, body: RefusedBody): ApiError {
  if (status === 401 || status === 403) return new AuthenticationError(status, body)
  if (status === 404 || status === 409 || status === 410) return new NotFoundError(status, body)
  if (status === 429) return new RateLimitError(status, body)
  if (status >= 500) return new ServiceUnavailable(status, body)
  return new InputError(status, body)
}
