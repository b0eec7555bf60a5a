/** What the HTTP parser lets through and two parties could read differently: refused, and the connection closed. */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import type { Exchange } from '../../http/exchange.ts'

/** Headers that must come once, because a second one changes the meaning of the first. */
const ONCE = ['content-length', 'transfer-encoding', 'host', 'content-type', 'authorization', 'x-api-key'] as const

const LENGTH = /^\d{1,15}$/

export interface Framing {
  readonly hasBody: boolean
  /** Content-Length; undefined when the body comes in chunks. */
  readonly declaredBytes: number | undefined
  /**
   * uWebSockets reads sizes of chunks that others refuse (empty, after a space, ended by LF alone), so where such a body
   * ends, two parties may disagree: it is the last on its connection.
   */
  readonly isChunked: boolean
}

export function readFraming(exchange: Exchange): Framing | Refusal {
  const invalid = (reason: string): Refusal => refuse('framing_invalid', { reason })
  for (const name of ONCE) if (exchange.isRepeated(name)) return invalid(`the header ${name} comes more than once`)
  const length = exchange.header('content-length')
  const coding = exchange.header('transfer-encoding')
  if (coding !== undefined) {
    if (length !== undefined) return invalid('both Content-Length and Transfer-Encoding')
    if (coding.trim().toLowerCase() !== 'chunked') return invalid('a Transfer-Encoding other than chunked')
    return { hasBody: true, declaredBytes: undefined, isChunked: true }
  }
  if (length === undefined) return { hasBody: false, declaredBytes: undefined, isChunked: false }
  if (!LENGTH.test(length)) return invalid('Content-Length is not a number')
  return { hasBody: Number(length) > 0, declaredBytes: Number(length), isChunked: false }
}
