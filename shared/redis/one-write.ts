/**
 * Sends all commands of one turn of the event loop in one write. Each write is a system call and wakes Redis, and with appendfsync always it
 * causes an fsync; Redis answers all commands of a write after one fsync.
 */
import type { Writable } from 'node:stream'
import type { Redis } from 'ioredis'

export function writeOncePerTurn(client: Redis): void {
  const send = client.sendCommand.bind(client) as (...command: unknown[]) => unknown
  let corked: Writable | undefined
  const sendCommand = (...command: unknown[]): unknown => {
    // undefined before the first connection; another one after each reconnect
    const { stream } = client as unknown as { readonly stream?: Writable }
    if (stream !== corked && stream?.writable) {
      corked = stream
      stream.cork()
      setImmediate(() => {
        if (corked === stream) corked = undefined
        stream.uncork()
      })
    }
    return send(...command)
  }
  Object.assign(client, { sendCommand })
}
