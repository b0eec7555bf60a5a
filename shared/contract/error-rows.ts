/**
 * Every refusal that the service can give, one row each: code, status, text. `GET /api/v1/errors` prints this table. A code is never reused
 * after retirement.
 */

interface ErrorRow {
  readonly status: number
  /** Title in the RFC 9457 format and in the catalogue. */
  readonly title: string
  /** Text of `detail`; {name} is replaced from the details of the refusal. */
  readonly detail: string
}

export const ERRORS = {
  framing_invalid: {
    status: 400,
    title: 'Invalid HTTP framing',
    detail: 'The HTTP framing of the request is invalid: {reason}.',
  },
  path_not_found: { status: 404, title: 'Unknown path', detail: 'There is nothing at {path}. {hint}' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: '{path} does not support {method}. It supports {allow}.',
  },
  path_retired: { status: 308, title: 'Path moved', detail: '{path} has moved to {successor}.' },
  path_gone: { status: 410, title: 'Path gone', detail: '{path} no longer exists and has no successor. {hint}' },
  not_implemented: { status: 501, title: 'Not implemented yet', detail: '{what} is declared but not yet implemented.' },
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
    detail: 'The token is valid, but its user has not signed up. Call POST /api/v1/auth/signup first.',
  },
  account_deleted: {
    status: 403,
    title: 'Account deleted',
    detail:
      'The account of this user was deleted, and an agent cannot create a new one. The user can sign up again with POST /api/v1/auth/signup.',
  },
  email_unverified: {
    status: 403,
    title: 'No verified e-mail address',
    detail: 'The token contains no e-mail address that the identity provider has verified. An account needs one.',
  },
  email_taken: {
    status: 409,
    title: 'E-mail address taken',
    detail:
      'An account with this e-mail address exists under another sign-in. Sign in the way you signed up, or contact the operator of this service.',
  },
  identity_unconfigured: {
    status: 503,
    title: 'No identity provider',
    detail: 'This service has no identity provider ({setting}), so sign-in is not possible. API keys work.',
  },
  resource_undescribed: {
    status: 404,
    title: 'No sign-in information',
    detail: 'This service publishes no sign-in information ({setting} is not set). API keys work.',
  },
  identity_unavailable: {
    status: 503,
    title: 'Identity provider unavailable',
    detail: 'The identity provider cannot be reached. Try again in {retryAfterSeconds} seconds.',
  },
  login_state_invalid: {
    status: 400,
    title: 'Sign-in expired',
    detail: 'The sign-in is unknown, older than ten minutes, or already completed. Start again at /api/v1/auth/login.',
  },
  login_failed: { status: 400, title: 'Sign-in failed', detail: 'The sign-in failed: {reason}.' },
  tier_forbidden: {
    status: 403,
    title: 'Not in this tier',
    detail: '{what} requires the tier {needed} or higher; this account has the tier {tier}.',
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
  compute_exceeded: {
    status: 429,
    title: 'Processor time used up',
    detail:
      'The calls of this account have used {usedSeconds} s of processor time more than has come back; {usedSecondsMax} s is the maximum of the tier, and {msPerSecond} ms come back per second. The most expensive one was {dearestEndpoint} with a body of {dearestKilobytes} KB: {dearestSeconds} s. Calendars with many exceptions, recurrences or work weeks and long histories are what usually costs so much. Try again in {retryAfterSeconds} seconds.',
  },
  quota_too_small: {
    status: 429,
    title: 'Too few calls left',
    detail:
      'This call counts as {unitCount} calls, and {remaining} of the {limit} calls of the quota are left. Choose fewer analyses.',
  },
  contact_limit: {
    status: 429,
    title: 'Too many forms',
    detail:
      'At most {limit} forms per address are accepted in {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds.',
  },
  playground_limit: {
    status: 429,
    title: 'Playground keys used up',
    detail:
      'An address can create {limit} playground keys in {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds, or sign up.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'Media type not supported',
    detail: 'Content-Type {value} is not supported. Send {supported}.',
  },
  file_unsupported: {
    status: 415,
    title: 'File format not supported',
    detail: '{where} is {what}, which is not supported. {advice}',
  },
  encoding_unsupported: {
    status: 415,
    title: 'Encoding not supported',
    detail: 'Content-Encoding {value} is not supported. Send one of {supported}, only once.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    detail:
      'The body has {payloadBytes} bytes or more. The limit of the tier {tier} is {payloadBytesMax} bytes ({payloadMegabytesMax} MB) after decompression.',
  },
  inflation_too_large: {
    status: 413,
    title: 'Compression ratio too high',
    detail:
      'The first {encodedBytes} bytes of {encoding} inflate to more than {inflatedBytesMax} bytes. The limit is {freeMegabytes} MB plus {inflationMax} times their compressed size. Send the body with less compression.',
  },
  answer_too_large: {
    status: 413,
    title: 'Answer too large',
    detail:
      'The answer would be larger than {limit}.{words} An answer may have {freeMegabytes} MB and {perByte} bytes for each byte that was sent, at most {megabytesMax} MB in the tier {tier}, before it is compressed.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body has more than {payloadBytesMax} bytes, the maximum for this endpoint.',
  },
  capacity_exceeded: {
    status: 503,
    title: 'At capacity',
    detail: 'The service is at capacity ({what}). Try again in {retryAfterSeconds} seconds.',
  },
  store_unavailable: {
    status: 503,
    title: 'Store unavailable',
    detail: 'The store for {what} cannot be reached. Try again in {retryAfterSeconds} seconds.',
  },
  deadline_exceeded: {
    status: 503,
    title: 'Deadline exceeded',
    detail:
      'The call did not finish within {deadlineSeconds} seconds. It has used a unit of the month. Use the async path or a smaller schedule.',
  },
  queue_full: {
    status: 429,
    title: 'Queue full',
    detail:
      '{queuedCountMax} jobs of the account are waiting, the maximum for the tier {tier}. Try again in {retryAfterSeconds} seconds.',
  },
  queue_share: {
    status: 429,
    title: "Account's share of the queue used up",
    detail:
      "The jobs of the account ({jobCount}) use {held} of the queue's memory. This job would exceed the share of one account, currently {share}. Try again in {retryAfterSeconds} seconds, or remove finished jobs.",
  },
  queue_volatile: {
    status: 503,
    title: 'Queue not durable',
    detail:
      'No jobs are accepted, because the job store would lose them in a crash ({reason}). Try again in {retryAfterSeconds} seconds.',
  },
  submission_unknown: {
    status: 503,
    title: 'Outcome unknown',
    detail:
      'The job store did not answer, so it is unknown whether the job {jobId} was accepted. Look for it at {pollingUrl}, or repeat the call with the same Idempotency-Key in {retryAfterSeconds} seconds.',
  },
  secrets_unavailable: {
    status: 503,
    title: 'Callbacks not configured',
    detail: 'Callbacks must be signed, and this service has no SECRETS_KEY to protect the signing secrets.',
  },
  draining: {
    status: 503,
    title: 'Shutting down',
    detail: 'This instance is shutting down. Try again in {retryAfterSeconds} seconds.',
  },
  memory_exceeded: {
    status: 503,
    title: 'Memory limit exceeded',
    detail: 'The analysis exceeded the memory limit of a request. It has used a unit of the month.',
  },
  encoding_invalid: {
    status: 400,
    title: 'Body cannot be decompressed',
    detail: 'The body is not valid {encoding}: {reason}.',
  },
  body_syntax: {
    status: 400,
    title: 'Malformed body',
    detail: 'The body is not valid {format}: {reason} at byte {offset}. {hint}',
  },
  json_syntax: { status: 400, title: 'Malformed body', detail: 'The body is not valid JSON: {reason}.' },
  body_empty: { status: 400, title: 'Empty body', detail: 'The body is empty. Send a {format} object.' },
  task_limit_tier: {
    status: 402,
    title: 'Task limit of the tier exceeded',
    detail:
      'The request has {taskCount} tasks in one schedule; the limit of the tier {tier} is {taskCountMax} per schedule. Upgrade for larger schedules.',
  },
  task_limit_sum: {
    status: 402,
    title: 'Task limit of the tier exceeded',
    detail:
      'The schedules of the request have {taskCount} tasks together; the limit of the tier {tier} is {taskCountMax} in total. Upgrade for larger schedules.',
  },
  task_limit_sync: {
    status: 413,
    title: 'Too many tasks for a synchronous call',
    detail:
      'The schedules of the request have {taskCount} tasks together; a synchronous call may have at most {taskCountMax} in total. {hint}',
  },
  validation: { status: 422, title: 'Validation failed', detail: 'The body does not match the schema.' },
  duplicate_id: { status: 400, title: 'Duplicate task id', detail: 'Task ids must be unique: {text}.' },
  dependency_cycle: { status: 400, title: 'Dependency cycle', detail: 'The dependencies form a cycle: {text}.' },
  idempotency_reused: {
    status: 422,
    title: 'Idempotency-Key used before',
    detail: 'This Idempotency-Key was already used with a different body.',
  },
  idempotency_running: {
    status: 409,
    title: 'Still running',
    detail: 'A call with this Idempotency-Key is still in progress. Try again in {retryAfterSeconds} seconds.',
  },
  schedule_not_found: {
    status: 404,
    title: 'Unknown schedule',
    detail: 'The account keeps no such schedule: it has expired, was removed, or never was.',
  },
  schedules_full: {
    status: 409,
    title: 'No room for schedules',
    detail:
      'The schedules that the account keeps ({scheduleCount}) take {heldBytes} bytes; with this one of {bytes} bytes they would be over the {what} of the tier {tier}. Remove one, or wait: the next one expires at {nextAt}.',
  },
  source_failed: {
    status: 422,
    title: 'Source not fetched',
    detail: 'The file at the given address could not be fetched: {reason}.',
  },
  job_not_found: { status: 404, title: 'Unknown job', detail: 'The account has no such job.' },
  job_finished: { status: 409, title: 'Job finished', detail: 'The job is already {state}.' },
  job_not_finished: {
    status: 409,
    title: 'Job not finished',
    detail: 'The job is {state}. Wait until it has finished.',
  },
  job_without_result: { status: 409, title: 'Job without a result', detail: 'The job is {state} and has no result.' },
  result_removed: {
    status: 410,
    title: 'Result removed',
    detail: 'The result was removed at {at}: {reason}. Submit the schedule again to get a new one.',
  },
  range_unsatisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    detail: 'The result has {byteLength} bytes; the requested range contains none of them.',
  },
  key_not_found: { status: 404, title: 'Unknown key', detail: 'The account has no such key.' },
  key_limit: {
    status: 409,
    title: 'Too many keys',
    detail: 'The account has {keyCountMax} active keys, the maximum. Revoke one first.',
  },
  key_rate: {
    status: 429,
    title: 'Too many keys created',
    detail: 'An account can create {limit} keys in {windowSeconds} seconds. Try again in {retryAfterSeconds} seconds.',
  },
  deletion_unfinished: {
    status: 503,
    title: 'Deletion not finished',
    detail: '{what} Try again in {retryAfterSeconds} seconds.',
  },
  endpoint_not_found: {
    status: 404,
    title: 'Unknown endpoint',
    detail: 'The account has sent no callback to this endpoint in the last 30 days.',
  },
  delivery_not_found: { status: 404, title: 'Unknown delivery', detail: 'The account has no such delivery.' },
  tool_not_found: {
    status: 404,
    title: 'Unknown tool',
    detail: 'There is no agent tool named {name}. GET /mcp/tools lists all tools.',
  },
  origin_forbidden: {
    status: 403,
    title: 'Origin not allowed',
    detail: 'Pages of {origin} may not use the agent tools. The operator can allow an origin in ALLOWED_ORIGINS.',
  },
  fixture_not_found: {
    status: 404,
    title: 'Unknown fixture',
    detail: 'There is no sample schedule or analysis with this name.',
  },
  page_key_refused: {
    status: 403,
    title: 'No key for this page',
    detail: 'A key is given only to the page at /, on the machine that the service runs on: {reason}.',
  },
  billing_unconfigured: {
    status: 503,
    title: 'Not configured',
    detail: 'This service is not configured for {what} ({setting}).',
  },
  payments_unavailable: {
    status: 503,
    title: 'Payment service unavailable',
    detail: 'The payment service is not responding correctly. Try again in {retryAfterSeconds} seconds.',
  },
  payments_misconfigured: {
    status: 503,
    title: 'Payments misconfigured',
    detail: 'The payment service does not recognise {what}. The operator has to correct {setting}.',
  },
  subscribed_already: {
    status: 409,
    title: 'Subscribed already',
    detail: 'The account already has the tier {tier}. Use POST /api/v1/billing/portal to change its subscription.',
  },
  checkout_not_found: { status: 404, title: 'Unknown checkout', detail: 'The account has no such checkout session.' },
  checkout_over: {
    status: 409,
    title: 'Checkout over',
    detail: 'The checkout session {reason}. Start a new one with POST /api/v1/billing/checkout.',
  },
  checkout_needed: {
    status: 409,
    title: 'No checkout yet',
    detail: 'The account has never completed a checkout. Start one with POST /api/v1/billing/checkout.',
  },
  signature_invalid: {
    status: 400,
    title: 'Signature invalid',
    detail: 'The body is not signed with the secret of this endpoint, or the signature is too old.',
  },
  event_invalid: {
    status: 400,
    title: 'Event not understood',
    detail: 'The signature is valid, but {reason}.',
  },
  subscription_elsewhere: {
    status: 409,
    title: 'Subscription runs elsewhere',
    detail: 'The account has a subscription in a marketplace. Cancel it there first.',
  },
  header_invalid: { status: 400, title: 'Invalid header', detail: 'The header {name} is not valid: {reason}.' },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'Internal error. Quote the request id when you report it.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS
