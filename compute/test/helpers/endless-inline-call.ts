/** A process whose main thread gets a call that never ends: reading the header does not. The pool's threads must end it. */
import { ComputePool } from '../../worker/pool.ts'
import { workHeader } from './work-header.ts'

const pool = new ComputePool({
  workerThreads: 1,
  workerStart: 'at-once',
  workerHeapMegabytesMax: 512,
  inlineBodyBytesMax: 16_384,
  smallBodyBytesMax: 2 ** 20,
  laneQueueMax: 10,
  laneWaitMs: 60_000,
  syncDeadlineSeconds: 3,
  onFault: () => {},
})
const body = new TextEncoder().encode('{"tasks":[{"id":"A"}]}') as Uint8Array<ArrayBuffer>
await pool.warmUp(Array(4).fill({ header: workHeader('warm'), body }))
const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(4))
const header = Object.defineProperty({ ...workHeader('endless') }, 'today', {
  get() {
    // asleep, so that the tests beside it have the processor
    for (;;) Atomics.wait(NOBODY_WAKES, 0, 0)
  },
})
process.stdout.write('begins\n')
await pool.run('small', 'account', header, [body], () => {})
