/** The endpoints the gateway answers itself. A row marked pending answers 501 until its issue builds it. */
import Type, { type TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { taskList } from '../schedule/task.ts'
import { CAPABILITIES, type TierName } from '../tiers.ts'
import { CheckCatalogue } from './data/catalogue-data.ts'
import { ContactForm, ContactReceipt } from './data/contact-data.ts'
import {
  Delivery,
  DeliveryList,
  DeliveryListQuery,
  DeliveryParams,
  Job,
  JobList,
  JobListQuery,
  JobParams,
  JobReadQuery,
  WebhookSecret,
} from './data/job-data.ts'
import { KeyParams, Preflight } from './data/key-data.ts'
import { Fixture, FixtureList, FixtureParams, FixtureQuery } from './data/sandbox-data.ts'
import { AllocateReply, ErrorCatalogue, Liveness, Readiness, TierRecord } from './data/service-data.ts'
import { Usage, UsageQuery } from './data/usage-data.ts'
import { JOB_PATH, RESULT_PATH } from './job-paths.ts'
import type { Identity, InputKind, Meter, Method, Reply, ServiceRow } from './row.ts'
import { FIXTURE_PATH, SANDBOX_PATH } from './sandbox-paths.ts'

const json = (description: string, schema?: TSchema): Reply =>
  schema === undefined ? { description } : { description, schema }
const page = (description: string, mediaType: string): Reply => ({ description, mediaType })

interface Facts {
  readonly identity?: Identity
  readonly meter?: Meter
  readonly tier?: TierName
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly reader?: InputKind
  readonly isBodyOptional?: true
  readonly isBodyRaw?: true
  readonly replies?: Readonly<Record<number, Reply>>
  readonly refusals?: readonly ErrorCode[]
  readonly description?: string
  readonly pending?: true
}

function service(id: string, method: Method, path: string, summary: string, facts: Facts): ServiceRow {
  return {
    kind: 'service',
    id,
    method,
    path,
    summary,
    tier: facts.tier ?? 'demo',
    identity: facts.identity ?? 'none',
    meter: facts.meter ?? 'control',
    replies: facts.replies ?? {},
    ...(facts.description === undefined ? {} : { description: facts.description }),
    ...(facts.params === undefined ? {} : { params: facts.params }),
    ...(facts.query === undefined ? {} : { query: facts.query }),
    ...(facts.body === undefined ? {} : { body: facts.body }),
    ...(facts.reader === undefined ? {} : { reader: facts.reader }),
    ...(facts.isBodyOptional === undefined ? {} : { isBodyOptional: facts.isBodyOptional }),
    ...(facts.isBodyRaw === undefined ? {} : { isBodyRaw: facts.isBodyRaw }),
    ...(facts.refusals === undefined ? {} : { refusals: facts.refusals }),
    ...(facts.pending === undefined ? {} : { pending: facts.pending }),
  }
}

const later = (id: string, method: Method, path: string, summary: string, identity: Identity): ServiceRow =>
  service(id, method, path, summary, { identity, meter: identity === 'key' ? 'control' : 'address', pending: true })

const ofJob = { identity: 'key', params: JobParams } as const
const ofCallbacks = { identity: 'key', tier: CAPABILITIES.webhooks } as const
const ofSandbox = { identity: 'key', tier: CAPABILITIES.sandbox_fixture_requests } as const
const live = { identity: 'none', meter: 'process' } as const

const preflight = (id: string, path: string, params?: TSchema): ServiceRow =>
  service(id, 'OPTIONS', path, 'Cross-origin preflight', {
    ...live,
    ...(params === undefined ? {} : { params }),
    description: 'Tells scripts of pages of a listed origin (ALLOWED_ORIGINS) what they may send.',
    replies: { 200: json('The methods of the path.', Preflight) },
  })

export const serviceRows: readonly ServiceRow[] = [
  service('liveness.health', 'GET', '/health', 'Liveness', {
    ...live,
    replies: { 200: json('The process answers.', Liveness) },
  }),
  service('liveness.infrastructure', 'GET', '/api/v1/infrastructure/health', 'Liveness', {
    ...live,
    replies: { 200: json('The process answers.', Liveness) },
  }),
  service('readiness.ready', 'GET', '/ready', 'Readiness', {
    ...live,
    description:
      '503 while the instance drains, its pool is not up, or Redis does not answer or would lose jobs in a crash.',
    replies: {
      200: json('Ready for calls.', Readiness),
      503: json('Not ready; the failing part is named.', Readiness),
    },
  }),
  service('docs.openapi', 'GET', '/openapi.json', 'This description', {
    ...live,
    replies: { 200: json('OpenAPI 3.1 document.', Type.Object({ openapi: Type.String() })) },
  }),
  service('docs.page', 'GET', '/docs', 'Interactive documentation', {
    ...live,
    replies: { 200: page('The page.', 'text/html') },
  }),
  service('docs.asset', 'GET', '/docs/{asset}', 'A file of the documentation page', {
    ...live,
    params: Type.Object({ asset: Type.String() }),
    replies: { 200: page('The file.', 'text/javascript') },
  }),
  service('errors.list', 'GET', '/api/v1/errors', 'Catalogue of error codes', {
    ...live,
    replies: { 200: json('Every code with its status and sentence.', ErrorCatalogue) },
  }),
  service('catalogue.checks', 'GET', '/api/v1/catalogue', 'Every check with its formula', {
    ...live,
    description: 'Code, formula, population, threshold, profiles, weight and source of every check of every analysis.',
    replies: { 200: json('Every check.', CheckCatalogue) },
  }),
  service('account.tier', 'GET', '/api/v1/account/tier', 'Tier, limits and capabilities of the caller', {
    identity: 'key',
    description: 'Does not count against the month. May be cached for 30 to 120 seconds.',
    replies: { 200: json('The tier record.', TierRecord) },
  }),
  service('account.usage', 'GET', '/api/v1/account/usage', 'Usage per day and endpoint', {
    identity: 'key',
    query: UsageQuery,
    description: 'Calls of the account, per day and endpoint, and per key; recorded a moment after the answer.',
    replies: { 200: json('The usage.', Usage) },
    refusals: ['validation'],
  }),
  service('resources.allocate', 'POST', '/api/v1/resources/allocate', 'Resource allocation (placeholder)', {
    identity: 'key',
    body: Type.Object({ tasks: taskList(0), resources: Type.Optional(Type.Array(Type.String())) }),
    reader: 'strict',
    description: 'Optimisation of the allocation is not implemented; the call is checked and says so.',
    replies: { 200: json('What is not there yet.', AllocateReply) },
  }),

  service('jobs.list', 'GET', '/api/v1/jobs', 'Jobs of the account', {
    identity: 'key',
    query: JobListQuery,
    replies: { 200: json('A page of jobs, newest first, without results.', JobList) },
    refusals: ['validation'],
  }),
  service('jobs.read', 'GET', JOB_PATH, 'One job', {
    ...ofJob,
    query: JobReadQuery,
    description: 'Asked as often as wanted within the control window; never counts against the month.',
    replies: { 200: json('The job, with its result when it is completed.', Job) },
    refusals: ['job_not_found', 'validation'],
  }),
  service('jobs.result', 'GET', RESULT_PATH, 'Result of a job', {
    ...ofJob,
    description: 'The envelope that the synchronous call would have answered.',
    replies: { 200: json('The result.', Type.Object({}, { description: 'The result envelope of the analysis.' })) },
    refusals: ['job_not_found', 'job_not_finished', 'job_without_result'],
  }),
  service('jobs.cancel', 'POST', `${JOB_PATH}/cancel`, 'Cancel a job', {
    ...ofJob,
    description: 'Takes a waiting job out of its queue, and stops one that runs. Its unit of the month stays charged.',
    replies: { 200: json('The job, cancelled.', Job) },
    refusals: ['job_not_found', 'job_finished'],
  }),
  service('jobs.delete', 'DELETE', JOB_PATH, 'Remove the data of a finished job', {
    ...ofJob,
    replies: { 204: json('Nothing of the job is left.') },
    refusals: ['job_not_found', 'job_not_finished'],
  }),
  service('webhooks.list', 'GET', '/api/v1/webhooks/deliveries', 'Callback deliveries', {
    ...ofCallbacks,
    query: DeliveryListQuery,
    replies: { 200: json('A page of deliveries, newest first, each with its attempts.', DeliveryList) },
    refusals: ['validation'],
  }),
  service('webhooks.replay', 'POST', '/api/v1/webhooks/deliveries/{id}/replay', 'Send a callback again', {
    ...ofCallbacks,
    params: DeliveryParams,
    description: 'Sent at once, with the same webhook-id.',
    replies: { 202: json('It is on its way.', Delivery) },
    refusals: ['delivery_not_found'],
  }),
  service('account.webhook-secret', 'POST', '/api/v1/account/webhook-secret', 'New signing secret', {
    ...ofCallbacks,
    description: 'For 24 hours callbacks carry the signatures of both secrets, the new one and the one before.',
    replies: { 201: json('The new secret, shown once.', WebhookSecret) },
    refusals: ['secrets_unavailable'],
  }),

  service('sandbox.list', 'GET', SANDBOX_PATH, 'Sample schedules', {
    ...ofSandbox,
    replies: { 200: json('The samples, of our own making.', FixtureList) },
  }),
  service('sandbox.read', 'GET', FIXTURE_PATH, 'A ready request body per analysis', {
    ...ofSandbox,
    params: FixtureParams,
    query: FixtureQuery,
    replies: { 200: json('The bodies, or with ?analysis= that body alone.', Fixture) },
    refusals: ['fixture_not_found', 'validation'],
  }),

  later('playground.key', 'POST', '/api/v1/playground/keys', 'Ephemeral demo key', 'none'),

  later('auth.login', 'GET', '/api/v1/auth/login', 'Start the sign-in', 'none'),
  later('auth.callback', 'GET', '/api/v1/auth/callback', 'End of the sign-in', 'none'),
  later('auth.signup', 'POST', '/api/v1/auth/signup', 'Create the user', 'bearer'),
  preflight('auth.keys.preflight', '/api/v1/auth/keys'),
  later('auth.keys.list', 'GET', '/api/v1/auth/keys', 'Keys of the account', 'bearer'),
  later('auth.keys.create', 'POST', '/api/v1/auth/keys', 'Create a key', 'bearer'),
  preflight('auth.keys.one.preflight', '/api/v1/auth/keys/{key_id}', KeyParams),
  later('auth.keys.revoke', 'DELETE', '/api/v1/auth/keys/{key_id}', 'Revoke a key', 'bearer'),
  later('auth.keys.label', 'PATCH', '/api/v1/auth/keys/{key_id}/label', 'Relabel a key', 'bearer'),
  later('auth.profile', 'GET', '/api/v1/auth/profile', 'Profile of the user', 'bearer'),
  preflight('auth.account.preflight', '/api/v1/auth/account'),
  later('auth.account.delete', 'DELETE', '/api/v1/auth/account', 'Delete the account', 'bearer'),

  later('billing.checkout', 'POST', '/api/v1/billing/checkout', 'Start a subscription', 'bearer'),
  later('billing.reconcile', 'POST', '/api/v1/billing/checkout/reconcile', 'Apply a paid session', 'bearer'),
  later('billing.portal', 'POST', '/api/v1/billing/portal', 'Customer portal', 'bearer'),
  later('billing.stripe', 'POST', '/api/v1/billing/stripe/webhook', 'Payment events', 'token'),
  later('billing.marketplace', 'POST', '/api/v1/billing/azure-marketplace/webhook', 'Marketplace events', 'token'),
  later('billing.overage', 'GET', '/api/v1/billing/settlement/overage-export', 'Overage settlement', 'token'),
  service('contact.submit', 'POST', '/api/v1/contact/submit', 'Contact form', {
    meter: 'address',
    body: ContactForm,
    description: 'Kept for the operator, who answers by mail. A few forms per address and ten minutes.',
    replies: { 200: json('It is kept.', ContactReceipt) },
    refusals: ['contact_limit', 'capacity_exceeded'],
  }),

  later('mcp.tools', 'GET', '/mcp/tools', 'The agent tools', 'key'),
  later('mcp.call', 'POST', '/mcp/tools/{tool_name}', 'Call an agent tool', 'key'),
  later('mcp.message', 'POST', '/mcp', 'One JSON-RPC message', 'key'),
  later('mcp.stream', 'GET', '/mcp', 'Stateless: no stream', 'none'),
  later('mcp.end', 'DELETE', '/mcp', 'Stateless: nothing to end', 'none'),
]
