/** Refuses framing that the HTTP parser accepts but that a proxy might read differently, and closes the connection. */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { Exchange } from '../../http/exchange.ts'

/** Headers that must not be repeated, because a second one makes the meaning ambiguous. */
const ONCE = ['content-length', 'transfer-encoding', 'host', 'content-type', 'authorization', 'x-api-key'] as const

const LENGTH = /^\d{1,15}$/

export interface Framing {
  readonly hasBody: boolean
  /** Content-Length. undefined: the body is chunked. */
  readonly declaredBytes: number | undefined
  /**
   * uWebSockets accepts chunk sizes that other servers refuse (empty, after a space, ended by LF alone). A proxy may therefore
   * disagree about the end of the body, so the connection is closed after it.
   */
  readonly isChunked: boolean
}

export function readFraming(exchange: Exchange): Framing | Refusal {
  const invalid = (reason: string): Refusal => refuse('framing_invalid', { reason })
  for (const name of ONCE) if (exchange.isRepeated(name)) return invalid(`the header ${name} is repeated`)
  const length = exchange.header('content-length')
  const coding = exchange.header('transfer-encoding')
  if (coding !== undefined) {
    if (length !== undefined) return invalid('Content-Length and Transfer-Encoding are both present')
    if (coding.trim().toLowerCase() !== 'chunked') return invalid('the only supported Transfer-Encoding is chunked')
    return { hasBody: true, declaredBytes: undefined, isChunked: true }
  }
  if (length === undefined) return { hasBody: false, declaredBytes: undefined, isChunked: false }
  if (!LENGTH.test(length)) return invalid('Content-Length is not a number')
  return { hasBody: Number(length) > 0, declaredBytes: Number(length), isChunked: false }
}
