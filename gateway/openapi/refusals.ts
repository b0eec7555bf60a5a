/**
 * Which refusals an operation can answer, and what they look like. The sentences are those of shared/contract/error-rows.ts, the
 * bodies those that the gateway sends; this file only says which code belongs to which kind of operation.
 */
import { MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import { EXAMPLE_JOB_ID } from '../../shared/contract/endpoint/data/job-data.ts'
import { jobPath } from '../../shared/contract/endpoint/paths.ts'
import type { InputKind } from '../../shared/contract/endpoint/row.ts'
import { ERRORS, type ErrorCode } from '../../shared/contract/error-rows.ts'
import { type Refusal, type RefusalDetails, refuse } from '../../shared/contract/errors.ts'
import { MEDIA_TYPES, PROBLEM_MEDIA_TYPE } from '../../shared/contract/negotiate.ts'
import {
  ANSWER_BYTES_PER_BODY_BYTE,
  ANSWER_MEGABYTES_FREE,
  ANSWER_PAYLOADS_MAX,
  TASK_SUM_FACTOR,
  TIER_NAMES,
  TIERS,
  WINDOW_SECONDS,
} from '../../shared/contract/tiers.ts'
import { refusalReply } from '../call/answers.ts'
import {
  classOf,
  hasSmallBody,
  hasWork,
  isExamined,
  isMessage,
  isMetered,
  isSubmission,
  type Route,
  takesFiles,
  unbuilt,
} from '../call/routes.ts'
import { keyReused } from '../jobs/refusals.ts'
import { sourceFault } from '../schedules/fetch-file.ts'
import { EXAMPLE_REQUEST_ID } from './examples/cpm-reply.ts'
import { headersWith, type SomeHeader } from './headers.ts'
import { type JsonObject, reference } from './schemas.ts'

interface Group {
  /** Part of the names of the components that its codes make. */
  readonly name: string
  readonly codes: readonly ErrorCode[]
  readonly applies: (route: Route) => boolean
}

const isIdentified = (route: Route): boolean => classOf(route) === 'identified' || hasWork(route)
const isWork = hasWork
/** The body is a schedule; what is refused of one in a message stands in its answer. */
const isRead = (route: Route): boolean => isWork(route) && !isMessage(route) && !isExamined(route)
const isSchedule = (route: Route): boolean => route.kind === 'analysis' || route.kind === 'async'

/** Serves files that a part of its path names, of which there may be none. */
const isNamed = (route: Route): boolean =>
  route.kind === 'service' && ['docs.asset', 'docs.method', 'page.asset'].includes(route.row.id)

const tierOf = (route: Route): string =>
  route.kind === 'retired' ? TIER_NAMES[0] : route.kind === 'async' ? route.row.asyncTier : route.row.tier

/** Takes an Idempotency-Key. */
const isRepeatable = (route: Route): boolean =>
  route.kind === 'async' || (route.kind === 'service' && route.row.isIdempotent === true)

/** A bearer token alone is taken. */
const isSigned = (route: Route): boolean =>
  route.kind === 'service' && ['bearer', 'subject'].includes(route.row.identity)

/** In the order of refusals, as far as one status has several codes. */
const GROUPS: readonly Group[] = [
  { name: 'Any', applies: () => true, codes: ['framing_invalid'] },
  { name: 'Served', applies: route => unbuilt(route) === undefined, codes: ['window_exceeded', 'internal'] },
  { name: 'Repeatable', applies: isRepeatable, codes: ['header_invalid'] },
  { name: 'Unbuilt', applies: route => unbuilt(route)?.code === 'not_implemented', codes: ['not_implemented'] },
  { name: 'Named', applies: isNamed, codes: ['path_not_found'] },
  { name: 'Moved', applies: route => unbuilt(route)?.code === 'path_retired', codes: ['path_retired'] },
  { name: 'Gone', applies: route => unbuilt(route)?.code === 'path_gone', codes: ['path_gone'] },
  {
    name: 'Identified',
    applies: isIdentified,
    codes: [
      'credentials_missing',
      'credentials_invalid',
      'identity_unavailable',
      'account_suspended',
      'signup_required',
    ],
  },
  {
    name: 'Subject',
    applies: route => classOf(route) === 'subject',
    codes: ['credentials_missing', 'credentials_invalid', 'identity_unavailable'],
  },
  { name: 'Signed', applies: isSigned, codes: ['identity_unconfigured'] },
  { name: 'Stored', applies: route => classOf(route) !== 'open', codes: ['store_unavailable', 'draining'] },
  { name: 'Gated', applies: route => tierOf(route) !== TIER_NAMES[0], codes: ['tier_forbidden'] },
  { name: 'Metered', applies: isMetered, codes: ['month_exceeded'] },
  {
    name: 'Body',
    applies: isWork,
    codes: [
      'compute_exceeded',
      'media_type_unsupported',
      'encoding_unsupported',
      'payload_too_large',
      'inflation_too_large',
      'capacity_exceeded',
      'encoding_invalid',
      'body_empty',
      'memory_exceeded',
      'deadline_exceeded',
    ],
  },
  { name: 'File', applies: takesFiles, codes: ['file_unsupported'] },
  { name: 'Read', applies: isRead, codes: ['body_syntax', 'task_limit_tier', 'task_limit_sum', 'validation'] },
  { name: 'Examined', applies: isExamined, codes: ['body_syntax', 'validation'] },
  {
    name: 'SmallBody',
    applies: route => hasSmallBody(route) && unbuilt(route) === undefined,
    codes: ['media_type_unsupported', 'encoding_unsupported', 'body_too_large'],
  },
  {
    // of bytes that somebody signed the handler says itself what may be wrong
    name: 'CheckedBody',
    applies: route =>
      hasSmallBody(route) && unbuilt(route) === undefined && route.kind === 'service' && route.row.isBodyRaw !== true,
    codes: ['json_syntax', 'body_empty', 'validation'],
  },
  { name: 'Written', applies: route => isWork(route) && route.kind !== 'async', codes: ['answer_too_large'] },
  { name: 'Sync', applies: route => isRead(route) && route.kind !== 'async', codes: ['task_limit_sync'] },
  { name: 'Kept', applies: isSubmission, codes: ['queue_volatile', 'idempotency_reused', 'idempotency_running'] },
  {
    name: 'Job',
    applies: route => route.kind === 'async',
    codes: ['queue_full', 'queue_share', 'submission_unknown', 'secrets_unavailable'],
  },
  { name: 'Naming', applies: isRead, codes: ['schedule_not_found'] },
  { name: 'UniqueIds', applies: route => isRead(route) && inputOf(route) !== 'open', codes: ['duplicate_id'] },
  { name: 'Acyclic', applies: route => isSchedule(route) && inputOf(route) === 'strict', codes: ['dependency_cycle'] },
]

/** Those of the row itself, as a group of its own. */
function ownGroup(route: Route): Group[] {
  const codes = route.kind === 'service' && unbuilt(route) === undefined ? (route.row.refusals ?? []) : []
  if (codes.length === 0) return []
  const name = codes.map(code => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('')
  return [{ name, codes, applies: () => true }]
}

function inputOf(route: Route): InputKind | undefined {
  if (route.kind === 'retired') return undefined
  return route.row.kind === 'service' ? route.row.reader : route.row.input
}

/** Facts that make the sentence of each code an example. */
export const EXAMPLE_FACTS: Readonly<Record<ErrorCode, RefusalDetails>> = {
  framing_invalid: { reason: 'the header content-length is repeated' },
  path_not_found: { path: '/api/v1/analysis/cmp', hint: 'Did you mean /api/v1/analysis/cpm?' },
  method_not_allowed: { path: '/api/v1/analysis/cpm', method: 'GET', allow: 'POST' },
  path_retired: { path: '/api/v1/schedule/cpm', successor: '/api/v1/analysis/cpm' },
  path_gone: {
    path: '/api/v1/schedule/health',
    hint: 'Health scores are at /api/v1/health/score, with another result.',
  },
  not_implemented: { what: 'POST /api/v1/contact/submit' },
  credentials_missing: {},
  credentials_invalid: {},
  payments_misconfigured: { what: 'the price of this subscription', setting: 'STRIPE_PRICE_STARTER' },
  email_taken: {},
  account_suspended: { hint: 'Its subscription is unpaid.' },
  signup_required: {},
  account_deleted: {},
  email_unverified: {},
  identity_unconfigured: { setting: 'OIDC_ISSUER' },
  resource_undescribed: { setting: 'OIDC_ISSUER' },
  identity_unavailable: { retryAfterSeconds: 30 },
  login_state_invalid: {},
  login_failed: { reason: 'the identity provider refused the code' },
  tier_forbidden: { what: 'POST /api/v1/analysis/resources', needed: 'starter', tier: 'free' },
  window_exceeded: { limit: TIERS.starter.callsPerWindow, windowSeconds: WINDOW_SECONDS, retryAfterSeconds: 17 },
  month_exceeded: { limit: TIERS.free.callsPerMonth!, windowSeconds: 2_592_000, retryAfterSeconds: 806_400 },
  compute_exceeded: {
    usedSeconds: 11.4,
    usedSecondsMax: 10,
    msPerSecond: 20,
    dearestEndpoint: '/api/v1/schedules',
    dearestSeconds: 2.9,
    dearestKilobytes: 14,
    retryAfterSeconds: 70,
  },
  quota_too_small: { unitCount: 5, remaining: 3, limit: TIERS.free.callsPerMonth! },
  contact_limit: { limit: 5, windowSeconds: 600, retryAfterSeconds: 417 },
  playground_limit: { limit: 3, windowSeconds: 86_400, retryAfterSeconds: 61_200 },
  media_type_unsupported: { value: '"text/csv"', supported: 'application/json (UTF-8) or application/msgpack' },
  file_unsupported: {
    where: 'The body',
    what: 'a Microsoft Project file (.mpp)',
    advice: 'Open it in Microsoft Project, choose File > Save As > XML Format, and send that file.',
  },
  encoding_unsupported: { value: '"deflate"', supported: 'gzip, br, zstd' },
  inflation_too_large: {
    encodedBytes: 796,
    encoding: 'br',
    inflatedBytesMax: 8_439_552,
    freeMegabytes: 8,
    inflationMax: 64,
  },
  payload_too_large: {
    payloadBytes: TIERS.free.payloadMegabytesMax * MEGABYTE + 1,
    tier: 'free',
    payloadBytesMax: TIERS.free.payloadMegabytesMax * MEGABYTE,
    payloadMegabytesMax: TIERS.free.payloadMegabytesMax,
  },
  answer_too_large: {
    limit: '4.0 MB',
    words: ' Calendar "c0" alone would take 12.4 MB: its exceptions are 21,916 days, and an XER names each by itself.',
    freeMegabytes: ANSWER_MEGABYTES_FREE,
    perByte: ANSWER_BYTES_PER_BODY_BYTE,
    megabytesMax: ANSWER_PAYLOADS_MAX * TIERS.free.payloadMegabytesMax,
    tier: 'free',
  },
  body_too_large: { payloadBytesMax: 65_536 },
  capacity_exceeded: { what: 'bytes in flight', retryAfterSeconds: 2 },
  store_unavailable: { what: 'accounts, limits and jobs', retryAfterSeconds: 1 },
  deadline_exceeded: { deadlineSeconds: 30 },
  queue_full: { queuedCountMax: TIERS.starter.queuedJobCountMax, tier: 'starter', retryAfterSeconds: 5 },
  queue_share: { jobCount: 1_204, held: '812.4 MB', share: '813.0 MB', retryAfterSeconds: 5 },
  queue_volatile: { reason: 'its appendfsync is everysec', retryAfterSeconds: 5 },
  submission_unknown: { jobId: EXAMPLE_JOB_ID, pollingUrl: jobPath(EXAMPLE_JOB_ID), retryAfterSeconds: 1 },
  secrets_unavailable: {},
  draining: { retryAfterSeconds: 1 },
  memory_exceeded: {},
  encoding_invalid: { encoding: 'gzip', reason: 'incorrect header check' },
  body_syntax: { format: 'JSON', reason: 'a comma or a bracket is missing', offset: 118, hint: '' },
  json_syntax: { reason: 'it ends too early' },
  body_empty: { format: 'JSON' },
  task_limit_tier: { taskCount: 1_204, tier: 'free', taskCountMax: TIERS.free.taskCountMax },
  task_limit_sum: { taskCount: 30_117, tier: 'starter', taskCountMax: TIERS.starter.taskCountMax * TASK_SUM_FACTOR },
  task_limit_sync: {
    taskCount: 1_204,
    taskCountMax: 1_000,
    hint: 'Send larger schedules to /api/v1/analysis/cpm/async.',
  },
  validation: {},
  duplicate_id: { text: 'B (items 1 and 3)' },
  dependency_cycle: { text: 'A -> B -> C -> A' },
  idempotency_reused: {},
  idempotency_running: { retryAfterSeconds: 1 },
  schedule_not_found: {},
  source_failed: { reason: 'its host answered 404' },
  schedules_full: {
    scheduleCount: 12,
    heldBytes: 25_900_112,
    bytes: 1_204_511,
    what: 'most bytes (26214400)',
    tier: 'free',
    nextAt: '2026-11-23T10:00:00.000Z',
  },
  job_not_found: {},
  tool_not_found: { name: '"analysis_cmp"' },
  origin_forbidden: { origin: '"https://pages.example.com"' },
  page_key_refused: { reason: 'the call comes from another address' },
  fixture_not_found: {},
  job_finished: { state: 'completed' },
  job_not_finished: { state: 'processing' },
  job_without_result: { state: 'failed' },
  result_removed: {
    at: '2026-11-22T10:00:00.000Z',
    reason: "the memory was needed for other jobs, and the account's results used most of it",
  },
  range_unsatisfiable: { byteLength: 73_412 },
  key_not_found: {},
  key_limit: { keyCountMax: 20 },
  key_rate: { limit: 50, windowSeconds: 86_400, retryAfterSeconds: 61_200 },
  deletion_unfinished: {
    what: 'It is not known whether its subscription is over, so nothing of the account was removed.',
    retryAfterSeconds: 5,
  },
  delivery_not_found: {},
  endpoint_not_found: {},
  billing_unconfigured: { what: 'payments', setting: 'STRIPE_SECRET_KEY' },
  payments_unavailable: { retryAfterSeconds: 5 },
  subscribed_already: { tier: 'starter' },
  checkout_not_found: {},
  checkout_over: { reason: 'has expired unpaid' },
  checkout_needed: {},
  signature_invalid: {},
  event_invalid: { reason: 'it is not an event of the payment service' },
  subscription_elsewhere: {},
  header_invalid: { name: 'Idempotency-Key', reason: 'it has more than 255 characters' },
  internal: {},
}

type Addition = Omit<Refusal, 'code' | 'details'>

/** What some refusals have beside their facts. */
const EXAMPLE_ADDITIONS: Partial<Readonly<Record<ErrorCode, Addition>>> = {
  validation: { faults: [{ loc: ['body', 'tasks', 2, 'id'], msg: 'id is missing.', type: 'missing' }], faultCount: 1 },
  idempotency_reused: keyReused(),
  source_failed: sourceFault('its host answered 404'),
  submission_unknown: { members: { outcome: 'unknown', job_id: EXAMPLE_JOB_ID } },
}

const exampleBody = (code: ErrorCode, accept: string): JsonObject => {
  const refusal = { ...refuse(code, EXAMPLE_FACTS[code]), ...EXAMPLE_ADDITIONS[code] }
  const reply = refusalReply(refusal, {
    requestId: EXAMPLE_REQUEST_ID,
    path: '/api/v1/analysis/cpm',
    accept,
    challenge: () => 'Bearer',
  })
  return JSON.parse(reply.body as string) as JsonObject
}

/** One example per code, in the order of the catalogue of codes. */
export const exampleComponents = (): JsonObject =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([code, { title }]) => [
      code,
      { summary: title, value: exampleBody(code as ErrorCode, MEDIA_TYPES[0]) },
    ]),
  )

const HEADERS_BY_STATUS: Readonly<Record<number, readonly SomeHeader[]>> = {
  308: ['Location', 'Link'],
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function responseOf(status: number, codes: readonly ErrorCode[]): JsonObject {
  const schema = status === ERRORS.validation.status ? 'ValidationRefusal' : 'Refusal'
  return {
    description: codes.map(code => `\`${code}\`: ${ERRORS[code].title}.`).join('\n\n'),
    headers: headersWith(...(HEADERS_BY_STATUS[status] ?? [])),
    content: {
      [MEDIA_TYPES[0]]: {
        schema: reference('schemas', schema),
        examples: Object.fromEntries(codes.map(code => [code, reference('examples', code)])),
      },
      [PROBLEM_MEDIA_TYPE]: {
        schema: reference('schemas', 'Problem'),
        example: exampleBody(codes[0]!, PROBLEM_MEDIA_TYPE),
      },
    },
  }
}

/** Collects the distinct answers; the name of one says its status and the groups its codes come from. */
export class RefusalRegistry {
  readonly #responseByName = new Map<string, JsonObject>()

  /** Reference by status, in ascending order. */
  responsesOf(route: Route): Record<number, JsonObject> {
    const groups = [...GROUPS.filter(group => group.applies(route)), ...ownGroup(route)]
    const statuses = new Set(groups.flatMap(({ codes }) => codes.map(code => ERRORS[code].status as number)))
    return Object.fromEntries(
      [...statuses].sort((a, b) => a - b).map(status => [status, this.#answer(status, groups)] as const),
    )
  }

  components(): JsonObject {
    return Object.fromEntries(this.#responseByName)
  }

  #answer(status: number, groups: readonly Group[]): JsonObject {
    const codesOf = (group: Group): ErrorCode[] => group.codes.filter(code => ERRORS[code].status === status)
    const giving = groups.filter(group => codesOf(group).length > 0)
    const name = `Refused${status}${giving.map(group => group.name).join('')}`
    if (!this.#responseByName.has(name)) this.#responseByName.set(name, responseOf(status, giving.flatMap(codesOf)))
    return reference('responses', name)
  }
}
