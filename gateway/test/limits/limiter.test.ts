import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { detailOf, refuse } from '../../../shared/contract/errors.ts'
import { CONTROL_WINDOW_FACTOR, payloadBytesMax, TIERS } from '../../../shared/contract/tiers.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { run, script } from '../../../shared/platform/redis/script.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import {
  cutConnections,
  dropConnections,
  forgetScripts,
  namesOf,
  signalAll,
} from '../../../shared/test/every-server.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import type { Admission, AdmissionCall, Admitted, Identity, NotAdmitted, Settlement } from '../../call/limiter.ts'
import { RedisLimiter } from '../../limits/redis-limiter.ts'
import { ADDRESS_CALLS_PER_WINDOW, UNLIMITED_CALLS } from '../../limits/window.ts'
import {
  createAccount,
  type NewAccount,
  resumeAccount,
  setLimits,
  setTier,
  suspendAccount,
} from '../../store/accounts.ts'
import { createDemoKey, createKey, revokeKey } from '../../store/keys.ts'
import type { Order, Outcome } from './admit-process.ts'

const actor = 'test'
const said: string[] = []
const keep = (_: object, line: string): void => void said.push(line)
const log = { info: keep, warn: keep, error: keep }

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
t.teardown(async () => {
  disconnect(client)
  await redis.stop()
})
const here = new RedisLimiter(client, log, 0)

async function identityOf(account: Partial<NewAccount> = {}): Promise<Identity> {
  const accountId = await createAccount(client, { tier: 'government', ...account, actor })
  return anotherKey(accountId)
}

async function anotherKey(accountId: string, key: { expiresAtMs?: number; lifeMs?: number } = {}): Promise<Identity> {
  const creation = await createKey(client, accountId, { ...key, actor })
  if (creation.state !== 'created') throw new Error(creation.state)
  return { accountId, keyId: creation.key.keyId }
}

const admit = (identity: Identity, call: Partial<AdmissionCall> = {}): Promise<Admission> =>
  here.admit({ identity, meter: 'analysis', neededTier: 'demo', what: 'This', ...call })

async function admitted(identity: Identity, call?: Partial<AdmissionCall>): Promise<Admitted> {
  const admission = await admit(identity, call)
  if (!admission.ok) throw new Error(detailOf(admission.refusal))
  return admission
}

async function refused(identity: Identity, call?: Partial<AdmissionCall>): Promise<NotAdmitted> {
  const admission = await admit(identity, call)
  if (admission.ok) throw new Error('admitted')
  return admission
}

const codeOf = async (identity: Identity, call?: Partial<AdmissionCall>): Promise<string> => {
  const admission = await admit(identity, call)
  return admission.ok ? 'ok' : admission.refusal.code
}

const outcome = (isCharged: boolean): Settlement => ({
  isCharged,
  endpoint: 'analysis.cpm',
  taskCount: 7,
  durationMs: 2.5,
  costUsd: 0.25,
  computeMs: 1.5,
})

/** Units charged, by month. */
const monthOf = async ({ accountId }: Identity): Promise<Record<string, string>> =>
  client.hgetall(keys.month(accountId))

t.test(
  'of several reasons to refuse a call the first in the order of refusals is given, and none charges the month',
  async t => {
    const reasons = [
      'credentials_invalid',
      'account_suspended',
      'window_exceeded',
      'tier_forbidden',
      'media_type_unsupported',
      'payload_too_large',
      'month_exceeded',
      'capacity_exceeded',
    ] as const
    for (let first = 0; first <= reasons.length; first++) {
      // every reason from `first` on applies at once
      const holds = (reason: (typeof reasons)[number]) => reasons.indexOf(reason) >= first
      const identity = await identityOf({
        tier: 'free',
        callsPerWindow: holds('window_exceeded') ? 0 : 'unlimited',
        callsPerMonth: holds('month_exceeded') ? 0 : 'unlimited',
      })
      if (holds('account_suspended')) await suspendAccount(client, identity.accountId, 'Unpaid.', actor)
      if (holds('credentials_invalid')) await revokeKey(client, identity.accountId, identity.keyId, actor)
      const code = await codeOf(identity, {
        neededTier: holds('tier_forbidden') ? 'starter' : 'free',
        localRefusal: holds('media_type_unsupported') ? refuse('media_type_unsupported') : undefined,
        declaredBytes: payloadBytesMax('free') + (holds('payload_too_large') ? 1 : 0),
        capacityRefusal: holds('capacity_exceeded') ? refuse('capacity_exceeded') : undefined,
      })
      t.equal(code, reasons[first] ?? 'ok')
      t.equal(await client.zcard(keys.reservations(identity.accountId)), first < reasons.length ? 0 : 1)
      t.same(await monthOf(identity), {}, 'nothing is charged before the answer')
      const window = await client.get(keys.window(identity.accountId, 'analysis'))
      t.equal(window, first === 0 ? null : '1', 'every call with an identity counts against the window')
    }
  },
)

t.test('a refusal names limit, window and delay', async t => {
  const window = await refused(await identityOf({ tier: 'starter', callsPerWindow: 0 }))
  t.match(detailOf(window.refusal), /^Rate limit exceeded: 0 calls per 60 seconds. Try again in 60 seconds.$/)
  const month = await refused(await identityOf({ tier: 'starter', callsPerMonth: 0 }))
  t.match(
    detailOf(month.refusal),
    /^Monthly quota exceeded: 0 calls per calendar month \(window of 2\d{6} seconds\). Try again in \d+ seconds.$/,
  )
  t.ok(Number(month.refusal.details.retryAfterSeconds) <= Number(month.refusal.details.windowSeconds))
  const tier = await refused(await identityOf({ tier: 'free' }), { neededTier: 'starter', what: 'Forensics' })
  t.match(detailOf(tier.refusal), 'Forensics requires the tier starter or higher; this account has the tier free.')
  const suspended = await identityOf()
  await suspendAccount(client, suspended.accountId, 'Pay the invoice.', actor)
  t.match(detailOf((await refused(suspended)).refusal), /suspended. Pay the invoice.$/)
})

t.test('limits come from the tier, from what was negotiated, and change with the next call', async t => {
  const identity = await identityOf({ tier: 'free' })
  const first = await admitted(identity)
  t.match(first, {
    tier: 'free',
    window: { limit: TIERS.free.callsPerWindow, remaining: TIERS.free.callsPerWindow - 1 },
  })
  t.match(first.month, { limit: TIERS.free.callsPerMonth, used: 1, remaining: TIERS.free.callsPerMonth! - 1 })
  await setTier(client, identity.accountId, 'enterprise', actor)
  t.match(await admitted(identity), {
    tier: 'enterprise',
    month: { limit: null, remaining: null, used: 2 },
    window: { limit: 2_000 },
  })
  await setLimits(client, identity.accountId, { callsPerMonth: 5, callsPerWindow: 'unlimited' }, actor)
  t.match(await admitted(identity), { month: { limit: 5, remaining: 2 }, window: { limit: UNLIMITED_CALLS } })
  await setLimits(client, identity.accountId, { callsPerMonth: null, callsPerWindow: null }, actor)
  t.match(await admitted(identity), { month: { limit: null }, window: { limit: 2_000 } })
})

t.test(
  'a control call has a wider window of its own and neither charges the month nor needs any of it left',
  async t => {
    const identity = await identityOf({ tier: 'free', callsPerMonth: 0, callsPerWindow: 2 })
    for (let i = 1; i <= 2 * CONTROL_WINDOW_FACTOR; i++) {
      const call = await admitted(identity, { meter: 'control' })
      t.match(call, {
        operationId: null,
        window: { remaining: 2 * CONTROL_WINDOW_FACTOR - i },
        month: { used: 0, remaining: 0 },
      })
    }
    t.equal(await codeOf(identity, { meter: 'control' }), 'window_exceeded')
    t.equal(await codeOf(identity), 'month_exceeded', 'the window of analyses is untouched')
  },
)

t.test(
  'a call that is not charged leaves its unit, however often it is settled; one that is has its usage counted',
  async t => {
    const identity = await identityOf({ callsPerMonth: 10 })
    const [kept, returned] = [await admitted(identity), await admitted(identity)]
    t.match([kept.month, returned.month], [{ used: 1 }, { used: 2 }], 'calls at work count')
    for (let i = 0; i < 3; i++) {
      await Promise.all([here.settle(kept, outcome(true)), here.settle(returned, outcome(false))])
      await here.settle(kept, outcome(false))
    }
    t.same({ ...(await monthOf(identity)) }, { [kept.month.month]: '1' })
    t.match(await admitted(identity, { meter: 'control' }), { month: { used: 1, remaining: 9 } })
    const day = new Date(kept.atMs).toISOString().slice(0, 10)
    t.same(
      { ...(await client.hgetall(keys.usage(identity.accountId, day))) },
      {
        [`${identity.keyId}:analysis.cpm:calls`]: '1',
        [`${identity.keyId}:analysis.cpm:tasks`]: '7',
        [`${identity.keyId}:analysis.cpm:durationMs`]: '2.5',
        [`${identity.keyId}:analysis.cpm:costUsd`]: '0.25',
        [`${identity.keyId}:analysis.cpm:computeMs`]: '3',
        [`${identity.keyId}:analysis.cpm:refused`]: '1',
      },
    )
  },
)

t.test('a call at work while the month turns belongs to the month of its admission', async t => {
  const identity = await identityOf({ callsPerMonth: 10 })
  const [kept, returned] = [await admitted(identity), await admitted(identity)]
  const { month } = kept.month
  const monthBefore = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2))
    .toISOString()
    .slice(0, 7)
  // as if both had been admitted just before this month began
  const before = { ...kept.month, month: monthBefore }
  await client.hset(keys.month(identity.accountId), { [monthBefore]: 8, [month]: 3 })
  await here.settle({ ...kept, month: before }, outcome(true))
  await here.settle({ ...returned, month: before }, outcome(false))
  t.same({ ...(await monthOf(identity)) }, { [monthBefore]: '9', [month]: '3' })
  t.match(await admitted(identity, { meter: 'control' }), { month: { month, used: 3 } })
})

t.test('past the quota an account with overage goes on, and what is charged past it is counted apart', async t => {
  const identity = await identityOf({ tier: 'starter', callsPerMonth: 2, overage: true })
  const calls = [await admitted(identity), await admitted(identity), await admitted(identity), await admitted(identity)]
  const { month } = calls[0]!.month
  t.match(calls[3]!.month, { limit: 2, used: 4, remaining: 0 })
  // a call within the quota fails: its place is taken by one past it
  await Promise.all(calls.map((call, i) => here.settle(call, outcome(i > 0))))
  t.same({ ...(await monthOf(identity)) }, { [month]: '3', [`${month}:overage`]: '1' })
})

t.test('a reservation that a dead gateway left behind ends after an hour', async t => {
  const identity = await identityOf({ callsPerMonth: 1 })
  const call = await admitted(identity)
  await client.zadd(keys.reservations(identity.accountId), call.atMs - 3_500_000, call.operationId!)
  t.equal(await codeOf(identity), 'month_exceeded')
  await client.zadd(keys.reservations(identity.accountId), call.atMs - 3_600_001, call.operationId!)
  t.match(await admitted(identity), { month: { used: 1 } })
})

t.test('a key is refused from the call after its revocation, on a gateway that knew it well', async t => {
  const identity = await identityOf()
  const otherClient = connect(redis.url, 'other')
  const other = new RedisLimiter(otherClient, log, 0)
  const call: AdmissionCall = { identity, meter: 'analysis', neededTier: 'demo', what: 'This' }
  t.ok((await other.admit(call)).ok)
  t.ok(other.recent(identity, 1_000))
  t.equal(await revokeKey(client, identity.accountId, identity.keyId, actor), 'revoked')
  t.match(await other.admit(call), { ok: false, refusal: { code: 'credentials_invalid' }, limits: null })
  t.equal(other.recent(identity, 1_000), null, 'nor is it answered from memory')
  t.equal(await codeOf(await anotherKey(identity.accountId)), 'ok', 'the other keys of the account work')
  disconnect(otherClient)
})

t.test('an unknown, an expired and a foreign key are refused alike; a suspended account is resumed', async t => {
  const identity = await identityOf()
  const stranger = await identityOf()
  t.equal(await codeOf({ accountId: 'nobody', keyId: 'none' }), 'credentials_invalid')
  t.equal(await codeOf({ accountId: identity.accountId, keyId: stranger.keyId }), 'credentials_invalid')
  t.equal(await codeOf(await anotherKey(identity.accountId, { expiresAtMs: Date.now() - 1 })), 'credentials_invalid')
  const short = await anotherKey(identity.accountId, { lifeMs: 86_400_000 })
  t.equal(await codeOf(short), 'ok')
  await client.hset(keys.keyState(short.accountId, short.keyId), 'expiresAtMs', Date.now() - 1_000)
  t.equal(await codeOf(short), 'credentials_invalid')
  await suspendAccount(client, identity.accountId, '', actor)
  t.equal(await codeOf(identity), 'account_suspended')
  await resumeAccount(client, identity.accountId, actor)
  t.equal(await codeOf(identity), 'ok')
})

t.test(
  'a playground key passes exactly 100 calls, one after the other or 200 at once, and is refused with 401 from then on',
  async t => {
    const demo = async (): Promise<Identity> => {
      const creation = await createDemoKey(client, { callsPerWindow: 1_000, actor })
      if (creation.state !== 'created') throw new Error(creation.state)
      return creation.key
    }
    const slow = await demo()
    for (let i = 0; i < 100; i++) void here.settle(await admitted(slow), outcome(true))
    t.equal(await codeOf(slow), 'credentials_invalid')
    t.equal(await codeOf(slow, { meter: 'control' }), 'credentials_invalid')
    const fast = await demo()
    const codes = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const admission = await admit(fast)
        if (admission.ok) await here.settle(admission, outcome(true))
        return admission.ok ? 'ok' : admission.refusal.code
      }),
    )
    t.equal(codes.filter(code => code === 'ok').length, 100)
    t.equal(codes.filter(code => code === 'credentials_invalid').length, 100)
    const purge = await Promise.all((await namesOf(client, `{a:${fast.accountId}}:*`)).map(key => client.ttl(key)))
    t.ok(
      purge.every(seconds => seconds > 0),
      'everything of a playground key ends with time',
    )
  },
)

async function inProcesses(processCount: number, order: Omit<Order, 'url'>): Promise<Outcome[][]> {
  const path = fileURLToPath(new URL('./admit-process.ts', import.meta.url))
  return Promise.all(
    Array.from({ length: processCount }, async () => {
      const child = fork(path)
      child.send({ url: redis.url, ...order })
      const [outcomes] = (await once(child, 'message')) as [Outcome[]]
      return outcomes
    }),
  )
}

const countOf = (outcomes: Outcome[][], answer: string): number =>
  outcomes.flat().filter(one => one.answer === answer).length

t.test(
  'T32: of 1,000 calls at once, a third of them invalid, two processes and three keys pass exactly 100 of a quota of 100',
  async t => {
    const identity = await identityOf({ callsPerMonth: 100, callsPerWindow: 10_000 })
    const identities = [identity, await anotherKey(identity.accountId), await anotherKey(identity.accountId)]
    const outcomes = await inProcesses(2, { identities, callCount: 500, invalidEvery: 3 })
    t.equal(countOf(outcomes, '2xx'), 100)
    t.equal(countOf(outcomes, '2xx') + countOf(outcomes, '4xx') + countOf(outcomes, 'month_exceeded'), 1_000)
    t.same(Object.values(await monthOf(identity)), ['100'])
    t.equal(
      await client.get(keys.window(identity.accountId, 'analysis')),
      '1000',
      'a call that waited for its unit counts once',
    )
    t.equal(await codeOf(identity), 'month_exceeded')
  },
)

t.test(
  'T32: a window of 100 with an unlimited quota passes exactly 100 of 1,000 calls at once, and the headers only go down',
  async t => {
    const identity = await identityOf({ callsPerMonth: 'unlimited', callsPerWindow: 100 })
    const identities = [identity, await anotherKey(identity.accountId), await anotherKey(identity.accountId)]
    const outcomes = await inProcesses(2, { identities, callCount: 500, invalidEvery: 0 })
    t.equal(countOf(outcomes, '2xx'), 100)
    t.equal(countOf(outcomes, 'window_exceeded'), 900)
    for (const ofProcess of outcomes) {
      const remaining = ofProcess.map(one => one.windowRemaining!)
      t.same(
        remaining,
        remaining.toSorted((a, b) => b - a),
        'in the order of the calls',
      )
    }
    const passed = outcomes.flat().filter(one => one.answer === '2xx')
    t.equal(new Set(passed.map(one => one.windowRemaining)).size, 100, 'each of the 100 got another number')
  },
)

t.test('a window starts with the first call and starts anew when it is over', async t => {
  const identity = await identityOf({ callsPerWindow: 2 })
  const first = await admitted(identity)
  t.equal(first.window.resetSeconds, Math.ceil(first.atMs / 1000 + 60))
  await admitted(identity)
  t.equal(await codeOf(identity), 'window_exceeded')
  // as if 60 seconds had passed
  await client.pexpire(keys.window(identity.accountId, 'analysis'), 1)
  await new Promise(resolve => setTimeout(resolve, 5))
  t.match(await admitted(identity), { window: { remaining: 1 } })
})

t.test(
  'callers without credentials share the window of their address over processes, IPv6 by /64, and a blocked one never reaches Redis',
  async t => {
    const otherClient = connect(redis.url, 'other')
    const other = new RedisLimiter(otherClient, log, 0)
    for (let i = 1; i <= ADDRESS_CALLS_PER_WINDOW; i++) {
      const limiter = i % 2 === 0 ? here : other
      const window = await limiter.address(`2001:db8:0:7::${i}`)
      t.match(window, { limit: ADDRESS_CALLS_PER_WINDOW, remaining: ADDRESS_CALLS_PER_WINDOW - i, exceeded: false })
    }
    t.match(await here.address('2001:db8:0:7:ffff::1'), { exceeded: true, remaining: 0 })
    t.match(await here.address('2001:db8:0:8::1'), { exceeded: false })
    await here.address('2001:db8:0:7::2')
    t.equal(await client.get(keys.addressWindow('2001:db8:0:7::/64')), String(ADDRESS_CALLS_PER_WINDOW))
    disconnect(otherClient)
  },
)

t.test('an address is counted in this process alone when Redis need not be called', async t => {
  for (let i = 0; i < ADDRESS_CALLS_PER_WINDOW; i++) t.notOk(here.addressHere('192.0.2.7').exceeded)
  t.ok(here.addressHere('::ffff:192.0.2.7').exceeded, 'the same address in IPv6 clothes')
  t.equal(await client.exists(keys.addressWindow('192.0.2.7')), 0)
  t.match(here.process('192.0.2.7', 5), { limit: 5, remaining: 4 }, 'windows of this process are counted apart')
})

// the connection breaks wherever it happens to be: whatever was lost, the sum is exact
t.test('settlements whose replies are lost on the way are charged once each', async t => {
  const ownClient = connect(redis.url, 'own')
  t.teardown(() => disconnect(ownClient))
  const limiter = new RedisLimiter(ownClient, log, 0)
  const identity = await identityOf({ callsPerWindow: 'unlimited' })
  const call: AdmissionCall = { identity, meter: 'analysis', neededTier: 'demo', what: 'This' }
  const calls: Admitted[] = []
  for (let i = 0; i < 300; i++) {
    const admission = await limiter.admit(call)
    if (admission.ok) calls.push(admission)
  }
  const settled = calls.map((admission, i) => limiter.settle(admission, outcome(i % 3 !== 0)))
  await dropConnections(ownClient)
  for (let i = 0; i < 5; i++) {
    await new Promise(resolve => setTimeout(resolve, 5))
    cutConnections(ownClient)
  }
  t.equal(await limiter.close(10_000), 0)
  await Promise.all(settled)
  t.same(Object.values(await monthOf(identity)), [String(calls.filter((_, i) => i % 3 !== 0).length)])
  t.equal(calls.length, 300)
  t.equal(await client.zcard(keys.reservations(identity.accountId)), 0)
})

t.test('a settlement is run once, and not before its predecessor', async t => {
  const names = [
    keys.month('s'),
    keys.reservations('s'),
    keys.usage('s', 'day'),
    keys.settled('s'),
    keys.overage('s'),
    keys.billing('s'),
    keys.account('s'),
  ]
  const settle = (number: number, predecessor: number) =>
    run(client, script('settle-7'), names, [
      ...['p', number, predecessor],
      ...['2026-11', 10, 1, 60, 0],
      `op-${number}`,
      ...['x', 1, 1, 1, 1, 0, 0],
    ])
  t.equal(await settle(1, 0), 1, 'there is no account')
  t.equal(await client.exists(...names), 0, 'and nothing is left of the call')
  await client.hset(keys.account('s'), 'tier', 'free')
  t.equal(await settle(2, 1), -1)
  t.equal(await settle(1, 0), 1)
  t.equal(await settle(1, 0), 0)
  t.equal(await settle(2, 1), 1)
  t.equal(await settle(5, 0), 1, 'numbers of other accounts and of dropped settlements are missing')
  t.equal(await settle(2, 1), 0)
  t.same({ ...(await client.hgetall(keys.month('s'))) }, { '2026-11': '3' })
})

t.test('scripts are found again after SCRIPT FLUSH', async t => {
  const identity = await identityOf()
  await forgetScripts(client)
  const call = await admitted(identity)
  await forgetScripts(client)
  await here.settle(call, outcome(false))
  t.equal(await client.zcard(keys.reservations(identity.accountId)), 0)
})

t.test(
  'T33: while Redis is away calls are refused with 503 and nothing passes unmetered; what was open is settled when it is back',
  async t => {
    const own = await redisOfTest(dataFolder(t))
    const ownClient = connect(own.url, 'own', { log })
    const limiter = new RedisLimiter(ownClient, log, 0)
    t.teardown(async () => {
      disconnect(ownClient)
      await own.stop()
    })
    const accountId = await createAccount(ownClient, { tier: 'free', actor })
    const creation = await createKey(ownClient, accountId, { actor })
    if (creation.state !== 'created') throw new Error(creation.state)
    const call: AdmissionCall = { identity: creation.key, meter: 'analysis', neededTier: 'demo', what: 'This' }
    const [kept, returned] = [(await limiter.admit(call)) as Admitted, (await limiter.admit(call)) as Admitted]
    said.length = 0
    const killed = own.killAll()
    const answers = await Promise.all(Array.from({ length: 20 }, () => limiter.admit(call)))
    t.ok(answers.every(answer => !answer.ok && answer.refusal.code === 'store_unavailable' && answer.limits === null))
    t.equal(limiter.recent(creation.key, 120_000)?.month.remaining, TIERS.free.callsPerMonth! - 2)
    t.equal(limiter.recent(creation.key, -1), null)
    t.match(
      await limiter.address('192.0.2.9'),
      { remaining: ADDRESS_CALLS_PER_WINDOW - 1 },
      'addresses are counted here',
    )
    void limiter.settle(kept, outcome(true))
    void limiter.settle(returned, outcome(false))
    t.equal(said.filter(line => line === 'Redis (own) is away').length, 1, 'one line per change of state')
    await killed
    await own.start()
    t.equal(await limiter.close(60_000), 0, 'nothing is left to settle')
    t.match(await limiter.admit(call), { ok: true, month: { used: 2 } })
    t.equal(said.filter(line => line === 'Redis (own) is there').length, 1)
  },
)

t.test('a reply that never comes charges nothing: the unit is given back when Redis wakes up', async t => {
  const own = await redisOfTest(dataFolder(t))
  const ownClient = connect(own.url, 'own', { commandTimeoutMs: 1_000 })
  const limiter = new RedisLimiter(ownClient, log, 0)
  t.teardown(async () => {
    signalAll(own, 'SIGCONT')
    disconnect(ownClient)
    await own.stop()
  })
  const accountId = await createAccount(ownClient, { tier: 'free', actor })
  const creation = await createKey(ownClient, accountId, { actor })
  if (creation.state !== 'created') throw new Error(creation.state)
  const call: AdmissionCall = { identity: creation.key, meter: 'analysis', neededTier: 'demo', what: 'This' }
  t.ok((await limiter.admit(call)).ok)
  signalAll(own, 'SIGSTOP')
  t.match(await limiter.admit(call), { ok: false, refusal: { code: 'store_unavailable' } })
  signalAll(own, 'SIGCONT')
  t.equal(await limiter.close(60_000), 0)
  t.equal(await ownClient.zcard(keys.reservations(accountId)), 1, 'the lost call reserves nothing')
  t.equal(await ownClient.get(keys.window(accountId, 'analysis')), '2', 'it did run')
})
