/** What a call has cost so far, told by another thread: processor time, also where many threads share the processors. By the clock each paid the wait of all. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { clear, STAMP_BYTES, workedMs } from '../../platform/process/work-stamp.ts'

const CROWD = 4
const SPAN_MS = 400
const BUSY = new URL('./helpers/busy-thread.ts', import.meta.url)

t.test(`${CROWD} busy threads for each processor together cost what the processors have`, async t => {
  const stamps = Array.from({ length: CROWD * availableParallelism() }, () => {
    const stamp = new Float64Array(new SharedArrayBuffer(STAMP_BYTES))
    clear(stamp)
    return stamp
  })
  t.same(
    stamps.map(workedMs),
    stamps.map(() => 0),
    'none has begun',
  )
  const threads = stamps.map(stamp => new Worker(BUSY, { workerData: stamp, execArgv: [] }))
  const begun = performance.now()
  await Promise.all(threads.map(thread => once(thread, 'message')))
  await pause(SPAN_MS)
  const worked = stamps.map(workedMs).reduce((sum, ms) => sum + ms, 0)
  const hadMs = (performance.now() - begun) * availableParallelism()
  t.ok(worked > 0, `${worked} ms`)
  t.ok(worked <= 1.1 * hadMs, `${worked} ms of ${hadMs} ms that the processors have`)
  await Promise.all(threads.map(thread => thread.terminate()))
  t.ok(workedMs(stamps[0]!) >= SPAN_MS, 'of a thread that is gone the clock is known')
})
