/** Drains on a message, while its only thread for files waits for somebody to write into FIFO: which happens as soon as the event loop turns again behind the drain. */
import { open, openSync } from 'node:fs'
import { drainOnSignal } from '../../../platform/process/drain-on-signal.ts'
import { createLog } from '../../../platform/process/log.ts'

const fifo = process.env.FIFO!
const log = createLog('info', 'test')
drainOnSignal(log, {
  facts: () => ({}),
  giveUpPorts() {},
  async drain() {
    log.info('the last line')
    // in both ways it is opened without waiting
    setTimeout(() => openSync(fifo, 'r+'), 1)
  },
})
process.once('message', () => process.kill(process.pid, 'SIGTERM'))
open(fifo, 'r', () => {})
process.send!('ready')
