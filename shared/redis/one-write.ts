/**
 * Sends all commands of one turn of the event loop in one write. Each write is a system call and wakes Redis, and with appendfsync always it
 * causes an fsync; Redis answers all commands of a write after one fsync.
 */
import type { Writable } from 'node:stream'
import type { Redis } from 'ioredis'

type Send = () => void

const writers = new WeakMap<object, (send: Send) => void>()

export function writeOncePerTurn(client: Redis): void {
  const sendAsBefore = client.sendCommand.bind(client) as (...command: unknown[]) => unknown
  // undefined before the first connection; another one after each reconnect
  const streamNow = () => (client as unknown as { readonly stream?: Writable }).stream
  let corked: Writable | undefined
  const sendCommand = (...command: unknown[]): unknown => {
    const stream = streamNow()
    if (stream !== corked && stream?.writable) {
      corked = stream
      stream.cork()
      setImmediate(() => {
        if (corked === stream) corked = undefined
        stream.uncork()
      })
    }
    return sendAsBefore(...command)
  }
  Object.assign(client, { sendCommand })
  writers.set(client, send => {
    const stream = streamNow()
    if (stream === corked || !stream?.writable) {
      send()
      return
    }
    corked = stream
    stream.cork()
    send()
    corked = undefined
    stream.uncork()
  })
}

/** What `send` sends is written when it returns and not when the event loop has turned: for commands that were gathered already. send: does not throw. */
export function writeAtOnce(client: object, send: Send): void {
  const write = writers.get(client)
  // each node of a cluster has a stream of its own
  if (write === undefined) send()
  else write(send)
}
