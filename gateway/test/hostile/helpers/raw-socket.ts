/** Bytes over a socket as they are, for requests that no HTTP client would send. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../../../shared/test/until.ts'

interface RawAnswer {
  readonly text: string
  /** Status codes in the order in which they came, interim ones left out. */
  readonly statuses: readonly number[]
  /** The server has closed the connection. */
  readonly isClosed: boolean
}

/** Bytes, a pause of so many ms, a wait for answers, or the end of the client's side. */
type RawPart = string | Uint8Array | number | Answers | typeof END

interface Answers {
  readonly answers: number
}

/** A wait until so many answers have begun in all, or the connection is closed. */
export const answers = (count: number): Answers => ({ answers: count })

export const END = Symbol('end')

/** So long an answer that is expected may take on a busy machine. */
export const ANSWER_MS_MAX = 90_000

/** So long without a byte, and the server is taken to have nothing more to say. */
const QUIET_MS = 300

/** A connection that has written `text` and is left to the test. */
export function connectRaw(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

/** Writes the parts and reads until the server closes or falls silent. */
export function sendRaw(port: number, parts: readonly RawPart[], quietMs = QUIET_MS): Promise<RawAnswer> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let text = ''
    let quiet: NodeJS.Timeout | undefined
    let isSent = false
    const isAnswered = (count: number): boolean => socket.destroyed || statusesIn(text).length >= count
    const end = (isClosed: boolean): void => {
      clearTimeout(quiet)
      socket.destroy()
      resolve({ text, statuses: statusesIn(text), isClosed })
    }
    const listen = (): void => {
      clearTimeout(quiet)
      if (isSent && !socket.destroyed) quiet = setTimeout(end, quietMs, false)
    }
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      listen()
    })
    // a reset after the answer is a close like another
    socket.on('error', () => {})
    socket.on('close', () => end(true))
    void (async () => {
      for (const part of parts) {
        if (typeof part === 'number') await pause(part)
        else if (part === END) socket.end()
        else if (typeof part === 'object' && 'answers' in part) {
          await until('it answers', () => isAnswered(part.answers), ANSWER_MS_MAX).catch(() => {})
        } else if (!socket.destroyed) socket.write(part)
      }
      isSent = true
      listen()
    })()
  })
}

/** Status codes of the answers in what was read, interim ones left out. */
const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(match => Number(match[1])).filter(status => status !== 100)
