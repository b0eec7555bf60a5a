/**
 * Sends all commands of one turn of the event loop in one write. Each write is a system call and wakes Redis, and with appendfsync always it
 * causes an fsync; Redis answers all commands of a write after one fsync.
 */
import type { Writable } from 'node:stream'
import type { Redis } from 'ioredis'

const flushes = new WeakMap<object, () => void>()

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
        if (corked === stream) flush()
      })
    }
    return send(...command)
  }
  const flush = (): void => {
    const stream = corked
    corked = undefined
    stream?.uncork()
  }
  Object.assign(client, { sendCommand })
  flushes.set(client, flush)
}

/** Writes now what was sent in this turn, which is otherwise written when the event loop has turned. Does nothing for a cluster. */
export const writeNow = (client: object): void => flushes.get(client)?.()
