/** The endpoints the gateway answers itself. A row marked pending answers 501 until its issue builds it. */
import Type, { type TSchema } from 'typebox'
import { taskList } from '../schedule/task.ts'
import { AllocateReply, ErrorCatalogue, Liveness, Readiness, TierRecord } from './data/service-data.ts'
import type { Identity, InputKind, Meter, Method, Reply, ServiceRow } from './row.ts'

const json = (description: string, schema?: TSchema): Reply =>
  schema === undefined ? { description } : { description, schema }
const page = (description: string, mediaType: string): Reply => ({ description, mediaType })

interface Facts {
  readonly identity?: Identity
  readonly meter?: Meter
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly reader?: InputKind
  readonly replies?: Readonly<Record<number, Reply>>
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
    tier: 'demo',
    identity: facts.identity ?? 'none',
    meter: facts.meter ?? 'control',
    replies: facts.replies ?? {},
    ...(facts.description === undefined ? {} : { description: facts.description }),
    ...(facts.params === undefined ? {} : { params: facts.params }),
    ...(facts.query === undefined ? {} : { query: facts.query }),
    ...(facts.body === undefined ? {} : { body: facts.body }),
    ...(facts.reader === undefined ? {} : { reader: facts.reader }),
    ...(facts.pending === undefined ? {} : { pending: facts.pending }),
  }
}

const later = (id: string, method: Method, path: string, summary: string, identity: Identity): ServiceRow =>
  service(id, method, path, summary, { identity, meter: identity === 'key' ? 'control' : 'address', pending: true })

const live = { identity: 'none', meter: 'process' } as const

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
    description: '503 while the instance drains, its pool is not up or Redis does not answer.',
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
  service('account.tier', 'GET', '/api/v1/account/tier', 'Tier, limits and capabilities of the caller', {
    identity: 'key',
    description: 'Does not count against the month. May be cached for 30 to 120 seconds.',
    replies: { 200: json('The tier record.', TierRecord) },
  }),
  service('resources.allocate', 'POST', '/api/v1/resources/allocate', 'Resource allocation (placeholder)', {
    identity: 'key',
    body: Type.Object({ tasks: taskList(0), resources: Type.Optional(Type.Array(Type.String())) }),
    reader: 'strict',
    description: 'Optimisation of the allocation is not implemented; the call is checked and says so.',
    replies: { 200: json('What is not there yet.', AllocateReply) },
  }),

  later('account.usage', 'GET', '/api/v1/account/usage', 'Usage per day and endpoint', 'key'),
  later('account.webhook-secret', 'POST', '/api/v1/account/webhook-secret', 'New signing secret', 'key'),
  later('catalogue.checks', 'GET', '/api/v1/catalogue', 'Every check with its formula', 'none'),
  later('sandbox.list', 'GET', '/api/v1/sandbox/fixtures', 'Sample schedules', 'key'),
  later('sandbox.read', 'GET', '/api/v1/sandbox/fixtures/{name}', 'A ready request body', 'key'),
  later('playground.key', 'POST', '/api/v1/playground/keys', 'Ephemeral demo key', 'none'),

  later('jobs.list', 'GET', '/api/v1/jobs', 'Jobs of the account', 'key'),
  later('jobs.read', 'GET', '/api/v1/jobs/{job_id}', 'One job', 'key'),
  later('jobs.result', 'GET', '/api/v1/jobs/{job_id}/result', 'Result of a job', 'key'),
  later('jobs.cancel', 'POST', '/api/v1/jobs/{job_id}/cancel', 'Cancel a job', 'key'),
  later('jobs.delete', 'DELETE', '/api/v1/jobs/{job_id}', 'Remove the data of a finished job', 'key'),
  later('webhooks.list', 'GET', '/api/v1/webhooks/deliveries', 'Callback deliveries', 'key'),
  later('webhooks.replay', 'POST', '/api/v1/webhooks/deliveries/{id}/replay', 'Send a callback again', 'key'),

  later('auth.login', 'GET', '/api/v1/auth/login', 'Start the sign-in', 'none'),
  later('auth.callback', 'GET', '/api/v1/auth/callback', 'End of the sign-in', 'none'),
  later('auth.signup', 'POST', '/api/v1/auth/signup', 'Create the user', 'bearer'),
  later('auth.keys.preflight', 'OPTIONS', '/api/v1/auth/keys', 'Cross-origin preflight', 'none'),
  later('auth.keys.list', 'GET', '/api/v1/auth/keys', 'Keys of the account', 'bearer'),
  later('auth.keys.create', 'POST', '/api/v1/auth/keys', 'Create a key', 'bearer'),
  later('auth.keys.one.preflight', 'OPTIONS', '/api/v1/auth/keys/{key_id}', 'Cross-origin preflight', 'none'),
  later('auth.keys.revoke', 'DELETE', '/api/v1/auth/keys/{key_id}', 'Revoke a key', 'bearer'),
  later('auth.keys.label', 'PATCH', '/api/v1/auth/keys/{key_id}/label', 'Relabel a key', 'bearer'),
  later('auth.profile', 'GET', '/api/v1/auth/profile', 'Profile of the user', 'bearer'),
  later('auth.account.preflight', 'OPTIONS', '/api/v1/auth/account', 'Cross-origin preflight', 'none'),
  later('auth.account.delete', 'DELETE', '/api/v1/auth/account', 'Delete the account', 'bearer'),

  later('billing.checkout', 'POST', '/api/v1/billing/checkout', 'Start a subscription', 'bearer'),
  later('billing.reconcile', 'POST', '/api/v1/billing/checkout/reconcile', 'Apply a paid session', 'bearer'),
  later('billing.portal', 'POST', '/api/v1/billing/portal', 'Customer portal', 'bearer'),
  later('billing.stripe', 'POST', '/api/v1/billing/stripe/webhook', 'Payment events', 'token'),
  later('billing.marketplace', 'POST', '/api/v1/billing/azure-marketplace/webhook', 'Marketplace events', 'token'),
  later('billing.overage', 'GET', '/api/v1/billing/settlement/overage-export', 'Overage settlement', 'token'),
  later('contact.submit', 'POST', '/api/v1/contact/submit', 'Contact form', 'none'),

  later('mcp.tools', 'GET', '/mcp/tools', 'The agent tools', 'key'),
  later('mcp.call', 'POST', '/mcp/tools/{tool_name}', 'Call an agent tool', 'key'),
  later('mcp.message', 'POST', '/mcp', 'One JSON-RPC message', 'key'),
  later('mcp.stream', 'GET', '/mcp', 'Stateless: no stream', 'none'),
  later('mcp.end', 'DELETE', '/mcp', 'Stateless: nothing to end', 'none'),
]
