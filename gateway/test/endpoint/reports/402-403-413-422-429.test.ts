import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const REPORTS = '/api/v1/reports'
const service = await startService(t)
const key = await service.key('enterprise')
const body = { tasks: FOUR_TASKS, status_date: '2026-03-02' }

t.test('422: names that there are not, and names that come twice, with all there are', async t => {
  const { status, json } = await service.call(`${REPORTS}?analyses=cpm,dcma14,cpm`, { key, body })
  t.equal(status, 422)
  t.match(json.detail, [
    { loc: ['query', 'analyses'], msg: /health.score, health.logic-audit.*not "?dcma14/, type: 'enum' },
    { loc: ['query', 'analyses'], msg: /analysis.cpm more than once/, type: 'value' },
  ])
  t.equal((await service.call(`${REPORTS}?analyses=`, { key, body })).status, 422)
})

t.test('422: nothing can be made of the request', async t => {
  const { status, json } = await service.call(`${REPORTS}?analyses=baseline-compare,delay-analysis`, { key, body })
  t.equal(status, 422)
  t.match(json.detail[0], {
    loc: ['query', 'analyses', 'forensics.baseline-compare'],
    msg: /baseline_schedule is required/,
  })
})

t.test('422: a body that breaks the schema, with its place', async t => {
  const tasks = [{ id: 'A', duration_days: 'long' }]
  const { status, json } = await service.call(REPORTS, { key, body: { tasks } })
  t.equal(status, 422)
  t.same(json.detail[0].loc, ['body', 'tasks', 0, 'duration_days'])
  const options = { 'analysis.resources': { period_size_days: 0 } }
  const bad = await service.call(`${REPORTS}?analyses=cpm`, { key, body: { ...body, options } })
  t.same(bad.json.detail[0].loc, ['body', 'options', 'analysis.resources', 'period_size_days'])
})

t.test('402 and 413: too many tasks', async t => {
  const free = await service.key('demo')
  t.equal((await service.call(REPORTS, { key: free, body: { tasks: chain(101) } })).status, 402)
  const large = await service.call(REPORTS, { key, body: { tasks: chain(1001) } })
  t.equal(large.status, 413)
  t.match(large.json.detail, /\/api\/v1\/reports\/async/)
})

t.test('403: the tier that the dearest of the analyses needs', async t => {
  const free = await service.key('free')
  const { status, json } = await service.call(`${REPORTS}?analyses=cpm,resources`, { key: free, body })
  t.equal(status, 403)
  t.match(json.detail, /these analyses requires the tier starter/)
  t.equal((await service.call(`${REPORTS}/async`, { key: free, body })).status, 403)
})

t.test('429: more analyses than the quota has calls left', async t => {
  for (const tier of ['free', 'demo'] as const) {
    const { text: few, accountId } = await service.keyRecord(tier)
    await service.redis.hset(keys.account(accountId), 'callsPerMonth', 4)
    const { status, json } = await service.call(REPORTS, { key: few, body })
    t.equal(status, 429, tier)
    t.match(json, { code: 'quota_too_small', detail: /counts as 5 calls, and 4 of the 4 calls/ })
    t.equal((await service.call(`${REPORTS}?analyses=cpm,score,validate,logic-audit`, { key: few, body })).status, 200)
    t.match((await service.call(REPORTS, { key: few, body })).status, tier === 'free' ? 429 : 401)
  }
})
