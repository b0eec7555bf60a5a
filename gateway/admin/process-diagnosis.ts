/** Whether the processes of the service and what they reach work together: nodes for all waiting jobs, callbacks, certificates, traces, and who uses the worker threads. */

import { FRAME_VERSION_UNSAID } from '../../shared/contract/schedule/frame-versions.ts'
import { callbackRules } from '../../shared/platform/callback/callback-url.ts'
import { SecretBox, type SecretFields } from '../../shared/platform/callback/secrets.ts'
import type { ConfigOutcome } from '../../shared/platform/config/config.ts'
import { parseNodeInfo } from '../../shared/platform/jobs/job.ts'
import { redisJobStore } from '../../shared/platform/jobs/redis-job-store.ts'
import { tracesUrl } from '../../shared/platform/process/open-tracing.ts'
import { certificateEnds } from '../../shared/platform/redis/certificate-ends.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'
import { readUsage, sumUsage } from '../store/usage.ts'
import { pausedEndpoints } from './command/callbacks.ts'
import { type Finding, looked, names, ok, problem, SHOWN_MAX } from './finding.ts'

const ROLES = ['gateway', 'node', 'deliverer'] as const
type Role = (typeof ROLES)[number]

interface Connected {
  readonly role: Role
  /** What it says of itself; empty = nothing. */
  readonly about: string
}

/** One row for each name; a process has several connections. */
async function connected(client: RedisClient): Promise<Connected[]> {
  const lists = await Promise.all((await mastersOf(client)).map(server => server.client('LIST') as Promise<string>))
  const names = new Set(lists.flatMap(list => [...list.matchAll(/ name=sis-(\S+)/g)].map(match => match[1]!)))
  return [...names].flatMap(name => {
    const [first, ...about] = name.split('/')
    const role = ROLES.find(one => first === one || first!.startsWith(`${one}-`))
    return role === undefined ? [] : [{ role, about: about.join('/') }]
  })
}

/** Whether there are nodes for all waiting jobs: during an upgrade gateways submit jobs that only new nodes can run. */
const VERSIONS = 'versions'

const jobsWait = (count: number): string => `${count} ${count === 1 ? 'job waits' : 'jobs wait'}`

interface Node {
  /** "node-7", or "nodes of 0.4.0", which do not say who they are. */
  readonly name: string
  readonly frameVersions: readonly number[]
}

const OLD_NODES: Node = { name: 'nodes of 0.4.0', frameVersions: [FRAME_VERSION_UNSAID] }

async function liveNodes(client: RedisClient): Promise<Node[]> {
  const rows = (await connected(client)).filter(({ role }) => role === 'node')
  return rows.map(({ about }) => {
    const node = parseNodeInfo(about)
    return node === undefined ? OLD_NODES : { name: node.nodeId, frameVersions: node.frameVersions }
  })
}

/** "host-1, host-2: 1, 2; nodes of 0.4.0: 1". */
function versionsText(nodes: readonly Node[]): string {
  const byVersions = Map.groupBy(nodes, ({ frameVersions }) => frameVersions.join(', '))
  return [...byVersions].map(([known, some]) => `${shown(some.map(({ name }) => name))}: ${known}`).join('; ')
}

function shown(names: readonly string[]): string {
  const more = names.length - SHOWN_MAX
  return names.slice(0, SHOWN_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export async function versions(client: RedisClient): Promise<Finding[]> {
  const nodes = await liveNodes(client)
  const known = [...new Set(nodes.flatMap(({ frameVersions }) => frameVersions))]
  const store = redisJobStore(client, { frameVersions: known })
  if (nodes.length === 0) {
    const queued = (await store.depths()).reduce((sum, depth) => sum + depth.queued, 0)
    if (queued === 0) return [ok(VERSIONS, 'no node is connected, and no job is waiting')]
    return [problem(VERSIONS, `${jobsWait(queued)}, and no node is connected; they start when a node connects`)]
  }
  const waiting = await store.unknownVersions()
  if (waiting.length === 0)
    return [ok(VERSIONS, `for every waiting job there is a node that knows its frame version (${versionsText(nodes)})`)]
  return waiting.map(({ frameVersion, queued }) =>
    problem(
      VERSIONS,
      `${jobsWait(queued)} with frames of version ${frameVersion}, which no connected node knows (${versionsText(nodes)}); ` +
        'they start when a node of the newer release is started',
    ),
  )
}

/** Whether callbacks can be sent: a key that opens every signing secret, readable rules for addresses, and a running deliverer. */
const CALLBACKS = 'callbacks'
export async function callbacks(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const { secretsKey } = outcome.config
  try {
    callbackRules(outcome.config)
  } catch (error) {
    return [problem(CALLBACKS, `WEBHOOK_ALLOWED_HOSTS is invalid: ${(error as Error).message}`)]
  }
  if (secretsKey === undefined) {
    return [
      ok(CALLBACKS, 'not possible: SECRETS_KEY is not set here, so gateways with these settings accept no callbacks'),
    ]
  }
  const box = new SecretBox(secretsKey)
  const isSealedOtherwise = async (name: string): Promise<boolean> => {
    const accountId = /^\{a:(.+)\}:/.exec(name)?.[1] ?? ''
    const { current, previous }: SecretFields = await client.hgetall(name)
    return [current, previous].some(sealed => {
      if (sealed === undefined) return false
      try {
        box.open(sealed, accountId)
        return false
      } catch {
        return true
      }
    })
  }
  const secrets = await looked(
    client,
    CALLBACKS,
    [keys.webhookSecrets('*')],
    isSealedOtherwise,
    'signing secrets cannot be decrypted with SECRETS_KEY; their callbacks wait until it is the right key',
  )
  if (secrets.state === 'problem') return [secrets]
  const roles = new Set((await connected(client)).map(({ role }) => role))
  if (roles.size > 0 && !roles.has('deliverer')) {
    return [
      problem(CALLBACKS, `no deliverer is connected, only: ${[...roles].join(', ')}; callbacks wait for a deliverer`),
    ]
  }
  const paused = await pausedEndpoints(client)
  if (paused.length > 0) {
    const [first] = paused.toSorted((a, b) => a.sinceMs - b.sinceMs)
    return [
      problem(
        CALLBACKS,
        `endpoints paused after long failure: ${paused.length}; longest ${first!.origin} of account ${first!.accountId}, since ${new Date(first!.sinceMs).toISOString()}`,
      ),
    ]
  }
  return [
    ok(
      CALLBACKS,
      roles.has('deliverer')
        ? 'a deliverer is connected, and every secret can be decrypted'
        : 'no process of the service is connected',
    ),
  ]
}

/** Whether a certificate between the service and Redis expires soon. */
const CERTIFICATES = 'certificates'

/** Nothing where Redis is reached without TLS. */
export async function certificates(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const { first, soon } = await certificateEnds(client, outcome.config, Date.now())
  if (first === null) return []
  if (soon.length > 0) return soon.map(sentence => problem(CERTIFICATES, sentence))
  return [ok(CERTIFICATES, `the first to expire is ${first.what}, on ${new Date(first.endMs).toISOString()}`)]
}

/** Whether tracing is enabled, and whether the collector accepts traces. */
const TRACES = 'traces'

export async function traces(outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const url = tracesUrl(outcome.config)
  if (url === undefined)
    return [ok(TRACES, 'off: OTEL_EXPORTER_OTLP_ENDPOINT is not set, or OTEL_SDK_DISABLED is true')]
  const { rejectionReason: whyNotTaken } = await import('../../shared/platform/process/otel/collector.ts')
  const { host } = new URL(url)
  const reason = await whyNotTaken(url, outcome.config)
  if (reason !== undefined)
    return [
      problem(
        TRACES,
        `the collector at ${host} rejects traces: ${reason}; calls are not affected, but spans are dropped`,
      ),
    ]
  const { otelSampler, otelSamplerShare } = outcome.config
  const share = otelSampler.endsWith('traceidratio') ? ` ${otelSamplerShare}` : ''
  return [ok(TRACES, `the collector at ${host} accepts traces; sampler ${otelSampler}${share}`)]
}

/** Who uses the worker threads of the gateways: the thread time of accounts since midnight, UTC, as it is kept in their usage. */
const MS_PER_DAY = 86_400_000

export async function compute(client: RedisClient, nowMs = Date.now()): Promise<Finding> {
  const day = Math.floor(nowMs / MS_PER_DAY)
  const used: { readonly accountId: string; readonly seconds: number }[] = []
  for await (const some of names(client, keys.usage('*', new Date(nowMs).toISOString().slice(0, 10)))) {
    const read = some.map(async name => {
      const accountId = /^\{a:(.+)\}:usage:/.exec(name)![1]!
      const { rows } = await readUsage(client, accountId, day, day, Number.POSITIVE_INFINITY)
      used.push({ accountId, seconds: sumUsage(rows).computeMs / 1000 })
    })
    await Promise.all(read)
  }
  const all = used.reduce((sum, { seconds }) => sum + seconds, 0)
  if (all === 0) return ok('compute', 'no call has used a worker thread today')
  const largest = used.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN_MAX)
  const shown = largest
    .filter(({ seconds }) => seconds > 0)
    .map(({ accountId, seconds }) => `${accountId} ${seconds.toFixed(1)} s (${Math.round((100 * seconds) / all)} %)`)
  return ok(
    'compute',
    `${all.toFixed(1)} s of worker threads today by ${used.length} ${used.length === 1 ? 'account' : 'accounts'}, most by ${shown.join(', ')}`,
  )
}
