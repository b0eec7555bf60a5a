/**
 * Every refusal the service can give, one row each: code, status, sentence. `GET /api/v1/errors` prints the table. A
 * refusal is a value (Refusal), not an exception; its status is looked up once, at the edge. A code is never reused
 * after retirement.
 */

interface ErrorRow {
  readonly status: number
  /** Title of the RFC 9457 form and of the catalogue. */
  readonly title: string
  /** Sentence of `detail`; {name} is replaced from the refusal's facts. */
  readonly detail: string
}

export const ERRORS = {
  framing_invalid: { status: 400, title: 'Invalid HTTP framing', detail: 'The request is framed wrongly: {reason}.' },
  path_not_found: { status: 404, title: 'Unknown path', detail: 'Nothing is served at {path}. {hint}' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: '{path} does not take {method}; it takes {allow}.',
  },
  path_retired: { status: 308, title: 'Path moved', detail: '{path} has moved to {successor}.' },
  path_gone: { status: 410, title: 'Path gone', detail: '{path} is gone and has no alias. {hint}' },
  not_implemented: { status: 501, title: 'Not implemented yet', detail: '{what} is declared but not implemented yet.' },
  credentials_missing: {
    status: 401,
    title: 'Credentials missing',
    detail: 'Send an API key in the header x-api-key, or a bearer token in Authorization.',
  },
  credentials_invalid: { status: 401, title: 'Credentials invalid', detail: 'The credentials are not valid.' },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    detail: 'The account of this key is suspended. {hint}',
  },
  signup_required: {
    status: 403,
    title: 'Not signed up',
    detail: 'The token is valid, but nobody has signed up with it; call POST /api/v1/auth/signup first.',
  },
  account_deleted: {
    status: 403,
    title: 'Account deleted',
    detail:
      'The account of this user was deleted, and an agent does not make a new one; the user signs up again by POST /api/v1/auth/signup.',
  },
  email_unverified: {
    status: 403,
    title: 'No verified e-mail address',
    detail: 'The token names no e-mail address that the identity provider has verified; an account needs one.',
  },
  email_taken: {
    status: 409,
    title: 'E-mail address taken',
    detail:
      'An account with this e-mail address exists under another sign-in. Sign in as you did when you signed up, or ask the operator of this service.',
  },
  identity_unconfigured: {
    status: 503,
    title: 'No identity provider',
    detail: 'This service has no identity provider ({setting}), so nobody can sign in; API keys work.',
  },
  resource_undescribed: {
    status: 404,
    title: 'No sign-in described',
    detail: 'This service does not say where to sign in ({setting} is not set); API keys work.',
  },
  identity_unavailable: {
    status: 503,
    title: 'Identity provider unavailable',
    detail: 'The identity provider cannot be reached. Try again in {retryAfterSeconds} seconds.',
  },
  login_state_invalid: {
    status: 400,
    title: 'Sign-in expired',
    detail:
      'The sign-in is not known here, older than ten minutes, or was ended before; start anew at /api/v1/auth/login.',
  },
  login_failed: { status: 400, title: 'Sign-in failed', detail: 'The sign-in failed: {reason}.' },
  tier_forbidden: {
    status: 403,
    title: 'Not in this tier',
    detail: '{what} needs the tier {needed} or higher; this account is {tier}.',
  },
  window_exceeded: {
    status: 429,
    title: 'Rate limit exceeded',
    detail: 'Rate limit exceeded: {limit} calls per {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds.',
  },
  month_exceeded: {
    status: 429,
    title: 'Monthly quota exceeded',
    detail:
      'Monthly quota exceeded: {limit} calls per calendar month (window of {windowSeconds} seconds). Try again in {retryAfterSeconds} seconds.',
  },
  contact_limit: {
    status: 429,
    title: 'Too many forms',
    detail:
      'At most {limit} forms of one address per {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds.',
  },
  playground_limit: {
    status: 429,
    title: 'Playground keys used up',
    detail:
      'An address may have {limit} playground keys per {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds, or sign up.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'Media type not supported',
    detail: 'Content-Type {value} is not supported; send {supported}.',
  },
  file_unsupported: {
    status: 415,
    title: 'File format not supported',
    detail: '{where} is {what}, which is not read. {advice}',
  },
  encoding_unsupported: {
    status: 415,
    title: 'Encoding not supported',
    detail: 'Content-Encoding {value} is not supported; send one of {supported}, once.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    detail:
      'The body has {payloadBytes} bytes or more; the limit of the tier {tier} is {payloadBytesMax} bytes ({payloadMegabytesMax} MB), inflated.',
  },
  inflation_too_large: {
    status: 413,
    title: 'Body inflates too far',
    detail:
      'The first {encodedBytes} bytes of {encoding} inflate to more than {inflatedBytesMax} bytes: {freeMegabytes} MB and {inflationMax} times their size are the most. Send the body less compressed.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body has more than {payloadBytesMax} bytes, the most that this endpoint takes.',
  },
  capacity_exceeded: {
    status: 503,
    title: 'At capacity',
    detail: 'The service is at capacity ({what}). Try again in {retryAfterSeconds} seconds.',
  },
  store_unavailable: {
    status: 503,
    title: 'Store unavailable',
    detail: 'The store of {what} cannot be reached. Try again in {retryAfterSeconds} seconds.',
  },
  deadline_exceeded: {
    status: 503,
    title: 'Deadline exceeded',
    detail:
      'The call was not worked out within {deadlineSeconds} seconds, and has used a unit of the month; use the async path or a smaller schedule.',
  },
  queue_full: {
    status: 429,
    title: 'Queue full',
    detail:
      '{queuedCountMax} jobs of the account are waiting, the most that the tier {tier} allows. Try again in {retryAfterSeconds} seconds.',
  },
  queue_share: {
    status: 429,
    title: 'Share of the queue used',
    detail:
      'The {jobCount} jobs of the account take {held} of the memory of the queue. With this one they would be over the share of an account, {share} now. Try again in {retryAfterSeconds} seconds, or remove finished jobs.',
  },
  queue_volatile: {
    status: 503,
    title: 'Queue not durable',
    detail:
      'No job is accepted: the store of jobs would lose it in a crash ({reason}). Try again in {retryAfterSeconds} seconds.',
  },
  submission_unknown: {
    status: 503,
    title: 'Outcome unknown',
    detail:
      'The store of jobs did not answer: whether the job {jobId} was accepted is not known. Look for it at {pollingUrl}, or repeat the call with its Idempotency-Key in {retryAfterSeconds} seconds.',
  },
  secrets_unavailable: {
    status: 503,
    title: 'Callbacks not configured',
    detail: 'Callbacks are signed, and this service has no SECRETS_KEY to keep signing secrets with.',
  },
  draining: {
    status: 503,
    title: 'Shutting down',
    detail: 'This instance is shutting down. Try again in {retryAfterSeconds} seconds.',
  },
  memory_exceeded: {
    status: 503,
    title: 'Memory limit exceeded',
    detail: 'The analysis exceeded the memory limit of one request, and has used a unit of the month.',
  },
  encoding_invalid: {
    status: 400,
    title: 'Body cannot be inflated',
    detail: 'The body is not valid {encoding}: {reason}.',
  },
  body_syntax: {
    status: 400,
    title: 'Malformed body',
    detail: 'The body is not valid {format}: {reason} at byte {offset}. {hint}',
  },
  json_syntax: { status: 400, title: 'Malformed body', detail: 'The body is not valid JSON: {reason}.' },
  body_empty: { status: 400, title: 'Empty body', detail: 'The body is empty; send a {format} object.' },
  task_limit_tier: {
    status: 402,
    title: 'Task limit of the tier exceeded',
    detail:
      '{taskCount} tasks were submitted; the limit of the tier {tier} is {taskCountMax} per schedule. Upgrade for larger schedules.',
  },
  task_limit_sum: {
    status: 402,
    title: 'Task limit of the tier exceeded',
    detail:
      '{taskCount} tasks were submitted over all schedules of the request; the limit of the tier {tier} is {taskCountMax} in sum. Upgrade for larger schedules.',
  },
  task_limit_sync: {
    status: 413,
    title: 'Too many tasks for a synchronous call',
    detail:
      '{taskCount} tasks were submitted over all schedules of the request; synchronous calls take at most {taskCountMax} in sum. {hint}',
  },
  validation: { status: 422, title: 'Validation failed', detail: 'The body does not match the schema.' },
  duplicate_id: { status: 400, title: 'Duplicate task id', detail: 'Task ids must be unique: {text}.' },
  dependency_cycle: { status: 400, title: 'Dependency cycle', detail: 'The dependencies form a cycle: {text}.' },
  idempotency_reused: {
    status: 422,
    title: 'Idempotency-Key used before',
    detail: 'The Idempotency-Key came before with another body.',
  },
  idempotency_running: {
    status: 409,
    title: 'Still running',
    detail: 'A call with this Idempotency-Key is not answered yet. Try again in {retryAfterSeconds} seconds.',
  },
  job_not_found: { status: 404, title: 'Unknown job', detail: 'The account has no such job.' },
  job_finished: { status: 409, title: 'Job finished', detail: 'The job is {state} already.' },
  job_not_finished: {
    status: 409,
    title: 'Job not finished',
    detail: 'The job is {state}; wait until it has finished.',
  },
  job_without_result: { status: 409, title: 'Job without a result', detail: 'The job is {state}; it has no result.' },
  result_removed: {
    status: 410,
    title: 'Result removed',
    detail: 'The result was removed at {at}: {reason}. Submit the schedule again for a new one.',
  },
  range_unsatisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    detail: 'The result has {byteLength} bytes; the Range header asks for none of them.',
  },
  key_not_found: { status: 404, title: 'Unknown key', detail: 'The account has no such key.' },
  key_limit: {
    status: 409,
    title: 'Too many keys',
    detail: 'The account has {keyCountMax} live keys, the most there may be; revoke one first.',
  },
  key_rate: {
    status: 429,
    title: 'Too many keys made',
    detail:
      'An account makes at most {limit} keys per {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds.',
  },
  deletion_unfinished: {
    status: 503,
    title: 'Deletion not finished',
    detail: '{what} Try again in {retryAfterSeconds} seconds.',
  },
  endpoint_not_found: {
    status: 404,
    title: 'Unknown endpoint',
    detail: 'No callback of the account went to such an endpoint in the last 30 days.',
  },
  delivery_not_found: { status: 404, title: 'Unknown delivery', detail: 'The account has no such delivery.' },
  tool_not_found: {
    status: 404,
    title: 'Unknown tool',
    detail: 'No agent tool is called {name}; GET /mcp/tools lists them.',
  },
  origin_forbidden: {
    status: 403,
    title: 'Origin not allowed',
    detail: 'Pages of {origin} may not use the agent tools; the operator lists origins in ALLOWED_ORIGINS.',
  },
  fixture_not_found: { status: 404, title: 'Unknown fixture', detail: 'No sample schedule has this name or analysis.' },
  billing_unconfigured: {
    status: 503,
    title: 'Not configured',
    detail: 'This service is not set up for {what} ({setting}).',
  },
  payments_unavailable: {
    status: 503,
    title: 'Payment service unavailable',
    detail: 'The payment service does not answer as it should. Try again in {retryAfterSeconds} seconds.',
  },
  payments_misconfigured: {
    status: 503,
    title: 'Payments set up wrongly',
    detail: 'The payment service does not know {what}; the operator has to correct {setting}.',
  },
  subscribed_already: {
    status: 409,
    title: 'Subscribed already',
    detail: 'The account has the tier {tier} already; POST /api/v1/billing/portal changes its subscription.',
  },
  checkout_not_found: { status: 404, title: 'Unknown checkout', detail: 'The account has no such checkout session.' },
  checkout_over: {
    status: 409,
    title: 'Checkout over',
    detail: 'The checkout session {reason}; start another one with POST /api/v1/billing/checkout.',
  },
  checkout_needed: {
    status: 409,
    title: 'No checkout yet',
    detail: 'The account has never completed a checkout; start one with POST /api/v1/billing/checkout.',
  },
  signature_invalid: {
    status: 400,
    title: 'Signature invalid',
    detail: 'The body is not signed with the secret of this endpoint, or its signature is too old.',
  },
  event_invalid: {
    status: 400,
    title: 'Event not understood',
    detail: 'The body is signed, but {reason}.',
  },
  subscription_elsewhere: {
    status: 409,
    title: 'Subscription runs elsewhere',
    detail: 'The account has a subscription in a marketplace; cancel it there first.',
  },
  header_invalid: { status: 400, title: 'Invalid header', detail: 'The header {name} is not valid: {reason}.' },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'Internal error. Quote the request id when you report it.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

export type Facts = Readonly<Record<string, string | number>>

/** Work was done until a limit broke: the call keeps its unit of the month. */
const CHARGED: readonly ErrorCode[] = ['deadline_exceeded', 'memory_exceeded']
export const isCharged = (code: ErrorCode): boolean => CHARGED.includes(code)

/** One fault of a body that parses but breaks the schema. */
export interface ValidationFault {
  /** Path of the value: ["body", "tasks", 0, "id"]. */
  readonly loc: readonly (string | number)[]
  /** Sentence with the offending value. */
  readonly msg: string
  /** Stable word: missing, type, enum, minimum, maximum, format, length ... */
  readonly type: string
}

/** At most this many faults are listed in a 422; the rest is counted. */
export const VALIDATION_FAULTS_MAX = 100

export interface Refusal {
  readonly code: ErrorCode
  readonly facts: Facts
  /** Of every refusal of status 422: the first VALIDATION_FAULTS_MAX faults, and how many there are in all. */
  readonly faults?: readonly ValidationFault[]
  readonly faultCount?: number
  /** Members of the body for programs, beside those that every refusal has. */
  readonly members?: Facts
  /** Headers of the answer, beside those that every refusal of its status has. */
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (code: ErrorCode, facts: Facts = {}): Refusal => ({ code, facts })

/** The sentence of a refusal with its facts filled in. */
export function detailOf(refusal: Refusal): string {
  return ERRORS[refusal.code].detail
    .replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.facts[name] ?? ''))
    .trim()
}
