import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { until } from '../../../../shared/test/until.ts'
import { startBilling } from '../../helpers/billing.ts'
import { forgedTokens } from '../../helpers/forged-tokens.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { type Answer, startService } from '../../helpers/service.ts'

const EXPORT = '/api/v1/billing/settlement/overage-export'
const TOKEN = 'settlement-token-of-the-test'
const { service, stripe, user, paid, deliver } = await startBilling(t, {
  SETTLEMENT_TOKEN: TOKEN,
  OVERAGE_USD_PER_CALL: '0.07',
})
const { redis } = service

const exported = (query = '', token: string | null = TOKEN): Promise<Answer> =>
  service.call(`${EXPORT}${query}`, { headers: token === null ? {} : { 'x-settlement-token': token } })
const rowsOf = async (accountId: string, query = '') =>
  (await exported(query)).json.rows.filter((row: { account_id: string }) => row.account_id === accountId)

const dateOf = (daysAgo: number) => new Date(Date.now() - 86_400_000 * daysAgo).toISOString().slice(0, 10)

/** What was counted today is counted on an earlier day instead: nobody waits for midnight. */
async function backdate(accountId: string, date: string): Promise<void> {
  const name = keys.overage(accountId)
  for (const field of await redis.hkeys(name)) {
    if (!field.startsWith(dateOf(0))) continue
    await redis.hset(name, field.replace(dateOf(0), date), (await redis.hget(name, field))!)
    await redis.hdel(name, field)
  }
}

t.test('200: calls past the quota, counted as they were made, billed by who has the subscription', async t => {
  const ada = await user()
  const { subscriptionId } = await paid(ada)
  await deliver(stripe.events.at(-1)!)
  await redis.hset(keys.account(ada.accountId), { overage: 1, callsPerMonth: 2 })
  const { text: key } = await ada.key()
  for (let i = 0; i < 5; i++) t.equal((await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status, 200)
  t.equal((await service.call(CPM, { key, body: '{' })).status, 400)
  await until('all is settled', async () => (await redis.hget(keys.overage(ada.accountId), dateOf(0))) === '3')
  t.same(await rowsOf(ada.accountId), [], 'the day that runs is not billed')
  await backdate(ada.accountId, '2026-03-05')
  const rows = await rowsOf(ada.accountId)
  t.match(rows, [
    {
      account_id: ada.accountId,
      provider: 'payment_processor',
      subscription_id: subscriptionId,
      date: '2026-03-05',
      units: 3,
      unit_amount_usd: 0.07,
      amount_usd: 0.21,
      idempotency_key: /^overage-[0-9a-f]{40}$/,
    },
  ])
  t.same(await rowsOf(ada.accountId), rows, 'the same again')
})

/** Units of earlier days, as settle-7.lua leaves them. */
async function account(days: Readonly<Record<string, string | number>>): Promise<string> {
  const { accountId } = await service.keyRecord('professional', { overage: true })
  await redis.hset(keys.overage(accountId), days)
  return accountId
}

t.test('200: days and providers are chosen; both names of a provider do', async t => {
  const accountId = await account({
    '2026-03-01': 1,
    '2026-03-02': 2,
    '2026-03-02:by': 'marketplace m-1',
    '2026-03-03': 3,
    '2026-03-03:by': 'payment_processor sub_1',
  })
  const dates = async (query: string) => (await rowsOf(accountId, query)).map((row: { date: string }) => row.date)
  t.same(await dates(''), ['2026-03-01', '2026-03-02', '2026-03-03'])
  t.same(await dates('?start=2026-03-02T00:00:00Z&end=2026-03-03T00:00:00Z'), ['2026-03-02'], 'end is exclusive')
  t.same(await dates('?start=2026-03-02T02:00:00%2B02:00&end=2026-03-03T02:00:00%2B02:00'), ['2026-03-02'])
  t.same(await dates('?start=2026-03-02T00:00:00Z&end=2026-03-02T00:00:00Z'), [], 'a window without a day')
  for (const name of ['marketplace', 'azure_marketplace']) t.same(await dates(`?provider=${name}`), ['2026-03-02'])
  for (const name of ['payment_processor', 'stripe'])
    t.same(await dates(`?provider=${name}`), ['2026-03-01', '2026-03-03'])
  const all = await rowsOf(accountId)
  t.equal(new Set(all.map((row: { idempotency_key: string }) => row.idempotency_key)).size, 3)
  t.equal(all[0].subscription_id, null)
})

t.test('200: CSV has the rows of JSON', async t => {
  const accountId = await account({ '2026-03-01': 7, '2026-03-01:by': 'marketplace a,"b"' })
  const { status, headers, bytes } = await exported('?format=csv')
  t.equal(status, 200)
  t.match(headers['content-type'], /^text\/csv/)
  const lines = bytes.toString().split('\r\n')
  t.equal(lines[0], 'account_id,provider,subscription_id,date,units,unit_amount_usd,amount_usd,idempotency_key')
  const [row] = await rowsOf(accountId)
  t.ok(lines.includes(`${accountId},marketplace,"a,""b""",2026-03-01,7,0.07,0.49,${row.idempotency_key}`))
  t.equal(lines.length, (await exported()).json.rows.length + 2)
})

t.test(
  '200: overage of a deleted account stays under a pseudonym, with its idempotency keys, until it was exported',
  async t => {
    const ada = await user()
    await redis.hset(keys.overage(ada.accountId), { '2026-04-01': 4, [dateOf(0)]: 1 })
    const [before] = await rowsOf(ada.accountId)
    t.equal((await ada.call('/api/v1/auth/account', { method: 'DELETE' })).status, 204)
    t.same(await rowsOf(ada.accountId), [])
    const kept = async () =>
      (await exported()).json.rows.filter(
        (row: { idempotency_key: string }) => row.idempotency_key === before.idempotency_key,
      )
    const [after] = await kept()
    t.match(after, { account_id: /^deleted-/, units: 4 })
    t.notMatch(JSON.stringify(after), ada.accountId)
    const name = keys.overageOfDeleted(after.account_id)
    t.equal(await redis.ttl(name), -1, 'a day of it is still to come')
    await redis.hdel(name, dateOf(0))
    t.equal((await kept()).length, 1)
    t.ok((await redis.ttl(name)) > 86_400, 'kept a while for an answer that got lost')
    await redis.del(name)
    t.same(await kept(), [])
    t.equal(await redis.sismember(keys.overageDeletedIndex, after.account_id), 0)
  },
)

t.test('422: a window that cuts a UTC day in two is refused, at whichever end', async t => {
  for (const [name, query] of [
    ['start', '?start=2026-03-01T12:00:00Z&end=2026-03-02T12:00:00Z'],
    ['end', '?start=2026-03-01T00:00:00Z&end=2026-03-01T23:59:59Z'],
    ['start', '?start=2026-03-01T00:00:00%2B02:00'],
    ['end', '?end=2026-03-01T00:00:00.001Z'],
  ] as const) {
    const { status, json } = await exported(query)
    t.equal(`${status} ${json.code}`, '422 validation', query)
    t.same(json.detail[0].loc, ['query', name])
    t.match(json.detail[0].msg, /start of a UTC day, like 2026-0\d-\d\dT00:00:00Z or 2026-03-0\dT00:00:00Z/)
  }
})

t.test(
  '200: a day keeps the price of its day, and of its first export where it was counted before prices were noted',
  async t => {
    const counted = await account({ '2026-02-01': 10, '2026-02-01:usd': '0.03', '2026-02-02': 10 })
    const prices = async () => (await rowsOf(counted)).map((row: { amount_usd: number }) => row.amount_usd)
    t.same(await prices(), [0.3, 0.7])
    const dearer = await startService(t, {
      SETTLEMENT_TOKEN: TOKEN,
      OVERAGE_USD_PER_CALL: '9',
      REDIS_URL: service.redisUrl,
    })
    const { json } = await dearer.call(EXPORT, { headers: { 'x-settlement-token': TOKEN } })
    const rows = json.rows.filter((row: { account_id: string }) => row.account_id === counted)
    t.same(
      rows.map((row: { unit_amount_usd: number }) => row.unit_amount_usd),
      [0.03, 0.07],
      'the new price is not that of the days before it',
    )
    t.same(rows, await rowsOf(counted))
  },
)

t.test('429: overage ends with the paid tier and comes back with it', async t => {
  const { accountId, text: key } = await service.keyRecord('starter', { overage: true, callsPerMonth: 1 })
  const call = async () => (await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status
  t.same([await call(), await call()], [200, 200])
  await until('both are settled', async () => (await redis.hget(keys.overage(accountId), dateOf(0))) === '1')
  t.equal(await redis.hget(keys.overage(accountId), `${dateOf(0)}:usd`), '0.07')
  await redis.hset(keys.account(accountId), { tier: 'free' })
  t.equal(await call(), 429)
  await redis.hset(keys.account(accountId), { tier: 'starter' })
  t.equal(await call(), 200)
})

t.test('401: no token, twenty shapes of a wrong one (T36), a key', async t => {
  for (const token of forgedTokens(TOKEN)) {
    const { status, json } = await exported('', token)
    t.equal(`${status} ${json.code}`, '401 credentials_invalid')
  }
  t.equal((await service.call(EXPORT, { key: await service.key('government') })).status, 401)
})

t.test('422: words and moments that are none', async t => {
  for (const query of [
    '?provider=paypal',
    '?format=xml',
    '?start=yesterday',
    '?end=2026-13-01T00:00:00Z',
    '?start=2016-12-31T23:59:60Z',
    '?end=2026-03-01T00:00:00Z[UTC]',
    '?start=2026-03-02T00:00:00Z&end=2026-03-01T00:00:00Z',
  ]) {
    t.equal((await exported(query)).status, 422, query)
  }
})

t.test('503: no token is configured', async t => {
  const bare = await startService(t)
  const { status, json } = await bare.call(EXPORT, { headers: { 'x-settlement-token': 'undefined' } })
  t.equal(`${status} ${json.code}`, '503 billing_unconfigured')
})
