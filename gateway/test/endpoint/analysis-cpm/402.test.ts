import t from 'tap'
import { CPM, chain } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('one task over the limit of the tier is refused, the limit itself is not', async t => {
  const key = await service.key('demo')
  t.equal((await service.call(CPM, { key, body: { tasks: chain(100) } })).status, 200)
  const { status, json } = await service.call(CPM, { key, body: { tasks: chain(101) } })
  t.equal(status, 402)
  t.equal(json.code, 'task_limit_tier')
  t.match(json.detail, /101 tasks .* demo is 100/)
  t.match(json.detail, /upgrade/i)
})

t.test('a refused call gives its unit of the month back', async t => {
  const key = await service.key('demo')
  const remaining = async () =>
    (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining
  const before = await remaining()
  await service.call(CPM, { key, body: { tasks: chain(101) } })
  await service.call(CPM, { key, body: '{' })
  for (let i = 0; i < 100 && (await remaining()) !== before; i++) await new Promise(resolve => setTimeout(resolve, 5))
  t.equal(await remaining(), before)
  await service.call(CPM, { key, body: { tasks: chain(1) } })
  t.equal(await remaining(), before - 1)
})
