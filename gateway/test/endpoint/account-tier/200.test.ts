import t from 'tap'
import { TIER_NAMES, TIERS } from '../../../../shared/contract/tiers.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const TIER = '/api/v1/account/tier'
const service = await startService(t)

t.test('each tier reads its own limits, capabilities and routes', async t => {
  for (const name of TIER_NAMES) {
    const { status, json } = await service.call(TIER, { key: await service.key(name) })
    t.equal(status, 200)
    t.equal(json.tier, name)
    t.equal(json.limits.sync_task_limit, 1000)
    t.equal(json.limits.max_task_limit, TIERS[name].taskCountMax)
    t.equal(json.limits.api_calls_per_month, TIERS[name].callsPerMonth)
    t.equal(json.limits.monthly_calls_remaining, TIERS[name].callsPerMonth)
    const isStarter = TIERS[name].rank >= TIERS.starter.rank
    t.same(
      json.capabilities,
      {
        tier1: true,
        forensics: isStarter,
        import: true,
        handles: true,
        risk: false,
        async: isStarter,
        webhooks: isStarter,
        sandbox_fixture_requests: true,
      },
      name,
    )
    t.ok(json.recommended_routes.health_score && json.recommended_routes.dcma_14_point, name)
    t.equal('async_jobs' in json.recommended_routes, isStarter, name)
  }
})

t.test('looking does not count against the month, analysing does', async t => {
  const key = await service.key('free')
  const remaining = async () => (await service.call(TIER, { key })).json.limits.monthly_calls_remaining
  t.equal(await remaining(), 100)
  t.equal(await remaining(), 100)
  await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  t.equal(await remaining(), 99)
})

t.test('an unlimited tier has null for the month', async t => {
  const { json } = await service.call(TIER, { key: await service.key('enterprise') })
  t.equal(json.limits.api_calls_per_month, null)
  t.equal(json.limits.monthly_calls_remaining, null)
})

t.test('HEAD answers with the headers of GET and no body', async t => {
  const { status, bytes, headers } = await service.call(TIER, { method: 'HEAD', key: await service.key('free') })
  t.equal(status, 200)
  t.equal(bytes.length, 0)
  t.ok(Number(headers['content-length']) > 100)
})
