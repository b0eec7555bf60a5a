/**
 * x-service-internal-dispatch: the mark of another service of the operator, `t=<Unix seconds>,v1=<lower-case hexadecimal HMAC-SHA256>` of
 * `<t>\n<method>\n<path>` under INTERNAL_DISPATCH_SECRET. The metering event records it; it has no other effect. An invalid mark is ignored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Gateway } from '../gateway.ts'
import type { Exchange } from '../http/exchange.ts'

const DISPATCH_HEADER = 'x-service-internal-dispatch'
/** Seconds for which a mark holds, either way. */
const MARK_SECONDS = 300
const MARK = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

export function dispatchMark(secret: string, seconds: number, method: string, path: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}\n${method}\n${path}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

export function isInternal(exchange: Exchange, { config, now }: Pick<Gateway, 'config' | 'now'>): boolean {
  const secret = config.internalDispatchSecret
  const given = exchange.header(DISPATCH_HEADER)
  if (secret === undefined || given === undefined || exchange.isRepeated(DISPATCH_HEADER)) return false
  const seconds = MARK.exec(given)?.[1]
  if (seconds === undefined || Math.abs(now() / 1000 - Number(seconds)) > MARK_SECONDS) return false
  const expected = dispatchMark(secret, Number(seconds), exchange.method, exchange.path)
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
