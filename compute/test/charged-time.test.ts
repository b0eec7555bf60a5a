/** A call that its deadline ends is charged what its thread had of a processor: by the clock it was charged the wait behind all that others do. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { STAMP_BYTES } from '../../shared/platform/process/work-stamp.ts'
import { ComputePool, type LaneName } from '../worker/pool.ts'
import { random } from './helpers/random.ts'
import { workHeader } from './helpers/work-header.ts'

const CROWD = 4
const BUSY = new URL('../../shared/test/process/helpers/busy-thread.ts', import.meta.url)
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>

/** Ids that have nothing in common, each compared with each: seconds of a processor. */
const drawn = random(1)
const unlike = () =>
  Array.from({ length: 8_000 }, () => ({
    id: Array.from({ length: 100 }, () => String.fromCharCode(97 + Math.floor(26 * drawn()))).join(''),
    duration_days: 5,
  }))
const LONG = bytesOf({
  current_schedule: { tasks: unlike(), status_date: '2026-02-02' },
  baseline_schedule: { tasks: unlike(), baseline_date: '2026-01-05' },
  options: { match_strategy: 'fuzzy_id', fuzzy_match_threshold: 0 },
})

for (const lane of ['small', 'large'] satisfies LaneName[]) {
  t.test(`a late call of the ${lane} lane, beside ${CROWD} busy threads for each processor`, async t => {
    const pool = new ComputePool({
      ...{ workerThreads: 1, workerStart: 'at-once', inlineBodyBytesMax: 0, workerHeapMegabytesMax: 512 },
      ...{ smallBodyBytesMax: 2 ** 22, laneQueueMax: 10, laneWaitMs: 60_000, syncDeadlineSeconds: 0.5 },
      onFault: () => {},
    })
    t.teardown(() => pool.close())
    const call = (body: Uint8Array<ArrayBuffer>, more: object) =>
      pool.run(lane, 'a', workHeader('r', more), [body.slice()], () => {})
    for (let kind = ''; kind !== 'frame'; )
      ({ kind } = await call(bytesOf({ tasks: [{ id: 'A', duration_days: 1 }] }), { mode: 'frame' }))
    const stamp = () => new Float64Array(new SharedArrayBuffer(STAMP_BYTES))
    const crowd = Array.from(
      { length: CROWD * availableParallelism() },
      () => new Worker(BUSY, { workerData: stamp(), execArgv: [] }),
    )
    await Promise.all(crowd.map(thread => once(thread, 'message')))
    const startedMs = performance.now()
    const outcome = await call(LONG, { rowId: 'forensics.baseline-compare' })
    const tookMs = performance.now() - startedMs
    await Promise.all(crowd.map(thread => thread.terminate()))
    if (outcome.kind !== 'refusal') return t.fail(outcome.kind)
    t.equal(outcome.refusal.code, 'deadline_exceeded')
    t.ok(outcome.workerMs > 0, `${outcome.workerMs} ms`)
    t.ok(outcome.workerMs < 0.7 * tookMs, `charged ${outcome.workerMs} ms of ${tookMs} ms`)
  })
}
