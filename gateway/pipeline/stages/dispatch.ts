/** Passes the body to a worker and converts the outcome to a reply. The event loop never reads a schedule. */

import type { MessageContext, PoolOutcome, WorkOrder } from '../../../compute/worker/pool.ts'
import { bytesOf } from '../../../shared/contract/bytes/bytes.ts'
import { syncHint } from '../../../shared/contract/endpoint/analysis-row.ts'
import { detailOf, type Refusal } from '../../../shared/contract/errors.ts'
import {
  METHOD_HEADER,
  NAME_HEADER,
  RPC,
  type ToolListing,
  VERSION_HEADER,
} from '../../../shared/contract/mcp/protocol.ts'
import { EVENT_STREAM_MEDIA_TYPE, MEDIA_TYPES, wantsEventStream } from '../../../shared/contract/negotiate.ts'
import { answerHeaders, encodingOf, noRoom, rateHeaderLines } from '../../call/answers.ts'
import type { Call, CallTo, End, ReceivedCall } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { isRefusal, readQuery } from '../../call/query.ts'
import { hasJobs, isMessage, serviceToolOf, workRow } from '../../call/routes.ts'
import { headOf } from '../finish.ts'
import { carryOut } from './carry-out.ts'
import { publicWindow } from './checks.ts'
import { runWork } from './run-work.ts'

// Progress notifications for a message that takes long. The client must name a token and accept events; the answer is then a stream that ends with the result.

const MS_PER_SECOND = 1_000

/** Sends notifications until the returned function is called. */
function sendProgress(call: ReceivedCall, gateway: Gateway, place: number): () => void {
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
const refusalEvent = (id: string | null, refusal: Refusal): string =>
  `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify({ code: RPC.internalError, message: detailOf(refusal) })}}`

const HEADERS = [VERSION_HEADER, METHOD_HEADER, NAME_HEADER]

function messageContext({ exchange, toolRefusal }: Call, listing: ToolListing): MessageContext {
  return {
    headers: {
      version: exchange.header(VERSION_HEADER) ?? null,
      method: exchange.header(METHOD_HEADER) ?? null,
      name: exchange.header(NAME_HEADER) ?? null,
      repeated: HEADERS.filter(name => exchange.isRepeated(name)),
      listing,
    },
    toolRefusal: toolRefusal ?? null,
  }
}

/** A message can be taken back while a thread works on it: by its client's notification, or when the client leaves. */
async function runMessage(call: ReceivedCall, gateway: Gateway): Promise<PoolOutcome | 'cancelled'> {
  const query = readQuery(call as CallTo<'mcp.message', ReceivedCall>)
  if (isRefusal(query)) return { kind: 'refusal', refusal: query, taskCount: 0, workerMs: 0 }
  const { exchange, identity, address } = call
  const caller = { ...identity, address }
  const running = gateway.runningCalls.begin(caller)
  exchange.whenGone(() => running.cancel())
  const endProgress = running.place === undefined ? undefined : sendProgress(call, gateway, running.place)
  try {
    const outcome = await runWork(call, gateway, {
      mode: 'message',
      message: messageContext(call, query.tools ?? 'all'),
      ...(running.place !== undefined && { board: running.place }),
      whenCancelled: listener => running.whenCancelled(listener),
      carryOut: async ordered =>
        running.isCancelled() ? undefined : carryOut(call, gateway, ordered, running.whenCancelled),
      syncTaskCountMax: gateway.config.toolTaskCountMax,
      // it depends on the tool
      syncHint: '',
    })
    // what is kept or queued is answered and charged: it can no longer be cancelled
    const isDone = call.submission?.isAccepted === true && outcome.kind === 'message'
    if (running.isCancelled() && !isDone) return 'cancelled'
    if (outcome.kind === 'refusal' && exchange.hasEvents) {
      const id = running.place === undefined ? null : gateway.pool.board.idOf(running.place)
      const event = new Uint8Array(Buffer.from(refusalEvent(id, outcome.refusal)))
      return { ...outcome, kind: 'message', status: 200, contentEncoding: null, chunks: [event], called: null }
    }
    if (outcome.kind === 'message' && outcome.cancels !== undefined)
      gateway.runningCalls.cancel(caller, outcome.cancels)
    return outcome
  } finally {
    endProgress?.()
    running.end()
  }
}

function run(call: ReceivedCall, gateway: Gateway) {
  const { route } = call
  const row = workRow(route)
  const { toolTaskCountMax } = gateway.config
  if (isMessage(route)) return runMessage(call, gateway)
  const serviceTool = serviceToolOf(route)
  const isTool = serviceTool !== undefined || (route.kind === 'analysis' && route.tool !== undefined)
  return runWork(call, gateway, {
    mode: isTool ? 'tool' : 'answer',
    tool: serviceTool?.name,
    carryOut: isTool ? (ordered: WorkOrder) => carryOut(call, gateway, ordered) : undefined,
    syncTaskCountMax: isTool
      ? toolTaskCountMax
      : gateway.config[row.kind === 'analysis' ? row.syncLimit : 'syncTaskCountMax'],
    syncHint: hasJobs(row) ? syncHint(row, call.admitted.tier) : '',
  })
}

export async function dispatch(call: ReceivedCall, gateway: Gateway): Promise<End> {
  const outcome = await run(call, gateway)
  if (outcome === 'cancelled') {
    if (call.exchange.gone) return { gone: true }
    // no answer, as the protocol has it, and no charge, unless a job is in the queue
    if (call.submission?.isAccepted !== true) call.called = null
    return { reply: { status: 202, headers: { 'cache-control': 'no-store' } } }
  }
  switch (outcome.kind) {
    case 'gone':
      return { gone: true }
    case 'refusal':
      return { refusal: outcome.refusal }
    case 'answer':
      // the body is gone; what waits for its reader now is the answer, which may be many times as large
      if (call.bytesClaim?.hold(bytesOf(outcome.chunks)) === false) {
        outcome.giveBack?.()
        return { refusal: noRoom() }
      }
      if (outcome.giveBack !== undefined) call.exchange.whenEnded(outcome.giveBack)
      return {
        reply: {
          status: 200,
          headers: answerHeaders(outcome),
          body: outcome.chunks,
        },
      }
    case 'message': {
      const { status, chunks } = outcome
      const type = chunks.length === 0 ? {} : { 'content-type': MEDIA_TYPES[0], vary: 'accept-encoding' }
      return {
        reply: { status, headers: { ...type, ...encodingOf(outcome), 'cache-control': 'no-store' }, body: chunks },
      }
    }
    default:
      throw new Error(`the worker returned ${outcome.kind} instead of an answer`)
  }
}
