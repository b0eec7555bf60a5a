/**
 * A whole service for a test: a real redis-server in a folder of its own, a real gateway on a free port, real HTTP. Every
 * JSON reply is checked against the row that it belongs to.
 */
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import type { TierName } from '../../../shared/contract/tiers.ts'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { objectEnvironment } from '../../../shared/test/objects-of-test.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { type App, createApp } from '../../app.ts'
import { createAccount, type NewAccount } from '../../store/accounts.ts'
import { createDemoKey, createKey } from '../../store/keys.ts'
import { LANE_WAIT_MS } from './lane-wait.ts'
import { checkReply } from './reply-check.ts'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly json: any
}

export interface CallOptions {
  readonly method?: string
  readonly key?: string | undefined
  /** An object is sent as JSON. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

interface NewTestKey extends Partial<Omit<NewAccount, 'tier'>> {
  readonly accountId?: string
}

export interface TestService {
  readonly app: App
  readonly url: string
  readonly port: number
  readonly redisUrl: string
  readonly redis: RedisClient
  readonly stopRedis: () => Promise<void>
  key(tier: TierName, options?: NewTestKey): Promise<string>
  /** Account and key, for tests that go on to change them. */
  keyRecord(tier: TierName, options?: NewTestKey): Promise<{ text: string; accountId: string; keyId: string }>
  call(path: string, options?: CallOptions): Promise<Answer>
}

const ACTOR = 'test'
const DEFAULTS = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  // a thread costs a second of processor to start, and many tests need none
  WORKER_THREADS: '1',
  WORKER_START: 'on-demand',
  LANE_WAIT_MS,
  /** npm test with EDGE=node runs every service of the tests behind node:http. */
  EDGE: process.env.EDGE ?? 'auto',
}

/** settings: environment variables over the defaults; REDIS_URL is a server of the test's own. */
export async function startService(t: Test, settings: Record<string, string> = {}): Promise<TestService> {
  const dataDir = dataFolder(t)
  const redis =
    settings.REDIS_URL === undefined ? await redisOfTest(dataDir) : { url: settings.REDIS_URL, stop: async () => {} }
  const outcome = readConfig(
    { ...DEFAULTS, ...objectEnvironment(), ...settings },
    { coreCount: 2, memoryBytes: 8 * 2 ** 30 },
  )
  if (!outcome.ok) throw new Error(outcome.mistakes.join('\n'))
  const app = await createApp(outcome.config, redis.url)
  const port = await app.listen()
  const client = connect(redis.url, 'test', { commandTimeoutMs: 60_000 })
  const agent = new Agent({ pipelining: 1, connections: 256 })
  t.teardown(async () => {
    await agent.destroy()
    await app.close()
    disconnect(client)
    await redis.stop()
  })
  const url = `http://127.0.0.1:${port}`

  const keyRecord: TestService['keyRecord'] = async (tier, { accountId, ...limits } = {}) => {
    const created =
      tier === 'demo'
        ? await createDemoKey(client, { label: ACTOR, actor: ACTOR })
        : await createKey(client, accountId ?? (await createAccount(client, { tier, actor: ACTOR, ...limits })), {
            label: ACTOR,
            actor: ACTOR,
          })
    if (created.state !== 'created') throw new Error(created.state)
    return { text: created.text, accountId: created.key.accountId, keyId: created.key.keyId }
  }

  return {
    app,
    url,
    port,
    redisUrl: redis.url,
    redis: client,
    stopRedis: () => redis.stop(),
    keyRecord,
    key: async (tier, options) => (await keyRecord(tier, options)).text,
    async call(path, { method, key, body, headers = {} } = {}) {
      const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
      const answer = await request(url + path, {
        method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
        dispatcher: agent,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...headers,
        },
        body: isRaw ? ((body as string | Buffer | undefined) ?? null) : JSON.stringify(body),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      const isJson =
        answer.statusCode !== 206 &&
        /json/.test(String(answer.headers['content-type'])) &&
        answer.headers['content-encoding'] === undefined
      const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
      const result: Answer = { status: answer.statusCode, headers: answer.headers, bytes, json }
      checkReply(method ?? (body === undefined ? 'GET' : 'POST'), path, result)
      return result
    },
  }
}
