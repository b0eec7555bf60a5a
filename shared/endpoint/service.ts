/** The endpoints the gateway answers itself. A row marked pending answers 501 until its issue builds it. */
import Type, { type TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { EVENT_STREAM_MEDIA_TYPE } from '../negotiate.ts'
import { taskList } from '../schedule/task.ts'
import { CAPABILITIES, type TierName } from '../tiers.ts'
import {
  CheckoutRequest,
  CheckoutSession,
  MarketplaceEvent,
  MarketplaceReply,
  OverageExport,
  OverageQuery,
  PaymentEvent,
  PaymentEventReply,
  PortalRequest,
  PortalSession,
  Reconciled,
  ReconcileRequest,
} from './data/billing-data.ts'
import { CheckCatalogue } from './data/catalogue-data.ts'
import { ContactForm, ContactReceipt } from './data/contact-data.ts'
import { CallbackQuery, NewSignup, PlaygroundKey, ProtectedResource, SignedIn, Signup } from './data/identity-data.ts'
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
import { CreatedKey, KeyLabel, KeyList, KeyParams, LabelledKey, NewKey, Preflight, Profile } from './data/key-data.ts'
import {
  RpcAnswer,
  RpcMessage,
  RpcRefusal,
  StatelessReply,
  ToolArguments,
  ToolList,
  ToolParams,
  ToolResult,
} from './data/mcp-data.ts'
import { Fixture, FixtureList, FixtureParams, FixtureQuery } from './data/sandbox-data.ts'
import { AllocateReply, ErrorCatalogue, Liveness, Readiness, TierRecord } from './data/service-data.ts'
import { Usage, UsageQuery } from './data/usage-data.ts'
import { JOB_PATH, RESULT_PATH } from './job-paths.ts'
import { AGENT_METADATA_PATH, AGENT_PATH, RESOURCE_METADATA_PATH } from './resource-paths.ts'
import type { Identity, InputKind, Meter, Method, Reply, ServiceRow } from './row.ts'
import { FIXTURE_PATH, SANDBOX_PATH } from './sandbox-paths.ts'

const json = (description: string, schema?: TSchema): Reply =>
  schema === undefined ? { description } : { description, schema }
const UNCHANGED: Reply = { description: 'The caller has it: If-None-Match names it.' }
const page = (description: string, mediaType: string): Reply => ({ description, mediaType })

interface Facts {
  readonly identity?: Identity
  readonly meter?: Meter
  readonly tier?: TierName
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly reader?: InputKind
  readonly agent?: ServiceRow['agent']
  readonly isOriginChecked?: true
  readonly isBodyOptional?: true
  readonly isIdempotent?: true
  readonly isBodyRaw?: true
  readonly admitsSuspended?: true
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
    ...(facts.agent === undefined ? {} : { agent: facts.agent }),
    ...(facts.isOriginChecked === undefined ? {} : { isOriginChecked: facts.isOriginChecked }),
    ...(facts.isIdempotent === undefined ? {} : { isIdempotent: facts.isIdempotent }),
    ...(facts.isBodyOptional === undefined ? {} : { isBodyOptional: facts.isBodyOptional }),
    ...(facts.isBodyRaw === undefined ? {} : { isBodyRaw: facts.isBodyRaw }),
    ...(facts.admitsSuspended === undefined ? {} : { admitsSuspended: facts.admitsSuspended }),
    ...(facts.refusals === undefined ? {} : { refusals: facts.refusals }),
    ...(facts.pending === undefined ? {} : { pending: facts.pending }),
  }
}

const ofJob = { identity: 'key', params: JobParams } as const
const ofCallbacks = { identity: 'key', tier: CAPABILITIES.webhooks } as const
const ofSandbox = { identity: 'key', tier: CAPABILITIES.sandbox_fixture_requests } as const
const live = { identity: 'none', meter: 'process' } as const

const ofAgents = { isOriginChecked: true, refusals: ['origin_forbidden'] } as const
const TOOLS_PATH = `${AGENT_PATH}/tools`

const ofUser = { identity: 'bearer' } as const
const ofToken = { identity: 'token', meter: 'process' } as const
const OF_PAYMENTS = ['billing_unconfigured', 'payments_unavailable'] as const

const preflight = (id: string, path: string, params?: TSchema): ServiceRow =>
  service(id, 'OPTIONS', path, 'Cross-origin preflight', {
    ...live,
    ...(params === undefined ? {} : { params }),
    description: 'Tells scripts of pages of a listed origin (ALLOWED_ORIGINS) what they may send.',
    replies: { 200: json('The methods of the path.', Preflight) },
  })

const describedResource = (id: string, path: string, summary: string): ServiceRow =>
  service(id, 'GET', path, summary, {
    ...live,
    description: 'RFC 9728; without OIDC_ISSUER and PUBLIC_URL there is nothing to tell.',
    replies: { 200: json('The providers.', ProtectedResource) },
    refusals: ['resource_undescribed'],
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
    replies: { 200: json('OpenAPI 3.1 document.', Type.Object({ openapi: Type.String() })), 304: UNCHANGED },
  }),
  service('docs.page', 'GET', '/docs', 'Interactive documentation', {
    ...live,
    replies: { 200: page('The page.', 'text/html') },
  }),
  service('docs.asset', 'GET', '/docs/{asset}', 'A file of the documentation page', {
    ...live,
    params: Type.Object({ asset: Type.String() }),
    replies: { 200: { ...page('The file.', 'text/javascript'), otherMediaType: 'text/css' }, 304: UNCHANGED },
  }),
  service('docs.llms', 'GET', '/llms.txt', 'The service in short, for language models', {
    ...live,
    replies: { 200: page('Markdown, as llmstxt.org has it.', 'text/plain'), 304: UNCHANGED },
  }),
  service('errors.list', 'GET', '/api/v1/errors', 'Catalogue of error codes', {
    ...live,
    replies: { 200: json('Every code with its status and sentence.', ErrorCatalogue) },
  }),
  service('catalogue.checks', 'GET', '/api/v1/catalogue', 'Every check with its formula', {
    ...live,
    description: 'Code, formula, population, threshold, profiles, weight and source of every check of every analysis.',
    replies: { 200: json('Every check.', CheckCatalogue), 304: UNCHANGED },
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

  service('playground.key', 'POST', '/api/v1/playground/keys', 'Ephemeral demo key', {
    meter: 'address',
    description: 'A key of the tier demo for 24 hours or 100 calls, whichever ends first; three per address and day.',
    replies: { 201: json('The key.', PlaygroundKey) },
    refusals: ['playground_limit'],
  }),

  describedResource('auth.resource', RESOURCE_METADATA_PATH, 'Where to sign in'),
  describedResource('auth.resource.mcp', AGENT_METADATA_PATH, 'Where to sign in for the agent tools'),
  service('auth.login', 'GET', '/api/v1/auth/login', 'Start the sign-in', {
    meter: 'address',
    description:
      'For browsers: leads to the identity provider. The sign-in must end within ten minutes in the same one.',
    replies: { 302: json('To the identity provider.') },
    refusals: ['identity_unconfigured', 'identity_unavailable'],
  }),
  service('auth.callback', 'GET', '/api/v1/auth/callback', 'End of the sign-in', {
    meter: 'address',
    query: CallbackQuery,
    description:
      'Where the identity provider sends the browser back: the state is checked, the code exchanged for a token.',
    replies: { 200: json('Signed in.', SignedIn) },
    refusals: ['login_state_invalid', 'login_failed', 'validation', 'identity_unconfigured', 'identity_unavailable'],
  }),
  service('auth.signup', 'POST', '/api/v1/auth/signup', 'Create the user', {
    identity: 'subject',
    meter: 'address',
    body: NewSignup,
    isBodyOptional: true,
    description:
      'The e-mail address is that of the token, verified. No key is made: POST /api/v1/auth/keys comes next.',
    replies: {
      200: json('The user was there before.', Signup),
      201: json('The user, in the tier free.', Signup),
    },
    refusals: ['email_unverified'],
  }),
  preflight('auth.keys.preflight', '/api/v1/auth/keys'),
  service('auth.keys.list', 'GET', '/api/v1/auth/keys', 'Keys of the account', {
    identity: 'bearer',
    replies: { 200: json('What is known of them, never the keys themselves.', KeyList) },
  }),
  service('auth.keys.create', 'POST', '/api/v1/auth/keys', 'Create a key', {
    identity: 'bearer',
    body: NewKey,
    isIdempotent: true,
    description: 'The key is shown here and never again. A replayed call answers without it.',
    replies: { 201: json('The key.', CreatedKey) },
    refusals: ['key_limit', 'idempotency_reused'],
  }),
  preflight('auth.keys.one.preflight', '/api/v1/auth/keys/{key_id}', KeyParams),
  service('auth.keys.revoke', 'DELETE', '/api/v1/auth/keys/{key_id}', 'Revoke a key', {
    identity: 'bearer',
    params: KeyParams,
    description:
      'The next call with it is refused, everywhere; its record and its usage stay. Revoking twice is no mistake.',
    replies: { 204: json('It is revoked.') },
    refusals: ['key_not_found'],
  }),
  service('auth.keys.label', 'PATCH', '/api/v1/auth/keys/{key_id}/label', 'Relabel a key', {
    identity: 'bearer',
    params: KeyParams,
    body: KeyLabel,
    replies: { 200: json('The key and its label.', LabelledKey) },
    refusals: ['key_not_found'],
  }),
  service('auth.profile', 'GET', '/api/v1/auth/profile', 'Profile of the user', {
    identity: 'bearer',
    replies: { 200: json('The user and the account.', Profile) },
  }),
  preflight('auth.account.preflight', '/api/v1/auth/account'),
  service('auth.account.delete', 'DELETE', '/api/v1/auth/account', 'Delete the account', {
    identity: 'subject',
    meter: 'address',
    description:
      'Cancels the subscription first, then removes user, keys, usage and jobs for good; the audit trail stays. Also for an account that is suspended since it is unpaid; one that an operator suspended is deleted by an operator. What breaks off half-way is ended by itself, or by another call.',
    replies: { 204: json('Nothing of the account is left.') },
    refusals: ['signup_required', 'account_suspended', 'subscription_elsewhere', 'deletion_unfinished'],
  }),

  service('billing.checkout', 'POST', '/api/v1/billing/checkout', 'Start a subscription', {
    ...ofUser,
    body: CheckoutRequest,
    isBodyOptional: true,
    isIdempotent: true,
    description: 'An account has one session to pay at a time: calls that ask for the same get the same one.',
    replies: { 200: json('The hosted page on which Starter is paid.', CheckoutSession) },
    refusals: ['subscribed_already', 'idempotency_reused', ...OF_PAYMENTS],
  }),
  service('billing.reconcile', 'POST', '/api/v1/billing/checkout/reconcile', 'Apply a paid session', {
    ...ofUser,
    body: ReconcileRequest,
    description:
      'Does what the event of the payment does, at once; the first such call shows the key that was paid for.',
    replies: { 200: json('What became of the session.', Reconciled) },
    refusals: ['checkout_not_found', 'checkout_over', ...OF_PAYMENTS],
  }),
  service('billing.portal', 'POST', '/api/v1/billing/portal', 'Customer portal', {
    ...ofUser,
    admitsSuspended: true,
    body: PortalRequest,
    isBodyOptional: true,
    description: 'Also for an account that is suspended, so that it can be paid for.',
    replies: { 200: json('The hosted page on which the subscription is changed, paid or cancelled.', PortalSession) },
    refusals: ['checkout_needed', ...OF_PAYMENTS],
  }),
  service('billing.stripe', 'POST', '/api/v1/billing/stripe/webhook', 'Payment events', {
    ...ofToken,
    body: PaymentEvent,
    isBodyRaw: true,
    description: 'Signed in Stripe-Signature. Events may come several times and in any order.',
    replies: { 200: json('The event was understood.', PaymentEventReply) },
    refusals: ['signature_invalid', 'store_unavailable', ...OF_PAYMENTS],
  }),
  service('billing.marketplace', 'POST', '/api/v1/billing/azure-marketplace/webhook', 'Marketplace events', {
    ...ofToken,
    body: MarketplaceEvent,
    isBodyRaw: true,
    description: 'The token is in x-cloud-marketplace-token. Events may come several times and overtake each other.',
    replies: { 200: json('What became of the event.', MarketplaceReply) },
    refusals: [
      'credentials_invalid',
      'json_syntax',
      'body_empty',
      'validation',
      'billing_unconfigured',
      'store_unavailable',
    ],
  }),
  service('billing.overage', 'GET', '/api/v1/billing/settlement/overage-export', 'Overage settlement', {
    ...ofToken,
    query: OverageQuery,
    description: 'The token is in x-settlement-token. Calls past the quota of the month, by account and UTC day.',
    replies: { 200: { ...json('The rows, as JSON or CSV.', OverageExport), otherMediaType: 'text/csv' } },
    refusals: ['credentials_invalid', 'validation', 'billing_unconfigured', 'store_unavailable'],
  }),
  service('contact.submit', 'POST', '/api/v1/contact/submit', 'Contact form', {
    meter: 'address',
    body: ContactForm,
    description: 'Kept for the operator, who answers by mail. A few forms per address and ten minutes.',
    replies: { 200: json('It is kept.', ContactReceipt) },
    refusals: ['contact_limit', 'capacity_exceeded'],
  }),

  service('mcp.tools', 'GET', TOOLS_PATH, 'The agent tools', {
    ...ofAgents,
    identity: 'key',
    description: 'Does not count against the month. The list is the same for every caller.',
    replies: { 200: json('Every tool.', ToolList) },
  }),
  service('mcp.call', 'POST', `${TOOLS_PATH}/{tool_name}`, 'Call an agent tool', {
    identity: 'key',
    meter: 'analysis',
    agent: 'tool',
    isOriginChecked: true,
    params: ToolParams,
    body: ToolArguments,
    description:
      'The analysis of the tool, with its limits and metered as it: the same pipeline, without a redirect. Answers JSON.',
    replies: { 200: json('The result, cut for an agent unless output.detail is "full".', ToolResult) },
    refusals: ['origin_forbidden', 'tool_not_found', 'tier_forbidden', 'month_exceeded', 'dependency_cycle'],
  }),
  service('mcp.message', 'POST', AGENT_PATH, 'One JSON-RPC message', {
    ...ofAgents,
    identity: 'key',
    meter: 'analysis',
    agent: 'message',
    body: RpcMessage,
    description:
      'The Model Context Protocol without a session. tools/call is metered as the analysis it calls; all other messages are free. What is refused of a tool call is a result with isError.',
    replies: {
      200: json('The answer to a request.', RpcAnswer),
      202: json('A notification was heard.'),
      400: { ...json('A message that cannot be read or served.', RpcRefusal), hasRefusals: true },
      404: { ...json('An unknown method, of revision 2026-07-28.', RpcRefusal), hasRefusals: true },
    },
  }),
  service('mcp.stream', 'GET', AGENT_PATH, 'Stateless: no stream', {
    ...live,
    ...ofAgents,
    description:
      'There is nothing the server would send of its own. Who accepts text/event-stream gets a stream that ends at once and asks not to be opened again within the hour.',
    replies: {
      200: { ...json('How the interface is spoken to.', StatelessReply), otherMediaType: EVENT_STREAM_MEDIA_TYPE },
    },
  }),
  service('mcp.end', 'DELETE', AGENT_PATH, 'Stateless: nothing to end', {
    ...live,
    ...ofAgents,
    replies: { 200: json('There was no session.', StatelessReply) },
  }),
]
