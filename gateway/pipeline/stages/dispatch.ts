/** Passes the body to a worker and converts the outcome to a reply. The event loop never reads a schedule. */

import type { MessageContext, WorkAsks } from '../../../compute/worker/pool.ts'
import { syncHint } from '../../../shared/endpoint/analysis-row.ts'
import { METHOD_HEADER, NAME_HEADER, VERSION_HEADER } from '../../../shared/mcp/protocol.ts'
import { MEDIA_TYPES } from '../../../shared/negotiate.ts'
import type { Gateway } from '../../gateway.ts'
import { answerHeaders, encodingOf } from '../../reply/worker-answer.ts'
import { hasJobs, isMessage, serviceToolOf, workRow } from '../../route/routes.ts'
import type { Call, End, ReceivedCall } from '../call.ts'
import { carryOut } from './carry-out.ts'
import { runWork } from './run-work.ts'

const HEADERS = [VERSION_HEADER, METHOD_HEADER, NAME_HEADER]

function messageContext({ exchange, toolRefusal }: Call): MessageContext {
  return {
    headers: {
      version: exchange.header(VERSION_HEADER) ?? null,
      method: exchange.header(METHOD_HEADER) ?? null,
      name: exchange.header(NAME_HEADER) ?? null,
      repeated: HEADERS.filter(name => exchange.isRepeated(name)),
    },
    toolRefusal: toolRefusal ?? null,
  }
}

function run(call: ReceivedCall, gateway: Gateway) {
  const { route } = call
  const row = workRow(route)
  const { toolTaskCountMax } = gateway.config
  // the hint depends on the tool
  if (isMessage(route))
    return runWork(call, gateway, {
      mode: 'message',
      message: messageContext(call),
      carryOut: asks => carryOut(call, gateway, asks),
      syncTaskCountMax: toolTaskCountMax,
      syncHint: '',
    })
  const serviceTool = serviceToolOf(route)
  const isTool = serviceTool !== undefined || (route.kind === 'analysis' && route.tool !== undefined)
  return runWork(call, gateway, {
    mode: isTool ? 'tool' : 'answer',
    ...(serviceTool !== undefined && { tool: serviceTool.name }),
    ...(isTool && { carryOut: (asks: WorkAsks) => carryOut(call, gateway, asks) }),
    syncTaskCountMax: isTool
      ? toolTaskCountMax
      : gateway.config[row.kind === 'analysis' ? row.syncLimit : 'syncTaskCountMax'],
    syncHint: hasJobs(row) ? syncHint(row, call.admitted.tier) : '',
  })
}

export async function dispatch(call: ReceivedCall, gateway: Gateway): Promise<End> {
  const outcome = await run(call, gateway)
  switch (outcome.kind) {
    case 'gone':
      return { gone: true }
    case 'refusal':
      return { refusal: outcome.refusal }
    case 'answer':
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
