/** Worker threads that are late, out of memory or dead: the caller learns why, the other calls go on, the pool is whole again. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { ComputePool } from '../../../compute/worker/pool.ts'
import { until } from '../../../shared/test/until.ts'
import { warmUpWork } from '../../app.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { gatewayProcesses } from './helpers/gateway-process.ts'
import { post } from './helpers/post.ts'

const { header, body: smallBody } = warmUpWork(1).find(work => work.header.mode === 'answer')!
const GOVERNMENT = { taskCountMax: 1_000_000, syncTaskCountMax: 1_000_000, payloadBytesMax: 2 ** 29 }
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>

t.test('the deadline counts the time in the queue, and a thread that is late is replaced', async t => {
  const pool = new ComputePool({
    workerThreads: 1,
    workerStart: 'at-once',
    workerHeapMegabytesMax: 512,
    inlineBodyBytesMax: 0,
    smallBodyBytesMax: 2 ** 20,
    laneQueueMax: 10,
    laneWaitMs: 25,
    syncDeadlineSeconds: 1,
    onFault: error => t.fail(String(error)),
  })
  t.teardown(() => pool.close())
  await pool.run('large', '', header, [smallBody.slice()], () => {})
  // the first takes three times the deadline on a machine with nothing else to do, most of it for brotli
  const work = { ...header, ...GOVERNMENT, acceptEncoding: 'br' }
  const late = bytesOf({ tasks: chain(1_000_000) })
  const bodies = Array.from({ length: 4 }, () => late.slice())
  const codes: string[] = []
  const running = bodies.map(body =>
    pool
      .run('large', '', work, [body], () => {})
      .then(outcome => codes.push(outcome.kind === 'refusal' ? outcome.refusal.code : outcome.kind)),
  )
  await running[0]
  for (let turn = 0; turn < 5; turn++) await pause(0)
  t.same(codes, Array(4).fill('deadline_exceeded'), 'those that waited are late when the first one is')
  t.same(pool.load.large, { running: 0, waiting: 0 })
  // on a busy machine the new thread needs longer than the deadline to start; this has none, and runs on it
  await pool.checkCatalogueText()
  let kind = ''
  for (let attempt = 0; attempt < 60 && kind !== 'answer'; attempt++) {
    ;({ kind } = await pool.run('large', '', header, [smallBody.slice()], () => {}))
  }
  t.equal(kind, 'answer')
  t.same(pool.load.large, { running: 0, waiting: 0 })
  await Promise.all(running)
})

t.test('a thread out of memory costs its own call alone, again and again', async t => {
  const processes = await gatewayProcesses(t)
  // on a busy machine they took longer than the deadline of 30 s
  const settings = { WORKER_HEAP_MB: '64', WORKER_THREADS: '2', SYNC_DEADLINE_SECONDS: '150' }
  const gateway = await processes.start(settings)
  const key = await processes.key('government')
  const url = gateway.url + CPM
  const good = JSON.stringify({ tasks: chain(100) })
  // about as many faults as a body may have beside its tasks, each an object of typebox; in the lane of large bodies
  const bad = JSON.stringify({ tasks: [{ id: 'A' }], calendar: { work_days: Array(240_000).fill(8) } }).padEnd(2 ** 21)
  let openBads = 2
  const bads = Array.from({ length: openBads }, () => post(url, key, bad).finally(() => openBads--))
  const statuses = new Map<number, number>()
  while (openBads > 0) {
    const { status } = await post(url, key, good)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await pause(20)
  }
  t.same([...statuses.keys()], [200], 'the calls of the other lane go on')
  for (const { status, bytes } of await Promise.all(bads)) {
    t.same([status, JSON.parse(bytes.toString()).code], [503, 'memory_exceeded'])
  }
  t.equal((await post(url, key, good.padEnd(2 ** 21))).status, 200, 'the lane that lost its thread works')
  // a line may come through the pipe after the answer
  const failures = () => gateway.log.filter(line => line.msg === 'worker failed').length
  await until('two lines of failed workers', () => failures() >= 2)
  t.equal(failures(), 2, 'each is logged once')
  t.equal(gateway.child.exitCode, null)
})
