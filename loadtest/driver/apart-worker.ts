/** The thread of driver.ts: runs one task after the other and posts the result of each. */
import { Buffer } from 'node:buffer'
import { parentPort } from 'node:worker_threads'
import type { DriverTask } from '../driver.ts'
import type { CallTemplate } from './clients.ts'
import { closedLoop, measureCapacity, openLoop } from './loops.ts'

/** The socket takes a view as it is, shared or not; undici requires a Buffer. */
const buffered = (calls: readonly CallTemplate[]): CallTemplate[] =>
  calls.map(call =>
    call.body === undefined
      ? call
      : { ...call, body: Buffer.from(call.body.buffer, call.body.byteOffset, call.body.byteLength) },
  )

parentPort!.on('message', async (task: DriverTask) => {
  const calls = buffered(task.plan.calls)
  const result =
    task.kind === 'open'
      ? await openLoop({ ...task.plan, calls })
      : task.kind === 'closed'
        ? await closedLoop({ ...task.plan, calls })
        : await measureCapacity({ ...task.plan, calls })
  parentPort!.postMessage(result)
})
