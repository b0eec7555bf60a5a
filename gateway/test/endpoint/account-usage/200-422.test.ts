import t from 'tap'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { until } from '../../../../shared/test/until.ts'
import { createKey } from '../../../store/keys.ts'
import { usageLabel } from '../../../store/usage.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { type Answer, startService } from '../../helpers/service.ts'

const USAGE = '/api/v1/account/usage'
const service = await startService(t)
const today = () => new Date().toISOString().slice(0, 10)

t.test('calls, tasks, time and cost are reported per day and endpoint, and per key', async t => {
  const { text, accountId, keyId } = await service.keyRecord('free')
  const second = await service.keyRecord('free', { accountId })
  const empty = (await service.call(USAGE, { key: text })).json
  t.match(empty, { totals: { calls: 0, estimated_cost_usd: 0 }, keys: [], days: [], to: today() })
  for (const key of [text, text, second.text]) await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  await service.call('/api/v1/analysis/validate', { key: text, body: { tasks: FOUR_TASKS } })
  await service.call(CPM, { key: text, body: '{' })
  const read = async (query = '') => (await service.call(USAGE + query, { key: text })).json
  await until('the calls are recorded', async () => (await read()).totals.refused === 1)
  const all = await read()
  t.match(all.totals, { calls: 4, refused: 1, tasks: 16 })
  t.ok(all.totals.duration_ms > 0 && all.totals.estimated_cost_usd > 0)
  t.ok(all.totals.compute_ms > 0 && all.totals.compute_ms < all.totals.duration_ms * 10)
  t.ok(
    all.days[0].endpoints.every((each: { compute_ms: number }) => each.compute_ms > 0),
    'on each endpoint',
  )
  t.match(all.days, [
    {
      date: today(),
      calls: 4,
      endpoints: [
        { endpoint: 'analysis.cpm', calls: 3, refused: 1, tasks: 12 },
        { endpoint: 'analysis.validate', calls: 1, refused: 0, tasks: 4 },
      ],
    },
  ])
  t.same(
    all.keys.map(({ key_id, calls }: { key_id: string; calls: number }) => [key_id, calls]).sort(),
    [
      [keyId, 3],
      [second.keyId, 1],
    ].sort(),
  )
  const ofSecond = await read(`?key_id=${second.keyId}`)
  t.match(ofSecond.totals, { calls: 1, refused: 0, tasks: 4 })
  t.equal(ofSecond.keys.length, 1)
  const tierCalls = (await service.call('/api/v1/account/tier', { key: text })).json.limits.monthly_calls_remaining
  t.equal(tierCalls, 96, 'looking counts against nothing')
})

t.test('the time of threads is counted of uploads and tools, too, which take no unit', async t => {
  const { text: key } = await service.keyRecord('professional')
  const tool = (name: string, body: object) => service.call(`/mcp/tools/${name}`, { key, body })
  const message = (name: string, sent: object) =>
    service.call('/mcp', {
      key,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } },
    })
  const answers = [
    await service.call('/api/v1/schedules', { key, body: { tasks: FOUR_TASKS } }),
    await tool('load_schedule', { tasks: FOUR_TASKS }),
    await message('load_schedule', { tasks: FOUR_TASKS }),
    await message('list_schedules', {}),
  ]
  for (const { status, bytes } of answers) t.ok(status < 300, bytes.toString())
  const told = answers.reduce((sum, { headers }) => sum + Number(headers['x-compute-ms']), 0)
  const read = async () => (await service.call(USAGE, { key })).json
  await until('all of it is recorded', async () => Math.abs((await read()).totals.compute_ms - told) < 0.3)
  const { totals, days } = await read()
  t.match(totals, { calls: 0, refused: 0, tasks: 0, estimated_cost_usd: 0 })
  t.same(
    days[0].endpoints.map(({ endpoint }: { endpoint: string }) => endpoint),
    ['schedules.create', 'schedules.list'],
  )
  const { limits } = (await service.call('/api/v1/account/tier', { key })).json
  t.equal(limits.monthly_calls_remaining, limits.api_calls_per_month, 'no unit was taken')
})

t.test('usage of a revoked key stays, and only the requested days are reported', async t => {
  const { text, accountId, keyId } = await service.keyRecord('free')
  const put = (day: string, calls: number) =>
    service.redis.hset(keys.usage(accountId, day), `${usageLabel(keyId, 'analysis.cpm')}:calls`, calls)
  await Promise.all([put('2026-03-01', 1), put('2026-03-02', 2), put('2026-04-01', 4)])
  const other = await createKey(service.redis, accountId, { actor: 'test' })
  if (other.state !== 'created') throw new Error(other.state)
  await service.redis.hset(keys.keyState(accountId, keyId), 'status', 'revoked')
  t.equal((await service.call(USAGE, { key: text })).status, 401)
  const read = async (query: string) => (await service.call(USAGE + query, { key: other.text })).json
  t.equal((await read('?from=2026-03-01&to=2026-03-02')).totals.calls, 3)
  const april = await read('?to=2026-04-01')
  t.same([april.from, april.to, april.totals.calls], ['2026-03-03', '2026-04-01', 4], '30 days when no first is named')
  t.equal((await read('?from=2026-03-02&to=2026-04-05')).days.length, 2)
})

t.test('an answer has a bounded number of rows, and says from which day the rest is had', async t => {
  const { text, accountId } = await service.keyRecord('free')
  const days = Array.from({ length: 30 }, (_, i) => formatDay(parseDay('2026-03-01')! + i))
  for (const day of days) {
    const fields = Array.from({ length: 150 }, (_, i) => [usageLabel(`key-${i}`, 'analysis.cpm'), 1] as const)
    await service.redis.hset(
      keys.usage(accountId, day),
      Object.fromEntries(fields.map(([label, n]) => [`${label}:calls`, n])),
    )
  }
  await service.redis.hset(keys.usage(accountId, '2026-02-01'), `${usageLabel('key-0', 'analysis.cpm')}:calls`, 1)
  const found: string[] = []
  let from: string | null = '2026-01-01'
  let calls = 0
  const lengths: number[] = []
  while (from !== null) {
    const { json }: Answer = await service.call(`${USAGE}?from=${from}&to=2026-04-30`, { key: text })
    t.equal(json.from, from)
    t.ok(json.days.length > 0)
    found.push(...json.days.map(({ date }: { date: string }) => date))
    lengths.push(json.days.reduce((sum: number, day: { calls: number }) => sum + day.calls, 0))
    calls += json.totals.calls
    if (json.next_from === null) t.equal(json.to, '2026-04-30')
    from = json.next_from
  }
  t.same(found, ['2026-02-01', ...days])
  t.equal(calls, 4_501)
  t.ok(Math.max(...lengths) <= 1_000 + 250, `at most ${Math.max(...lengths)} rows in an answer`)
  t.ok(lengths.length >= 3)
})

t.test('accounts do not see one another', async t => {
  const [first, second] = [await service.keyRecord('free'), await service.keyRecord('free')]
  await service.redis.hset(keys.usage(first.accountId, today()), `${usageLabel(first.keyId, 'analysis.cpm')}:calls`, 5)
  const { json } = await service.call(`${USAGE}?key_id=${first.keyId}`, { key: second.text })
  t.equal(json.totals.calls, 0)
})

t.test('days that are none, run backwards or are too many are refused', async t => {
  const key = await service.key('free')
  for (const query of ['from=2026-02-30', 'to=soon', 'from=2026-03-02&to=2026-03-01', 'from=2020-01-01']) {
    const { status, json } = await service.call(`${USAGE}?${query}`, { key })
    t.equal(status, 422, query)
    t.equal(json.detail[0].loc[0], 'query')
  }
})

t.test('401 without a key, 403 for a suspended account, 503 without the store', async t => {
  t.equal((await service.call(USAGE)).status, 401)
  const suspended = await service.keyRecord('free')
  await service.redis.hset(keys.account(suspended.accountId), 'status', 'suspended')
  t.equal((await service.call(USAGE, { key: suspended.text })).status, 403)
  const key = await service.key('free')
  await service.call(USAGE, { key })
  await service.stopRedis()
  t.equal((await service.call(USAGE, { key })).status, 503)
})
