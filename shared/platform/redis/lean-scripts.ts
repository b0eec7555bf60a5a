/**
 * Commands that run scripts, without what ioredis makes for each command: a promise with its helpers, a copy of the arguments and of each of their texts, a
 * timer, an object that becomes a dictionary when the timer is cleared. They are given to ioredis like its own: they go through the same queues, are failed
 * by them and wait for the same time.
 */

import type { Writable } from 'node:stream'
import type { Command, Redis } from 'ioredis'
import { type Deadline, Deadlines } from '../deadlines.ts'

type Word = string | number | Buffer

/** Makes evalsha of this client lean. */
export function runScriptsLeanly(client: Redis): void {
  const deadlines = new Deadlines()
  const evalsha = (...words: Word[]): Promise<unknown> =>
    client.sendCommand(new ScriptCommand(words, deadlines) as unknown as Command) as Promise<unknown>
  Object.assign(client, { evalsha })
}

/** What ioredis calls and reads of a command that neither blocks nor subscribes. */
class ScriptCommand {
  readonly name = 'evalsha'
  readonly args: readonly Word[]
  readonly promise: Promise<unknown>
  readonly inTransaction = false
  isTraced = false
  readonly #deadlines: Deadlines
  #deadline: Deadline | undefined
  #settle: ((value: unknown) => void) | undefined
  #fail: ((error: Error) => void) | undefined

  constructor(words: readonly Word[], deadlines: Deadlines) {
    this.args = words
    this.#deadlines = deadlines
    this.promise = new Promise((settle, fail) => {
      this.#settle = settle
      this.#fail = fail
    })
  }

  setReplyContext(): void {}

  /** Called again when the command leaves the queue of a client without a connection. */
  setTimeout(ms: number): void {
    if (this.#deadline !== undefined) return
    this.#deadline = this.#deadlines.start(ms)
    const late = (): void => this.reject(new Error('Command timed out'))
    this.#deadline.whenOver = late
  }

  /** Text as long as no argument is bytes. */
  toWritable(): string | Buffer {
    const pieces: (string | Buffer)[] = []
    let text = `*${this.args.length + 1}\r\n$7\r\nevalsha\r\n`
    for (const word of this.args) {
      if (word instanceof Buffer) {
        pieces.push(`${text}$${word.length}\r\n`, word)
        text = '\r\n'
        continue
      }
      const argument = String(word)
      text += `$${Buffer.byteLength(argument)}\r\n${argument}\r\n`
    }
    return pieces.length === 0 ? text : joined([...pieces, text])
  }

  /** Texts come as bytes. */
  resolve(reply: unknown): void {
    this.#end()
    this.#settle!(textOf(reply))
  }

  /** Not a method, since clients put their own before it. */
  reject = (error: Error): void => {
    this.#end()
    this.#fail!(error)
  }

  #end(): void {
    if (this.#deadline !== undefined) this.#deadlines.end(this.#deadline)
  }
}

const textOf = (reply: unknown): unknown =>
  reply instanceof Buffer ? reply.toString() : Array.isArray(reply) ? reply.map(textOf) : reply

function joined(pieces: readonly (string | Buffer)[]): Buffer {
  let byteCount = 0
  for (const piece of pieces) byteCount += Buffer.byteLength(piece)
  const bytes = Buffer.allocUnsafe(byteCount)
  let at = 0
  for (const piece of pieces) at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at)
  return bytes
}

/**
 * Sends all commands of one turn of the event loop in one write. Each write is a system call and wakes Redis, and with appendfsync always it
 * causes an fsync; Redis answers all commands of a write after one fsync. A connection that is lost before the write takes the commands with
 * it: they have not run, and fail as those do whose reply is lost.
 */
type Write = () => void

/** Writes of the connections that writeAtOnce has used so far; undefined while it does not run. */
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
