/**
 * Sends all commands of one turn of the event loop in one write. Each write is a system call and wakes Redis, and with appendfsync always it
 * causes an fsync; Redis answers all commands of a write after one fsync. A connection that is lost before the write takes the commands with
 * it: they have not run, and fail as those do whose reply is lost.
 */
import type { Writable } from 'node:stream'
import type { Redis } from 'ioredis'

type Write = () => void

/** Of the connections that writeAtOnce has used so far; undefined while it does not run. */
let writesAtOnce: Write[] | undefined

export function writeOncePerTurn(client: Redis): void {
  const sendAsBefore = client.sendCommand.bind(client) as (...command: unknown[]) => unknown
  let corked: Writable | undefined
  const sendCommand = (...command: unknown[]): unknown => {
    // undefined before the first connection; another one after each reconnect
    const { stream } = client as unknown as { readonly stream?: Writable }
    if (stream !== corked && stream?.writable) {
      corked = stream
      stream.cork()
      const write = () => {
        if (corked === stream) corked = undefined
        stream.uncork()
      }
      if (writesAtOnce === undefined) setImmediate(write)
      else writesAtOnce.push(write)
    }
    return sendAsBefore(...command)
  }
  Object.assign(client, { sendCommand })
}

/**
 * What `send` sends is written when it returns and not when the event loop has turned: for commands that were gathered already. Behind a command
 * of the same turn it is written with that one, in order.
 */
export function writeAtOnce(send: () => void): void {
  if (writesAtOnce !== undefined) {
    send()
    return
  }
  const writes: Write[] = []
  writesAtOnce = writes
  try {
    send()
  } finally {
    writesAtOnce = undefined
    for (const write of writes) write()
  }
}
