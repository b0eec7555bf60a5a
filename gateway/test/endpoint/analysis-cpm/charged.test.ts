/** Work that breaks a limit is charged: else a body that takes all of its time could be sent for ever. */
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { TIERS } from '../../../../shared/contract/tiers.ts'
import { until } from '../../../../shared/test/until.ts'
import { CPM, chain } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const tierOf = async (service: Awaited<ReturnType<typeof startService>>, key: string) =>
  (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining

t.test(
  '503 deadline_exceeded and memory_exceeded keep their unit of the month, other refusals give it back',
  async t => {
    const late = await startService(t, {
      SYNC_DEADLINE_SECONDS: '0.1',
      CPM_SYNC_TASK_LIMIT: '10000',
      WORKER_THREADS: '1',
    })
    const key = await late.key('professional', { callsPerMonth: 50 })
    const before = await tierOf(late, key)
    // texts that nobody asked for, in the large lane: they take longer to scan than the deadline
    const body = JSON.stringify({ tasks: chain(5_000), more: Array(2_000_000).fill('a\\u0041') })
    const { status, json } = await late.call(CPM, { key, body })
    t.equal(`${status} ${json.code}`, '503 deadline_exceeded')
    t.match(json.detail, 'used a unit of the month')
    t.equal(await tierOf(late, key), before - 1)

    const small = await startService(t, { WORKER_HEAP_MB: '64', WORKER_THREADS: '1' })
    const other = await small.key('professional', { callsPerMonth: 50 })
    const faults = JSON.stringify({ tasks: [{ id: 'A' }], calendar: { work_days: Array(240_000).fill(8) } }).padEnd(
      2 ** 21,
    )
    t.equal((await small.call(CPM, { key: other, body: faults })).json.code, 'memory_exceeded')
    t.equal(await tierOf(small, other), 49)
    t.equal((await small.call(CPM, { key: other, body: '{' })).status, 400)
    t.equal(await tierOf(small, other), 49, 'another refusal costs none')
  },
)

t.test('what threads did until the deadline is charged to the budget of thread time, whatever was called', async t => {
  const deadlineMs = 400
  const late = await startService(t, {
    SYNC_DEADLINE_SECONDS: String(deadlineMs / 1000),
    CPM_SYNC_TASK_LIMIT: '10000',
    WORKER_THREADS: '1',
  })
  const slow = JSON.stringify({ tasks: chain(2_000), more: Array(2_000_000).fill('a\\u0041') })
  const packed = gzipSync(slow)
  const calls = [
    { path: CPM, body: slow, headers: {} },
    { path: CPM, body: packed, headers: { 'content-encoding': 'gzip' } },
    { path: '/api/v1/schedules/convert?to=xer', body: slow, headers: {} },
    { path: '/api/v1/schedules', body: packed, headers: { 'content-encoding': 'gzip' } },
  ]
  for (const { path, body, headers } of calls) {
    let usedMs = 0
    let said = ''
    const isCharged = async (): Promise<boolean> => {
      const { text: key, accountId } = await late.keyRecord('professional')
      const { json } = await late.call(path, { key, body, headers: { 'content-type': 'application/json', ...headers } })
      // some of it has come back since; it is time of the processor, which on a busy machine is little of the deadline
      usedMs =
        TIERS.professional.threadBurstMs -
        late.app.gateway.pool.threadTime.leftMs({ budgetId: accountId, tier: 'professional' })
      said = `${path} ${JSON.stringify(headers)}: ${json.code}, ${Math.round(usedMs)} ms`
      return usedMs > 0
    }
    // a thread that still starts, as after each call that was late, has done nothing yet
    await until(`${path} is charged`, isCharged, 200_000)
    t.ok(usedMs < 2 * deadlineMs, said)
  }
})
