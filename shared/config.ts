/**
 * Every environment variable of the service, declared once: name, kind, default, bounds, meaning. Gateway, compute node,
 * admin command, load harness, deploy/env.example and the README table are read from these rows. Pure: the environment
 * and the facts of the machine are passed in.
 */

import { marketplacePlans } from './billing/marketplace-plans.ts'
import { algorithmsOf, checkSafeOrigin, checkSafeUrl, issuersOf, TOKEN_ALGORITHMS } from './identity-rules.ts'
import { callbackRules } from './jobs/callback-url.ts'
import { SecretBox } from './jobs/secrets.ts'
import { originOf, originsOf } from './origins.ts'
import { SYNC_TASK_COUNT, TOOL_TASK_COUNT } from './tiers.ts'

interface SettingRow {
  /** Name of the environment variable. */
  readonly env: string
  readonly kind: 'integer' | 'number' | 'text' | 'choice'
  /** undefined = no default: the value may be absent. */
  readonly default: number | string | undefined
  readonly minimum?: number
  readonly maximum?: number
  readonly choices?: readonly string[]
  /** Never printed. */
  readonly secret?: true
  /** Throws when a text cannot be used, with the reason. */
  readonly check?: (text: string) => void
  readonly meaning: string
}

/** Facts of the machine that some defaults follow. */
export interface Machine {
  readonly coreCount: number
  readonly memoryBytes: number
}

const MEBIBYTE = 2 ** 20

const rows = (machine: Machine) =>
  ({
    port: {
      env: 'PORT',
      kind: 'integer',
      default: 8080,
      minimum: 0,
      maximum: 65535,
      meaning: 'Port of the gateway; 0 takes a free one.',
    },
    host: { env: 'HOST', kind: 'text', default: '127.0.0.1', meaning: 'Address the gateway listens on.' },
    dataDir: {
      env: 'DATA_DIR',
      kind: 'text',
      default: './data',
      meaning: 'Folder of the embedded redis-server; one instance at a time.',
    },
    redisUrl: {
      env: 'REDIS_URL',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning:
        'A Redis of your own: redis://, rediss://, unix:///path, or a cluster by its nodes as redis-cluster://host:port,host:port; absent: the embedded one.',
    },
    logLevel: {
      env: 'LOG_LEVEL',
      kind: 'choice',
      default: 'info',
      choices: ['debug', 'info', 'warn', 'error', 'silent'],
      meaning: 'Least level written to standard output.',
    },
    syncTaskCountMax: {
      env: 'SYNC_TASK_LIMIT',
      kind: 'integer',
      default: SYNC_TASK_COUNT,
      minimum: 1,
      maximum: SYNC_TASK_COUNT,
      meaning: 'Tasks of a synchronous call, every tier.',
    },
    cpmSyncTaskCountMax: {
      env: 'CPM_SYNC_TASK_LIMIT',
      kind: 'integer',
      default: SYNC_TASK_COUNT,
      minimum: 1,
      maximum: 10_000,
      meaning: 'The same for /api/v1/analysis/cpm alone.',
    },
    toolTaskCountMax: {
      env: 'TOOL_TASK_LIMIT',
      kind: 'integer',
      default: TOOL_TASK_COUNT,
      minimum: 1,
      maximum: 10_000,
      meaning: 'The same for the agent tools, over REST and MCP: an agent has no job to wait for.',
    },
    syncDeadlineSeconds: {
      env: 'SYNC_DEADLINE_SECONDS',
      kind: 'number',
      default: 30,
      minimum: 0.1,
      maximum: 3_600,
      meaning: 'Time of a synchronous call; beyond it 503.',
    },
    uploadSeconds: {
      env: 'UPLOAD_SECONDS',
      kind: 'number',
      default: 120,
      minimum: 1,
      maximum: 3_600,
      meaning: 'Time of an upload, beside one second per MB.',
    },
    publicUrl: {
      env: 'PUBLIC_URL',
      kind: 'text',
      default: undefined,
      check: checkSafeOrigin,
      meaning:
        'Address callers reach this service at, like https://schedules.example.com: with it, clients of /mcp find out where to sign in. A provider that makes tokens for the address asked for needs it, and it followed by /mcp, in OIDC_AUDIENCE.',
    },
    internalDispatchSecret: {
      env: 'INTERNAL_DISPATCH_SECRET',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning:
        'Key of the HMAC with which services of the operator mark their calls of agent tools (x-service-internal-dispatch); the mark is metered and gives no right.',
    },
    trustedProxyHops: {
      env: 'TRUSTED_PROXY_HOPS',
      kind: 'integer',
      default: 0,
      minimum: 0,
      maximum: 10,
      meaning: 'Proxies in front whose X-Forwarded-For entries are believed.',
    },
    workerThreads: {
      env: 'WORKER_THREADS',
      kind: 'integer',
      default: Math.max(1, machine.coreCount),
      minimum: 1,
      maximum: 256,
      meaning: 'Worker threads of the lane of small bodies; the lane of large ones has half as many.',
    },
    workerStart: {
      env: 'WORKER_START',
      kind: 'choice',
      choices: ['at-once', 'on-demand'],
      default: 'at-once',
      meaning:
        'at-once: worker threads start and warm up before the port opens; on-demand: with the first call that needs one, which takes a second longer.',
    },
    workerHeapMegabytesMax: {
      env: 'WORKER_HEAP_MB',
      kind: 'integer',
      default: 1_024,
      minimum: 64,
      maximum: 65_536,
      meaning: 'JavaScript heap of a worker thread; columns lie outside it.',
    },
    jobThreads: {
      env: 'JOB_THREADS',
      kind: 'integer',
      default: Math.max(2, machine.coreCount),
      minimum: 2,
      maximum: 256,
      meaning: 'Worker threads of a compute node; one of them is kept for small jobs.',
    },
    jobMemoryMegabytesMax: {
      env: 'JOB_MEMORY_MB',
      kind: 'integer',
      default: 3_072,
      minimum: 64,
      maximum: 1_048_576,
      meaning: 'Heap and columns of a job; beyond it the job fails. The heap alone is bounded by WORKER_HEAP_MB.',
    },
    jobSeconds: {
      env: 'JOB_SECONDS',
      kind: 'number',
      default: 30,
      minimum: 0.1,
      maximum: 86_400,
      meaning:
        'Time of a job on its thread, beside a quarter of a millisecond per task and link; beyond it the job fails.',
    },
    jobSecondsMax: {
      env: 'JOB_SECONDS_MAX',
      kind: 'number',
      default: 600,
      minimum: 0.1,
      maximum: 86_400,
      meaning: 'Time of a job on its thread, however large it is.',
    },
    largeBodyBytes: {
      env: 'LARGE_BODY_BYTES',
      kind: 'integer',
      default: MEBIBYTE,
      minimum: 1,
      meaning: 'Bodies over this, and encoded ones, take the lane of large bodies.',
    },
    laneQueueMax: {
      env: 'LANE_QUEUE_MAX',
      kind: 'integer',
      default: 512,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Calls that may wait in a lane; beyond it 503.',
    },
    laneWaitMs: {
      env: 'LANE_WAIT_MS',
      kind: 'integer',
      default: 15,
      minimum: 1,
      maximum: 60_000,
      meaning:
        'Wait in a lane (or that of four calls, if longer) beyond which a queue that stands takes no more calls: 503.',
    },
    bytesInFlightMax: {
      env: 'BYTES_IN_FLIGHT_MAX',
      kind: 'integer',
      default: Math.floor(machine.memoryBytes / 2),
      minimum: MEBIBYTE,
      meaning:
        'Budget for bodies being worked on, counted at four times their inflated size; at most half for one account.',
    },
    publicWindowCalls: {
      env: 'PUBLIC_WINDOW_CALLS',
      kind: 'integer',
      default: 60_000,
      minimum: 1,
      meaning: 'Calls of liveness and public pages per window and address, counted in each process.',
    },
    costUsdPerRequest: {
      env: 'COST_USD_PER_REQUEST',
      kind: 'number',
      default: 0.0001,
      minimum: 0,
      meaning: 'Estimated cost of a call, in the metering event.',
    },
    costUsdPerCpuSecond: {
      env: 'COST_USD_PER_CPU_SECOND',
      kind: 'number',
      default: 0.00005,
      minimum: 0,
      meaning: 'Estimated cost of a second of a worker.',
    },
    metricsHost: {
      env: 'METRICS_HOST',
      kind: 'text',
      default: '127.0.0.1',
      meaning: 'Address on which a process answers /metrics; keep it where only your Prometheus reaches it.',
    },
    metricsPort: {
      env: 'METRICS_PORT',
      kind: 'integer',
      default: 0,
      minimum: 0,
      maximum: 65535,
      meaning: 'Port of /metrics, one per process; 0 takes a free one, which the log tells.',
    },
    jobRetentionHours: {
      env: 'JOB_RETENTION_HOURS',
      kind: 'number',
      default: 24,
      minimum: 0.01,
      maximum: 8_760,
      meaning: 'Time that a finished job and its result are kept.',
    },
    redisMemoryBudgetBytes: {
      env: 'REDIS_MEMORY_BUDGET',
      kind: 'integer',
      default: undefined,
      minimum: MEBIBYTE,
      meaning:
        'Bytes of Redis that jobs may bring it to; beyond it submissions get 503. Absent: 60 % of its maxmemory, or of its machine.',
    },
    redisReplicasMin: {
      env: 'REDIS_REPLICAS_MIN',
      kind: 'integer',
      default: 0,
      minimum: 0,
      maximum: 16,
      meaning: 'Replicas of Redis that must have a submission before it is answered; with fewer it gets 503.',
    },
    allowVolatileQueue: {
      env: 'ALLOW_VOLATILE_QUEUE',
      kind: 'choice',
      default: '0',
      choices: ['0', '1'],
      meaning: '1: jobs are accepted though Redis would lose them in a crash (appendfsync other than always).',
    },
    webhookAllowHttp: {
      env: 'WEBHOOK_ALLOW_HTTP',
      kind: 'choice',
      default: '0',
      choices: ['0', '1'],
      meaning: '1: callbacks may go to http, too.',
    },
    webhookAllowedHosts: {
      env: 'WEBHOOK_ALLOWED_HOSTS',
      kind: 'text',
      default: undefined,
      check: text => callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: text }),
      meaning: 'Hosts that callbacks may go to though they are not public, by commas: name or name:port.',
    },
    webhookResultBytesMax: {
      env: 'WEBHOOK_RESULT_BYTES_MAX',
      kind: 'integer',
      default: 20 * MEBIBYTE,
      minimum: 0,
      meaning: 'Bytes of a result in a callback; a larger one is null there, with its path beside it.',
    },
    webhookPostsMax: {
      env: 'WEBHOOK_POSTS_MAX',
      kind: 'integer',
      default: 1_000,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Callbacks that one deliverer has in flight.',
    },
    oidcIssuer: {
      env: 'OIDC_ISSUER',
      kind: 'text',
      default: undefined,
      check: issuersOf,
      meaning:
        'Issuers whose bearer tokens are accepted, by commas, as their tokens write them; people sign in at the first. Absent: keys only.',
    },
    oidcAudience: {
      env: 'OIDC_AUDIENCE',
      kind: 'text',
      default: undefined,
      meaning: 'Audiences that a token may be for, by commas; needed with OIDC_ISSUER.',
    },
    oidcAlgorithms: {
      env: 'OIDC_ALGORITHMS',
      kind: 'text',
      default: TOKEN_ALGORITHMS.join(','),
      check: algorithmsOf,
      meaning: 'Algorithms that a token may be signed with, by commas.',
    },
    oidcClientId: {
      env: 'OIDC_CLIENT_ID',
      kind: 'text',
      default: undefined,
      meaning: 'Client that signs people in at /api/v1/auth/login; absent: they bring their tokens.',
    },
    oidcClientSecret: {
      env: 'OIDC_CLIENT_SECRET',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning: 'Its secret, when it has one.',
    },
    oidcRedirectUri: {
      env: 'OIDC_REDIRECT_URI',
      kind: 'text',
      default: undefined,
      check: checkSafeUrl,
      meaning: 'Public address of /api/v1/auth/callback, as the provider knows it; needed with OIDC_CLIENT_ID.',
    },
    oidcScopes: {
      env: 'OIDC_SCOPES',
      kind: 'text',
      default: 'openid email profile',
      meaning: 'Scopes asked for at the sign-in; the token must tell email and email_verified.',
    },
    secretsKey: {
      env: 'SECRETS_KEY',
      kind: 'text',
      default: undefined,
      secret: true,
      check: text => new SecretBox(text),
      meaning:
        'Key that seals signing secrets: 32 bytes as base64 or hex. Two by a comma: the first one seals, both open. Without it no callback is accepted.',
    },
    allowedOrigins: {
      env: 'ALLOWED_ORIGINS',
      kind: 'text',
      default: undefined,
      check: originsOf,
      meaning:
        'Origins of web pages whose scripts may read answers, and to which a checkout may return, by commas: https://app.example.com.',
    },
    contactWebhookUrl: {
      env: 'CONTACT_WEBHOOK_URL',
      kind: 'text',
      default: undefined,
      secret: true,
      check: text => {
        if (originOf(text) === undefined) throw new Error('must be an http or https URL')
      },
      meaning: 'Address that each contact form is sent to, beside being kept; a secret, since its path often is one.',
    },
    stripeSecretKey: {
      env: 'STRIPE_SECRET_KEY',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning: 'Key of the Stripe account that payments go to; without it checkout, reconcile and portal answer 503.',
    },
    stripePriceStarter: {
      env: 'STRIPE_PRICE_STARTER',
      kind: 'text',
      default: undefined,
      meaning: 'Id of the monthly price of the tier Starter in Stripe.',
    },
    stripeWebhookSecret: {
      env: 'STRIPE_WEBHOOK_SECRET',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning: 'Signing secret of the events that Stripe sends to /api/v1/billing/stripe/webhook.',
    },
    stripeApiUrl: {
      env: 'STRIPE_API_URL',
      kind: 'text',
      default: 'https://api.stripe.com',
      check: text => new URL(text),
      meaning: 'Where Stripe answers.',
    },
    billingReturnUrl: {
      env: 'BILLING_RETURN_URL',
      kind: 'text',
      default: undefined,
      check: text => new URL(text),
      meaning: 'Page that checkout and portal lead back to, where a call names none of ALLOWED_ORIGINS.',
    },
    marketplaceWebhookToken: {
      env: 'MARKETPLACE_WEBHOOK_TOKEN',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning: 'What events of the marketplace must carry in x-cloud-marketplace-token; without it they get 503.',
    },
    marketplacePlans: {
      env: 'MARKETPLACE_PLANS',
      kind: 'text',
      default: undefined,
      check: marketplacePlans,
      meaning:
        'Tier of each plan of the marketplace offer, as plan=tier by commas; plans named like a tier need no entry.',
    },
    settlementToken: {
      env: 'SETTLEMENT_TOKEN',
      kind: 'text',
      default: undefined,
      secret: true,
      meaning: 'What the overage export wants in x-settlement-token; without it it answers 503.',
    },
    overageUsdPerCall: {
      env: 'OVERAGE_USD_PER_CALL',
      kind: 'number',
      default: 0.02,
      minimum: 0,
      maximum: 1_000,
      meaning: 'Price of a call past the quota of the month, of accounts that may go on.',
    },
    drainSeconds: {
      env: 'DRAIN_SECONDS',
      kind: 'number',
      default: 20,
      minimum: 0,
      maximum: 600,
      meaning: 'Time for running calls and jobs to end after SIGTERM; jobs that did not are given back.',
    },
    drainDelaySeconds: {
      env: 'DRAIN_DELAY_SECONDS',
      kind: 'number',
      default: 0,
      minimum: 0,
      maximum: 120,
      meaning: 'Time between /ready answering 503 and the listener closing, for balancers that probe.',
    },
  }) as const satisfies Record<string, SettingRow>

type Rows = ReturnType<typeof rows>
type Given<Row> = Row extends { kind: 'integer' | 'number' } ? number : string
type ValueOf<Row> = Row extends { default: undefined } ? Given<Row> | undefined : Given<Row>

export type Config = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }

export type ConfigOutcome =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly mistakes: readonly string[] }

function readValue(row: SettingRow, text: string): { value: number | string } | { mistake: string } {
  const wrong = (what: string) => ({ mistake: `${row.env}=${row.secret ? '***' : JSON.stringify(text)}: ${what}` })
  if (row.kind === 'choice')
    return row.choices?.includes(text) ? { value: text } : wrong(`must be one of ${row.choices?.join(', ')}`)
  if (row.kind === 'text') {
    if (text.trim() === '') return wrong('must not be blank')
    try {
      row.check?.(text)
    } catch (error) {
      return wrong((error as Error).message)
    }
    return { value: text }
  }
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return wrong('must be a number')
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return wrong('must be a whole number')
  if (row.minimum !== undefined && value < row.minimum) return wrong(`must be at least ${row.minimum}`)
  if (row.maximum !== undefined && value > row.maximum) return wrong(`must be at most ${row.maximum}`)
  return { value }
}

/** Settings that are of no use without others: those first, what they need behind. */
const NEEDS: readonly (readonly [keyof Rows, keyof Rows])[] = [
  ['oidcIssuer', 'oidcAudience'],
  ['oidcClientId', 'oidcIssuer'],
  ['oidcClientId', 'oidcRedirectUri'],
]

/** Reads the environment; an empty variable counts as absent. All mistakes are reported, not the first. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, machine: Machine): ConfigOutcome {
  const config: Record<string, number | string | undefined> = {}
  const mistakes: string[] = []
  for (const [name, row] of Object.entries<SettingRow>(rows(machine))) {
    const text = env[row.env]
    if (text === undefined || text === '') {
      config[name] = row.default
      continue
    }
    const read = readValue(row, text)
    if ('mistake' in read) mistakes.push(read.mistake)
    else config[name] = read.value
  }
  // what cannot be read is not missing
  if (mistakes.length === 0) {
    const names = rows(machine)
    const lacking = NEEDS.filter(([name, needed]) => config[name] !== undefined && config[needed] === undefined)
    mistakes.push(...lacking.map(([name, needed]) => `${names[name].env} needs ${names[needed].env}`))
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, config: Object.freeze(config) as Config }
}

/** Rows for documentation, in declared order. */
export const settings = (machine: Machine): readonly SettingRow[] => Object.values(rows(machine))
