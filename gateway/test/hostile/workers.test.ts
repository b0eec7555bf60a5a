/** Worker threads that are late, out of memory or dead: the caller learns why, the other calls go on, the pool is whole again. */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { ComputePool } from '../../../compute/pool.ts'
import { warmUpWork } from '../../warm-up.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { pause } from './helpers/raw-socket.ts'

const [{ header, body: smallBody }] = warmUpWork() as [ReturnType<typeof warmUpWork>[0]]
const GOVERNMENT = { taskCountMax: 1_000_000, syncTaskCountMax: 1_000_000, payloadBytesMax: 2 ** 29 }
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>

t.test('the deadline counts the time in the queue, and a thread that is late is replaced', async t => {
  const pool = new ComputePool({
    workerThreads: 1,
    workerHeapMegabytesMax: 512,
    laneQueueMax: 10,
    syncDeadlineSeconds: 0.5,
    onFault: error => t.fail(String(error)),
  })
  t.teardown(() => pool.close())
  await pool.run('large', header, [smallBody.slice()], () => {})
  const work = { ...header, ...GOVERNMENT }
  const bodies = Array.from({ length: 4 }, () => bytesOf({ tasks: chain(300_000) }))
  const codes: string[] = []
  const running = bodies.map(body =>
    pool
      .run('large', work, [body], () => {})
      .then(outcome => codes.push(outcome.kind === 'refusal' ? outcome.refusal.code : outcome.kind)),
  )
  await running[0]
  for (let turn = 0; turn < 5; turn++) await pause(0)
  t.same(codes, Array(4).fill('deadline_exceeded'), 'those that waited are late when the first one is')
  t.same(pool.load.large, { running: 0, waiting: 0 })
  // the new thread may itself need longer than the deadline to start
  let kind = ''
  while (kind !== 'answer') ({ kind } = await pool.run('large', header, [smallBody.slice()], () => {}))
  t.same(pool.load.large, { running: 0, waiting: 0 })
  await Promise.all(running)
})

t.test('a thread out of memory costs its own call alone, again and again', async t => {
  const service = await startService(t, { WORKER_HEAP_MB: '64', WORKER_THREADS: '2' })
  const key = await service.key('government')
  const good = { tasks: chain(100) }
  // about as many faults as a body may have beside its tasks, each an object of typebox
  const bad = JSON.stringify({ ...good, calendar: { work_days: Array(240_000).fill(8), holidays: [] } }).padEnd(2 ** 21)
  const expected = (await service.call(CPM, { key, body: good })).json.data
  const bads = Array.from({ length: 4 }, () => service.call(CPM, { key, body: bad }))
  let areBadsDone = false
  void Promise.all(bads).then(() => {
    areBadsDone = true
  })
  const wrong: unknown[] = []
  let goods = 0
  for (; !areBadsDone; goods++) {
    const { status, json } = await service.call(CPM, { key, body: good })
    if (status !== 200 || !isDeepStrictEqual(json.data, expected)) wrong.push(json)
  }
  t.same(wrong, [])
  t.ok(goods >= 10, `${goods} good calls went on meanwhile`)
  for (const { status, json } of await Promise.all(bads)) t.same([status, json.code], [503, 'memory_exceeded'])
  const large = JSON.stringify(good).padEnd(2 ** 21)
  t.equal((await service.call(CPM, { key, body: large })).status, 200, 'the lane that lost its thread works')
  t.equal((await service.call('/ready')).status, 200)
  t.same(service.app.gateway.pool.load, { small: { running: 0, waiting: 0 }, large: { running: 0, waiting: 0 } })
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})
