/**
 * Calls that come together are decided by one script, each as if it came alone: of random accounts and calls, those that go together and those
 * that go one by one through the rules for one call (oracle/) come to the same, and leave the same in Redis.
 */
import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import fc from 'fast-check'
import t from 'tap'
import { refuse } from '../../../shared/contract/errors.ts'
import { payloadBytesMax, TIER_NAMES } from '../../../shared/contract/tiers.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../../shared/platform/redis/masters.ts'
import { prelude } from '../../../shared/platform/redis/prelude.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { signalAll } from '../../../shared/test/every-server.ts'
import { onOneServer, redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { BEARER_KEY_ID } from '../../call/limiter.ts'
import { AdmissionBatcher, WAIT_MS_MAX } from '../../limits/admission.ts'
import { type AdmissionRequest, decideAdmissions, type Verdict } from '../../limits/admission-script.ts'

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
t.teardown(async () => {
  disconnect(client)
  await redis.stop()
})

const [shebang, ...body] = readFileSync(new URL('./oracle/admission-5.lua', import.meta.url), 'utf8').split('\n')
const oracle = [shebang, prelude(body.join('\n')), ...body].join('\n')

const negotiated = (max: number) =>
  fc.oneof(fc.constant(undefined), fc.constant('unlimited'), fc.integer({ min: 0, max }).map(String))
const accounts = fc.record({
  tier: fc.constantFrom(...TIER_NAMES, 'none'),
  status: fc.constantFrom('active', 'active', 'active', 'suspended'),
  callsPerMonth: negotiated(12),
  callsPerWindow: negotiated(12),
  overage: fc.constantFrom('0', '1'),
  purgeAtSeconds: fc.constantFrom(undefined, '4000000000'),
  charged: fc.integer({ min: 0, max: 8 }),
  windowed: fc.integer({ min: 0, max: 8 }),
  /** Ages of calls at work, ms: of the last moments, older than a call waits for, and left behind by a gateway that died. */
  reserved: fc.array(fc.constantFrom(100, 60_000, 3_700_000), { maxLength: 6 }),
})
const keyStates = fc.tuple(
  fc.constantFrom('active', 'active', 'active', 'revoked'),
  fc.constantFrom(undefined, undefined, 1_000, 4_000_000_000_000),
)
const calls = fc.record({
  key: fc.constantFrom('k1', 'k1', 'k2', BEARER_KEY_ID),
  meter: fc.constantFrom('analysis' as const, 'analysis' as const, 'control' as const),
  neededTier: fc.constantFrom('demo' as const, 'demo' as const, 'starter' as const),
  isRefused: fc.constantFrom(false, false, false, true),
  isFull: fc.constantFrom(false, false, false, true),
  bytes: fc.constantFrom(null, 10, payloadBytesMax('free') + 1),
  wasCounted: fc.constantFrom(false, false, true),
})
const scenes = fc.record({
  account: accounts,
  states: fc.tuple(keyStates, keyStates, keyStates),
  calls: fc.array(calls, { minLength: 1, maxLength: 24 }),
})
type Scene = typeof scenes extends fc.Arbitrary<infer Of> ? Of : never

const KEY_IDS = ['k1', 'k2', BEARER_KEY_ID]
const stateKey = (accountId: string, keyId: string): string =>
  keyId === BEARER_KEY_ID ? keys.user(accountId) : keys.keyState(accountId, keyId)
const set = (fields: object): [string, string][] =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)

async function stage(accountId: string, { account, states }: Scene, nowMs: number): Promise<void> {
  const { charged, windowed, reserved, ...fields } = account
  await client.hset(keys.account(accountId), ...set(fields).flat())
  const month = account.tier === 'demo' ? 'life' : new Date(nowMs).toISOString().slice(0, 7)
  if (charged > 0) await client.hset(keys.month(accountId), month, charged)
  for (const meter of ['analysis', 'control'] as const)
    if (windowed > 0) await client.set(keys.window(accountId, meter), windowed, 'PX', 50_000)
  for (const [i, ageMs] of reserved.entries())
    await client.zadd(keys.reservations(accountId), nowMs - ageMs, `before-${i}`)
  for (const [i, [status, expiresAtMs]] of states.entries())
    await client.hset(stateKey(accountId, KEY_IDS[i]!), ...set({ status, expiresAtMs: expiresAtMs?.toString() }).flat())
}

const questionsOf = (accountId: string, { calls }: Scene): AdmissionRequest[] =>
  calls.map(({ key, meter, neededTier, isRefused, isFull, bytes, wasCounted }, i) => ({
    call: {
      identity: { accountId, keyId: key },
      ...{ meter, neededTier, what: 'This', declaredBytes: bytes },
      localRefusal: isRefused ? refuse('media_type_unsupported') : undefined,
      capacityRefusal: isFull ? refuse('capacity_exceeded') : undefined,
    },
    operationId: `op-${i}`,
    wasCounted,
  }))

/** What is the same whenever it is asked: no times. */
type Facts = readonly (string | number)[]
const factsOf = (verdict: Verdict): Facts => {
  const { outcome, tier, windowLimit, windowCount, month, monthLimit, monthUsed, reason } = verdict
  return outcome === 'credentials'
    ? [outcome]
    : [outcome, tier, windowLimit, windowCount, month, monthLimit, monthUsed, reason]
}

async function oneByOne(questions: readonly AdmissionRequest[]): Promise<Facts[]> {
  const facts: Facts[] = []
  for (const { call, operationId, wasCounted } of questions) {
    const { accountId, keyId } = call.identity
    const names = [
      keys.account(accountId),
      stateKey(accountId, keyId),
      keys.window(accountId, call.meter),
      keys.month(accountId),
      keys.reservations(accountId),
    ]
    const flags = [call.localRefusal ? 1 : 0, call.declaredBytes ?? -1, call.capacityRefusal ? 1 : 0]
    const args = [call.meter, call.neededTier, ...flags, operationId, wasCounted ? 1 : 0]
    const reply = (await client.eval(oracle, names.length, ...names, ...args)) as (string | number)[]
    const [outcome, , tier, windowLimit, windowCount, , month, monthLimit, monthUsed, reason] = reply
    facts.push(
      outcome === 'credentials'
        ? [outcome]
        : [outcome!, tier!, windowLimit!, windowCount!, month!, monthLimit!, monthUsed!, reason!],
    )
  }
  return facts
}

/** State of an account in Redis, without times. */
async function stateOf(accountId: string): Promise<unknown> {
  const [month, reserved, analyses, controls, end] = await Promise.all([
    client.hgetall(keys.month(accountId)),
    client.zrange(keys.reservations(accountId), '0', '-1'),
    client.get(keys.window(accountId, 'analysis')),
    client.get(keys.window(accountId, 'control')),
    client.expiretime(keys.reservations(accountId)),
  ])
  const used = await Promise.all(KEY_IDS.map(keyId => client.hexists(stateKey(accountId, keyId), 'lastUsedAtMs')))
  const lives = await Promise.all(
    (['analysis', 'control'] as const).map(async meter => (await client.pttl(keys.window(accountId, meter))) > 50_001),
  )
  return [{ ...month }, reserved.toSorted(), analyses, controls, end, used, lives]
}

let made = 0
t.test('what goes together comes to what it comes to one by one', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(scenes, { minLength: 1, maxLength: 4 }), async all => {
      const nowMs = Date.now()
      const pairs = all.map(scene => ({ scene, together: `t${++made}`, alone: `a${made}` }))
      await Promise.all(
        pairs.flatMap(({ scene, together, alone }) => [stage(together, scene, nowMs), stage(alone, scene, nowMs)]),
      )
      const perAccount = pairs.map(({ scene, together }) => questionsOf(together, scene))
      // a cluster takes accounts one by one
      const verdicts = client.isCluster
        ? (await Promise.all(perAccount.map(questions => decideAdmissions(client, [questions])))).flat()
        : await decideAdmissions(client, perAccount)
      await Promise.all(
        pairs.map(async ({ scene, together, alone }, i) => {
          t.strictSame(verdicts[i]!.map(factsOf), await oneByOne(questionsOf(alone, scene)))
          t.strictSame(await stateOf(together), await stateOf(alone))
        }),
      )
      return t.passing()
    }),
    { numRuns: 50 },
  )
})

/** An account that may do everything, and what counts the scripts that are sent for it. */
async function counted(...accountIds: string[]) {
  for (const accountId of accountIds) {
    await client.hset(keys.account(accountId), { tier: 'government', status: 'active' })
    await client.hset(keys.keyState(accountId, 'k1'), { status: 'active' })
  }
  const sent = { scripts: 0 }
  const counting: RedisClient = Object.create(client, {
    evalsha: {
      value: (...words: Parameters<RedisClient['evalsha']>) => {
        sent.scripts++
        return client.evalsha(...words)
      },
    },
  })
  const admissions = new AdmissionBatcher(counting)
  const admit = (i: number, accountId: string): Promise<Verdict> =>
    new Promise((settle, fail) =>
      admissions.add({
        call: {
          identity: { accountId, keyId: 'k1' },
          meter: 'analysis',
          neededTier: 'demo',
          what: 'This',
          declaredBytes: i,
        },
        operationId: `op-${i}`,
        wasCounted: false,
        settle,
        fail,
      }),
    )
  return { sent, admit }
}
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

t.test('calls of one turn are one script, of more than it may be given several; each has its own verdict', async t => {
  const accountIds = ['x', 'y', 'z']
  const { sent, admit } = await counted(...accountIds)
  await admit(0, 'x')
  for (const [count, scripts] of [
    [30, 1],
    [600, 7],
  ] as const) {
    await Promise.all(accountIds.map(accountId => client.del(keys.window(accountId, 'analysis'))))
    sent.scripts = 0
    const verdicts = await Promise.all(Array.from({ length: count }, (_, i) => admit(i, accountIds[i % 3]!)))
    if (!client.isCluster) t.equal(sent.scripts, scripts)
    t.strictSame(
      verdicts.map(({ windowCount }) => windowCount),
      Array.from({ length: count }, (_, i) => Math.floor(i / 3) + 1),
      'in the order of the calls',
    )
  }
})

// a turn is long when calls run in it
t.test('calls that were gathered in one turn are written before the next one', async t => {
  const accountIds = ['a', 'b', 'c', 'd', 'e', 'f']
  const { admit } = await counted(...accountIds)
  await Promise.all(accountIds.map(accountId => client.del(keys.window(accountId, 'analysis'))))
  const verdicts = accountIds.map((accountId, i) => admit(i, accountId))
  const streams = (await mastersOf(client)).map(({ stream }) => stream as Writable)
  const written = streams.map(() => 0)
  for (const [i, stream] of streams.entries()) {
    const write = stream.write.bind(stream) as (...words: unknown[]) => boolean
    t.teardown(() => Reflect.deleteProperty(stream, 'write'))
    Object.assign(stream, {
      write: (...words: unknown[]) => {
        written[i]!++
        return write(...words)
      },
    })
  }
  await turn()
  t.ok(
    written.every(count => count > 0),
    `${written} scripts`,
  )
  t.same(
    streams.map(({ writableLength, writableCorked }) => [writableLength, writableCorked]),
    streams.map(() => [0, 0]),
    'none waits in this process',
  )
  t.same(
    (await Promise.all(verdicts)).map(({ windowCount }) => windowCount),
    accountIds.map(() => 1),
  )
})

t.test(
  'calls that come while Redis is at those before go together when it has answered; one that is slow is not waited for',
  onOneServer('a cluster decides each account at once'),
  async t => {
    const { sent, admit } = await counted('waiting')
    const first = admit(0, 'waiting')
    await turn()
    const later = Array.from({ length: 10 }, (_, i) => admit(i + 1, 'waiting'))
    t.equal((await first).windowCount, 1)
    t.strictSame(
      (await Promise.all(later)).map(({ windowCount }) => windowCount),
      later.map((_, i) => i + 2),
    )
    t.equal(sent.scripts, 2)
    signalAll(redis, 'SIGSTOP')
    t.teardown(() => signalAll(redis, 'SIGCONT'))
    const stuck = [admit(11, 'waiting')]
    await turn()
    const sinceMs = performance.now()
    stuck.push(admit(12, 'waiting'))
    await turn()
    t.ok(sent.scripts === 3 || performance.now() - sinceMs >= WAIT_MS_MAX, 'it waits for the reply to the one before')
    await until('it is slow, and not waited for any more', () => sent.scripts === 4)
    signalAll(redis, 'SIGCONT')
    t.strictSame(
      (await Promise.all(stuck)).map(({ windowCount }) => windowCount),
      [12, 13],
    )
  },
)
