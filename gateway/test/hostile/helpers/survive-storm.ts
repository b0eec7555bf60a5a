/** A service that clients leave at any byte (T15): what it must be when they are gone. */
import type { Test } from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { until } from '../../../../shared/test/until.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'
import { abortStorm, type StormSettings, type StormTally } from './abort-storm.ts'

/** Nothing is in flight, claimed, queued or reserved, no fault was logged, and it answers. */
export async function surviveStorm(t: Test, storm: Pick<StormSettings, 'aborts' | 'perSecond'>): Promise<StormTally> {
  const seed = Date.now() % 2 ** 31
  t.comment(`seed ${seed}`)
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '10000' })
  const { app, redis } = service
  const faults: unknown[] = []
  app.gateway.log.error = (...facts: unknown[]) => void faults.push(facts)
  const { text: key, accountId } = await service.keyRecord('government', { callsPerWindow: 'unlimited' })
  const startMs = performance.now()
  const tally = await abortStorm({ port: service.port, key, seed, ...storm })
  t.comment(`${JSON.stringify(tally)} in ${Math.round((performance.now() - startMs) / 1000)} s`)
  await until('nothing is in flight', () => app.inFlight() === 0 && app.gateway.bytesInFlight.bytes === 0)
  t.same(app.gateway.pool.load, { small: { running: 0, waiting: 0 }, large: { running: 0, waiting: 0 } })
  await until('nothing is reserved', async () => (await redis.zcard(keys.reservations(accountId))) === 0)
  t.same(faults, [])
  t.equal((await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status, 200)
  return tally
}
