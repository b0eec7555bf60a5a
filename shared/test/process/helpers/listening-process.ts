/** Listens on a port, which it tells its parent, and drains for ever. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { drainOnSignal } from '../../../platform/process/drain-on-signal.ts'
import { createLog } from '../../../platform/process/log.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
drainOnSignal(createLog('silent', 'test'), {
  facts: () => ({}),
  giveUpPorts: () => void server.close(),
  drain: () => new Promise(() => setInterval(() => {}, 1_000)),
})
process.send!((server.address() as AddressInfo).port)
