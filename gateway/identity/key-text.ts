/** Where a caller writes its key: in a header of its own, or, as many clients know no other way, in place of a bearer token. */
import type { Exchange } from '../http/exchange.ts'
import { KEY_START } from '../store/api-key.ts'
import { bearerToken } from './bearer.ts'

export function keyTextOf(exchange: Exchange): string | undefined {
  const text = exchange.header('x-api-key')
  if (text !== undefined) return text
  const token = bearerToken(exchange.header('authorization') ?? '')
  return token?.startsWith(KEY_START) ? token : undefined
}
