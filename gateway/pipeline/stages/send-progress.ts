/** Progress notifications for a message that takes long. The client must name a token and accept events; the answer is then a stream that ends with the result. */
import { detailOf, type Refusal } from '../../../shared/contract/errors.ts'
import { RPC } from '../../../shared/contract/mcp/protocol.ts'
import { EVENT_STREAM_MEDIA_TYPE, wantsEventStream } from '../../../shared/contract/negotiate.ts'
import type { Gateway } from '../../gateway.ts'
import { rateHeaderLines } from '../../reply/rate-headers.ts'
import type { ReceivedCall } from '../call.ts'
import { headOf } from '../send.ts'
import { publicWindow } from './count-address.ts'

const MS_PER_SECOND = 1_000

/** Sends notifications until the returned function is called. */
export function sendProgress(call: ReceivedCall, gateway: Gateway, place: number): () => void {
  const { exchange } = call
  const { pool, config } = gateway
  if (!wantsEventStream(exchange.header('accept'))) return () => {}
  const beganMs = performance.now()
  let last = 0
  const timer = setInterval(() => {
    const token = pool.board.tokenOf(place)
    if (token === null || exchange.gone) return
    if (!exchange.hasEvents) {
      const rateLines = rateHeaderLines(call.window ?? publicWindow(gateway, call.address), call.month)
      exchange.openEvents(
        headOf(exchange, gateway, rateLines, { 'content-type': EVENT_STREAM_MEDIA_TYPE, 'cache-control': 'no-store' }),
      )
    }
    // seconds, which always grow, as the protocol wants it
    const seconds = Math.round(performance.now() - beganMs) / MS_PER_SECOND
    if (seconds <= last) return
    last = seconds
    const message = `Working for ${seconds} s, ${pool.board.passesOf(place)} passes done`
    exchange.writeEvent(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${seconds},"message":${JSON.stringify(message)}}}`,
    )
  }, config.agentProgressMs)
  return () => clearInterval(timer)
}

/** A refusal as the last event: the status of the answer has been sent. */
export const refusalEvent = (id: string | null, refusal: Refusal): string =>
  `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify({ code: RPC.internalError, message: detailOf(refusal) })}}`
