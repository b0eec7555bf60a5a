/** Schedules that a body names are bounded as if they had been sent along: a few kilobytes of names are no gigabytes of work. */
import t from 'tap'
import { keep } from '../helpers/schedules.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
const key = await service.key('demo')
const DCMA = '/api/v1/health/dcma-14-point'
const NAME_BYTES = 2_000_000
const NAMED = 500

const large = (): object => ({ tasks: [{ id: 'A', duration_days: 1, name: 'x'.repeat(NAME_BYTES) }] })
const snapshots = (ids: readonly string[]) =>
  ids.map((schedule_id, i) => ({
    schedule_id,
    snapshot_date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
  }))

t.test('one schedule named many times is refused before it is read, and so are many copies', async t => {
  const id = await keep(service, { key, body: large() })
  const one = await service.call(DCMA, { key, body: { schedule_id: id } })
  t.equal(one.status, 200)
  const others = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => keep(service, { key, body: large() })))
  for (const named of [Array.from({ length: NAMED }, () => id), others]) {
    const before = process.cpuUsage()
    const many = await service.call(DCMA, { key, body: { schedule_id: id, schedule_history: snapshots(named) } })
    const { user, system } = process.cpuUsage(before)
    t.match(many, { status: 413, json: { code: 'payload_too_large' } }, `${named.length} named`)
    t.match(many.json.detail, `${(named.length + 1) * NAME_BYTES}`.slice(0, 2))
    t.ok(user + system < 500_000, `${(user + system) / 1000} ms of processor`)
  }
  t.equal((await service.call(DCMA, { key, body: { schedule_id: id } })).status, 200)
})
