/**
 * The promise of a quota, whole and over HTTP (T32): two gateway processes, three keys of one account, 1,000 calls at once of
 * which a third are invalid. What is accepted is exactly the quota, or exactly the window.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { Agent, request } from 'undici'
import { createAccount } from '../store/accounts.ts'
import { mintKey } from '../store/api-key.ts'
import { LANE_WAIT_MS } from './helpers/lane-wait.ts'
import { CPM, FOUR_TASKS } from './helpers/networks.ts'
import { startService } from './helpers/service.ts'

const CALLS = 1000
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

async function startGateway(t: Test, redisUrl: string): Promise<string> {
  const child: ChildProcess = fork(MAIN, [], {
    env: {
      ...process.env,
      ...{ REDIS_URL: redisUrl, PORT: '0', LOG_LEVEL: 'silent', WORKER_START: 'first' },
      ...{ LANE_QUEUE_MAX: '2000', LANE_WAIT_MS },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  t.teardown(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return `http://127.0.0.1:${port}`
}

const valid = JSON.stringify({ tasks: FOUR_TASKS })
const invalid = [
  '{"tasks":',
  JSON.stringify({ tasks: [{ id: 5 }] }),
  JSON.stringify({ tasks: [{ id: 'A', predecessors: ['A'] }] }),
]

const service = await startService(t)
const gateways = [await startGateway(t, service.redisUrl), await startGateway(t, service.redisUrl)]
const agent = new Agent({ connections: 100, pipelining: 1 })
t.teardown(() => agent.destroy())

/** Every third call is invalid: by its body, or (strangers) by its key. */
async function storm(keys: string[], strangers = false): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  await Promise.all(
    Array.from({ length: CALLS }, async (_, i) => {
      const answer = await request(gateways[i % gateways.length] + CPM, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'x-api-key': i % 3 === 0 && strangers ? mintKey('live').text : keys[i % keys.length]!,
          'content-type': 'application/json',
        },
        body: i % 3 === 0 && !strangers ? invalid[(i / 3) % invalid.length]! : valid,
      })
      await answer.body.dump()
      counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)
    }),
  )
  return counts
}

async function keysOf(limits: Parameters<typeof createAccount>[1]): Promise<string[]> {
  const accountId = await createAccount(service.redis, limits)
  return Promise.all([0, 1, 2].map(() => service.key('free', { accountId })))
}

t.test('a quota of 100 within a window of 10,000: exactly 100 calls are accepted', async t => {
  const keys = await keysOf({ tier: 'free', callsPerMonth: 100, callsPerWindow: 10_000, actor: 'test' })
  const counts = await storm(keys)
  t.equal(counts.get(200), 100, 'a unit that an invalid call gave back went to a valid one that waited for it')
  t.notOk(counts.get(500), 'no 500')
  t.notOk(counts.get(503), 'no 503')
  const { json } = await service.call('/api/v1/account/tier', { key: keys[1] })
  t.equal(json.limits.monthly_calls_remaining, 0)
})

t.test('a window of 100 with an unlimited quota: exactly 100 calls pass it, the invalid ones among them', async t => {
  const keys = await keysOf({ tier: 'free', callsPerMonth: 'unlimited', callsPerWindow: 100, actor: 'test' })
  const counts = await storm(keys)
  const passed = [...counts].filter(([status]) => status !== 429).reduce((sum, [, count]) => sum + count, 0)
  t.equal(passed, 100)
  t.equal(counts.get(429), CALLS - 100)
})

t.test(
  'a window of 100 with an unlimited quota, a third of the calls from strangers: exactly 100 are accepted',
  async t => {
    const keys = await keysOf({ tier: 'free', callsPerMonth: 'unlimited', callsPerWindow: 100, actor: 'test' })
    const counts = await storm(keys, true)
    t.equal(counts.get(200), 100)
  },
)
