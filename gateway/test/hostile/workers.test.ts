/** Worker threads that are late, out of memory or dead: the caller learns why, the other calls go on, the pool is whole again. */
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
  await pool.run('large', header, smallBody.slice(), () => {})
  const work = { ...header, ...GOVERNMENT }
  const bodies = Array.from({ length: 4 }, () => bytesOf({ tasks: chain(300_000) }))
  const codes: string[] = []
  const running = bodies.map(body =>
    pool
      .run('large', work, body, () => {})
      .then(outcome => codes.push(outcome.kind === 'refusal' ? outcome.refusal.code : outcome.kind)),
  )
  await running[0]
  for (let turn = 0; turn < 5; turn++) await pause(0)
  t.same(codes, Array(4).fill('deadline_exceeded'), 'those that waited are late when the first one is')
  t.same(pool.load.large, { running: 0, waiting: 0 })
  // the new thread may itself need longer than the deadline to start
  let kind = ''
  while (kind !== 'answer') ({ kind } = await pool.run('large', header, smallBody.slice(), () => {}))
  t.same(pool.load.large, { running: 0, waiting: 0 })
  await Promise.all(running)
})
