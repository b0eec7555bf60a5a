/** T15, short: clients that leave at any byte cost nothing that lasts. The long run is in test/reliability. */
import t from 'tap'
import { keys } from '../../../shared/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { abortStorm } from './helpers/abort-storm.ts'
import { pause } from './helpers/raw-socket.ts'

t.test('after 2,000 clients that left at random bytes nothing is in flight, claimed, queued or reserved', async t => {
  const seed = Date.now() % 2 ** 31
  t.comment(`seed ${seed}`)
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '10000' })
  const { app, redis } = service
  const faults: unknown[] = []
  app.gateway.log.error = (...facts: unknown[]) => void faults.push(facts)
  const { text: key, accountId } = await service.keyRecord('government', { callsPerWindow: 'unlimited' })

  const tally = await abortStorm({ port: service.port, key, seed, aborts: 2_000, perSecond: 400 })
  t.comment(JSON.stringify(tally))
  for (const place of ['headers', 'body', 'awaiting', 'answer'] as const) {
    t.ok(tally[place] > 20, `${tally[place]} left: ${place}`)
  }
  await until('nothing is in flight', () => app.inFlight() === 0 && app.gateway.bytesInFlight.bytes === 0)
  t.same(app.gateway.pool.load, { small: { running: 0, waiting: 0 }, large: { running: 0, waiting: 0 } })
  let reserved = await redis.zcard(keys.reservations(accountId))
  for (let wait = 0; wait < 100 && reserved > 0; wait++) {
    await pause(50)
    reserved = await redis.zcard(keys.reservations(accountId))
  }
  t.equal(reserved, 0)
  t.same(faults, [])
  t.equal((await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status, 200)
})
