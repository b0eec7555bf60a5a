/** What accounts keep of schedules, as metrics and the doctor tell it. */
import t from 'tap'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { keptScheduleBytesMax, TIERS } from '../../../shared/contract/tiers.ts'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { jobKey } from '../../../shared/platform/redis/keys.ts'
import { diagnose } from '../../admin/diagnosis.ts'
import { FOUR_TASKS } from '../helpers/networks.ts'
import { keep } from '../helpers/schedules.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
const body = { tasks: FOUR_TASKS }
const diagnosis = async () => {
  const found = await diagnose(service.redis, readConfig({}, { coreCount: 2, memoryBytes: 2 ** 33 }))
  return found.find(({ check }) => check === 'schedules')
}
const scraped = async (): Promise<string[]> =>
  (await service.app.registry.metrics()).split('\n').filter(line => line.startsWith('sis_schedules_kept'))

t.test('schedules and bytes by tier, and who is nearest to his limit', async t => {
  t.match(await diagnosis(), { state: 'ok', detail: 'none is kept' })
  const { text: one } = await service.keyRecord('free')
  const { text: most, accountId } = await service.keyRecord('free')
  const { text: other } = await service.keyRecord('starter')
  for (const key of [one, most, most, other]) await keep(service, { key, body })
  const { held } = (await service.call('/api/v1/schedules', { key: most })).json
  const lines = await scraped()
  t.ok(lines.includes('sis_schedules_kept{tier="free",role="gateway"} 3'), lines.join('\n'))
  t.ok(lines.includes('sis_schedules_kept{tier="starter",role="gateway"} 1'))
  t.ok(lines.includes(`sis_schedules_kept_bytes{tier="free",role="gateway"} ${1.5 * held.bytes}`))
  const share = Math.max(2 / TIERS.free.keptScheduleCountMax, held.bytes / keptScheduleBytesMax('free'))
  t.ok(lines.includes(`sis_schedules_kept_largest_share{tier="free",role="gateway"} ${share}`))
  t.match(await diagnosis(), {
    state: 'ok',
    detail: `free: 3 of 2 accounts, 0.0 MB, ${accountId} keeps ${Math.round(100 * share)} % of its limit`,
  })
})

t.test('what expired and is not removed is a problem', async t => {
  const { text: key, accountId } = await service.keyRecord('free')
  const id = await keep(service, { key, body })
  await service.redis.zadd(jobKey(shardOf(accountId), 'schedule-ends'), Date.now() - 601_000, id)
  t.match(await diagnosis(), { state: 'problem', detail: /^1 kept schedules expired over ten minutes ago/ })
})
