/** In which lane a call runs that names kept schedules: that of the schedules, not that of its few bytes, and in none during the read of the store. */
import t from 'tap'
import { ComputePool, type KeptFrame, type LaneName, type WorkHeader } from '../worker/pool.ts'

const SMALL_BYTES_MAX = 2 ** 17
const ACCOUNT = 'account'
const header = (more: Partial<WorkHeader> = {}): WorkHeader => ({
  mode: 'answer',
  rowId: 'analysis.cpm',
  mediaType: 'application/json',
  encoding: null,
  tier: 'government',
  ...{ payloadBytesMax: 2 ** 29, taskCountMax: 1_000_000, syncTaskCountMax: 1_000_000, syncHint: '', today: 20_000 },
  endpoint: '/api/v1/analysis/cpm',
  requestId: 'r',
  accept: '*/*',
  acceptEncoding: '',
  ...more,
})
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
const chainOf = (length: number) =>
  Array.from({ length }, (_, i) => ({ id: `T${i}`, duration_days: 1, predecessors: i === 0 ? [] : [`T${i - 1}`] }))

const pool = new ComputePool({
  workerThreads: 1,
  workerStart: 'on-demand',
  workerHeapMegabytesMax: 512,
  inlineBodyBytesMax: 0,
  smallBodyBytesMax: SMALL_BYTES_MAX,
  laneQueueMax: 100,
  laneWaitMs: 60_000,
  syncDeadlineSeconds: 60,
  onFault: error => t.fail(String(error)),
})
t.teardown(() => pool.close())

async function kept(scheduleId: string, taskCount: number): Promise<KeptFrame> {
  const body = bytesOf({ tasks: chainOf(taskCount) })
  const loaded = await pool.run('large', ACCOUNT, header({ mode: 'load', rowId: 'schedules.create' }), [body], () => {})
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind)
  return { scheduleId, chunks: loaded.chunks as Uint8Array<ArrayBuffer>[], frameBytes: loaded.frameBytes }
}
const SMALL_ID = '00000000-0000-4000-8000-000000000001'
const LARGE_ID = '00000000-0000-4000-8000-000000000002'
const LONG_ID = '00000000-0000-4000-8000-000000000003'
const small = await kept(SMALL_ID, 50)
const large = await kept(LARGE_ID, 5_000)

/** A call that names a schedule: its outcome, the lanes of its turns, and who held a slot during the read of the store. */
async function callNaming(
  frame: KeptFrame,
  { lane = 'small' as LaneName, whenGone = (_: () => void): void => {} } = {},
) {
  const lanes: LaneName[] = []
  let loadAtStore: ComputePool['load'] | undefined
  const loads: ComputePool['load'][] = []
  const outcome = await pool.run(lane, ACCOUNT, header(), [bytesOf({ schedule_id: frame.scheduleId })], whenGone, {
    onThread: onLane => {
      lanes.push(onLane)
      loads.push(pool.load)
    },
    fetchKept: async () => {
      loadAtStore = pool.load
      return [{ ...frame, chunks: frame.chunks!.map(chunk => chunk.slice()) }]
    },
  })
  return { outcome, lanes, loads, loadAtStore }
}

const IDLE = { running: 0, waiting: 0 }

t.test('a frame of a small schedule keeps its call in the small lane', async t => {
  const { outcome, lanes } = await callNaming(small)
  t.equal(outcome.kind, 'answer')
  t.equal(outcome.kind === 'answer' && outcome.taskCount, 50)
  t.same(lanes, ['small', 'small'])
})

t.test('a frame of a large schedule takes its call to the large lane, however small it is stored', async t => {
  const storedBytes = large.chunks!.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  t.ok(storedBytes < SMALL_BYTES_MAX, `${storedBytes} bytes`)
  const { outcome, lanes, loads, loadAtStore } = await callNaming(large)
  t.equal(outcome.kind === 'answer' && outcome.taskCount, 5_000)
  t.same(lanes, ['small', 'large'])
  t.same(loads[1], { small: IDLE, large: { running: 1, waiting: 0 } }, 'it holds no place of the small lane')
  t.same(loadAtStore, { small: IDLE, large: IDLE }, 'nor any slot during the read of the store')
  t.same(pool.load, { small: IDLE, large: IDLE })
  t.same((await callNaming(small, { lane: 'large' })).lanes, ['large', 'large'], 'a large body stays where it is')
})

t.test('a call whose caller leaves while it waits for its second turn is given up', async t => {
  const leave: (() => void)[] = []
  // so long that the second one is seen to wait for it
  const first = callNaming(await kept(LONG_ID, 200_000))
  const second = callNaming(large, { whenGone: listener => leave.push(listener) })
  while (pool.load.large.waiting === 0) await new Promise(resolve => setTimeout(resolve, 1))
  for (const listener of leave) listener()
  t.equal((await first).outcome.kind, 'answer')
  t.equal((await second).outcome.kind, 'gone')
  t.same(pool.load, { small: IDLE, large: IDLE })
})
