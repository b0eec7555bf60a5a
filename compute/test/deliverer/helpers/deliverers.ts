/** Deliverers on a real redis-server: in this process, or as processes that can be killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { callbackRules } from '../../../../shared/platform/callback/callback-url.ts'
import type { DeliveryRecord } from '../../../../shared/platform/jobs/callback-store.ts'
import type { Job } from '../../../../shared/platform/jobs/job.ts'
import type { JobStore } from '../../../../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../../../../shared/platform/jobs/redis-job-store.ts'
import { resolveBySystem, resolver } from '../../../../shared/platform/process/guarded-connector.ts'
import { connect, disconnect, type RedisClient } from '../../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../../shared/test/data-folder.ts'
import { firstMessage } from '../../../../shared/test/first-message.ts'
import { objectsOfTest } from '../../../../shared/test/objects-of-test.ts'
import { redisOfTest } from '../../../../shared/test/redis-of-test.ts'
import { until } from '../../../../shared/test/until.ts'
import { POST_MS_MAX } from '../../../deliverer/deliver.ts'
import { Deliverer } from '../../../deliverer/deliverer.ts'
import type { DeliveryOutcome } from '../../../deliverer/delivery-log.ts'
import { accountSecrets } from '../../../deliverer/sign.ts'
import { PATIENT } from '../../helpers/jobs.ts'
import { BOX, finishJob, giveSecret, SECRETS_KEY } from './finished-jobs.ts'
import { type Receiver, startReceiver } from './receivers.ts'

export interface Callbacks {
  readonly store: JobStore
  readonly client: RedisClient
  readonly url: string
  /** Lines of the log of all deliverers of this process. */
  readonly lines: string[]
}

/** Receivers on 127.0.0.1 are allowed. */
const ALLOWED = { WEBHOOK_ALLOW_HTTP: '1', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', WEBHOOK_RETRY_SECONDS: '1,2,4,8,16' }

export async function startCallbacks(t: Test): Promise<Callbacks> {
  const redis = await redisOfTest(dataFolder(t))
  t.teardown(() => redis.stop())
  return connectTo(t, redis.url)
}

/** Callbacks on servers that somebody else started and stops. */
export function connectTo(t: Test, url: string): Callbacks {
  const client = connect(url, 'test', PATIENT)
  t.teardown(() => disconnect(client))
  return { store: redisJobStore(client, { objects: objectsOfTest(t) }), client, url, lines: [] }
}

export interface Running {
  readonly deliverer: Deliverer
  readonly outcomes: DeliveryOutcome[]
  /** Drains without patience; may be called twice. */
  stop(): Promise<void>
}

/** Short enough to wait for. */
const LADDER_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

export async function startDeliverer(
  t: Test,
  { store, client, lines }: Callbacks,
  changes: { readonly store?: JobStore; readonly postsMax?: number; readonly retryDelaysMs?: readonly number[] } = {},
): Promise<Running> {
  const outcomes: DeliveryOutcome[] = []
  const write = (facts: object, sentence: string) => lines.push(JSON.stringify({ ...facts, sentence }))
  const deliverer = new Deliverer({
    store: changes.store ?? store,
    delivererId: randomUUID(),
    log: { info: write, warn: write, error: write },
    secrets: accountSecrets(client, BOX),
    rules: callbackRules({
      webhookAllowHttp: ALLOWED.WEBHOOK_ALLOW_HTTP,
      webhookAllowedHosts: ALLOWED.WEBHOOK_ALLOWED_HOSTS,
    }),
    resultBytesMax: 2 ** 20,
    postsMax: changes.postsMax ?? 1_000,
    post: { timeoutMs: POST_MS_MAX, resolve: resolver(), resolveListed: resolveBySystem },
    retryDelaysMs: changes.retryDelaysMs ?? LADDER_MS,
    onSettled: (_delivery, _settled, outcome) => outcomes.push(outcome),
  })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= deliverer.drain(0))
  t.teardown(stop)
  await deliverer.start()
  return { deliverer, outcomes, stop }
}

export const processPath = (name: 'main' | 'short'): string =>
  fileURLToPath(new URL(name === 'main' ? '../../../deliverer/main.ts' : './deliverer-process.ts', import.meta.url))

/** main: as it is started in production; short: with short leases and POSTs. */
export async function forkDeliverer(
  t: Test,
  { url }: Callbacks,
  name: 'main' | 'short',
  clock: 'right' | 'late' = 'right',
): Promise<ChildProcess> {
  const child = fork(processPath(name), [], {
    env: { ...process.env, REDIS_URL: url, LOG_LEVEL: 'silent', SECRETS_KEY, ...ALLOWED },
    ...(clock === 'late' && { execArgv: ['--import', new URL('./late-clock.ts', import.meta.url).href] }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await firstMessage(child)
  return child
}

export async function recordOf(store: JobStore, job: Job): Promise<DeliveryRecord> {
  for (let cursor: string | null = null; ; ) {
    const page = await store.listDeliveries(job.accountId, { cursor, limit: 100 })
    const found = page.deliveries.find(({ jobId }) => jobId === job.jobId)
    if (found !== undefined) return found
    if (page.cursor === null) throw new Error(`job ${job.jobId} has no delivery`)
    cursor = page.cursor
  }
}

export const urlOf = (receiver: Receiver, path = '/hook?token=secret-of-the-receiver'): string =>
  `http://${receiver.host}${path}`

/** T13: deliveries while deliverers are killed one after the other; how often each job was told. */
export async function underKills(
  t: Test,
  callbacks: Callbacks,
  counts: { readonly jobs: number; readonly kills: number; readonly deliveriesPerKill: number },
): Promise<{ readonly deliveryCounts: readonly number[]; readonly inFlightMax: number }> {
  const { store, client } = callbacks
  const ACCOUNTS = 4
  const HOSTS = 5
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID())
  for (const accountId of accounts) await giveSecret(client, accountId)
  const receivers: Receiver[] = []
  for (let i = 0; i < HOSTS; i++)
    receivers.push(await startReceiver(t, response => setTimeout(() => response.end(), 15)))
  const jobs: Job[] = []
  const finishUpTo = async (jobCount: number) => {
    while (jobs.length < jobCount) {
      const i = jobs.length
      const callbackUrl = urlOf(receivers[i % HOSTS]!)
      jobs.push(await finishJob(store, { accountId: accounts[i % ACCOUNTS]!, callbackUrl }))
    }
  }
  const deliveredCount = () => receivers.reduce((sum, { received }) => sum + received.length, 0)
  for (let kill = 0; kill < counts.kills; kill++) {
    const enough = deliveredCount() + counts.deliveriesPerKill
    const child = await forkDeliverer(t, callbacks, 'short')
    // each kill has jobs of its own, so that it meets callbacks that are being made
    const finishing = finishUpTo(Math.floor(((kill + 1) * counts.jobs) / counts.kills))
    await until('some are delivered', () => deliveredCount() >= enough)
    child.kill('SIGKILL')
    await Promise.all([once(child, 'exit'), finishing])
  }
  await forkDeliverer(t, callbacks, 'short')
  for (const job of jobs)
    await until('it is settled', async () => (await recordOf(store, job)).state === 'delivered', 120_000)
  const deliveryCounts = new Map(jobs.map(({ jobId }) => [jobId, 0]))
  for (const { received } of receivers) {
    for (const { body } of received) {
      const { job_id } = JSON.parse(body.toString())
      deliveryCounts.set(job_id, deliveryCounts.get(job_id)! + 1)
    }
  }
  return { deliveryCounts: [...deliveryCounts.values()], inFlightMax: HOSTS * 4 }
}
