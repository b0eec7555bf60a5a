/** Requests for resources as orders for the gateway, and the answers to orders that it has carried out. */
import type { ReplyContext } from '../../shared/contract/envelope.ts'
import { detailOf } from '../../shared/contract/errors.ts'
import { RPC } from '../../shared/contract/mcp/protocol.ts'
import type { RpcError } from '../agent/message/check-headers.ts'
import { LISTING_CACHING } from '../agent/message/protocol-methods.ts'
import { type CalledTool, membersOf } from '../agent/message/reply.ts'
import type { ToolRun } from '../agent/message/run-tool.ts'
import {
  JSON_TYPE,
  listedMembers,
  MARKDOWN,
  notFound,
  type ResourceOrder,
  readMembers,
} from '../agent/resources/resource-methods.ts'
import { jobAnswer, keptAnswer, listAnswer, submittedAnswer } from '../agent/service-tools/order-answers.ts'
import { NO_CHUNKS, type OrderedRun } from './tool-arguments.ts'
import type { OrderOutcome, ToolResume } from './tool-order.ts'

/** A request for resources costs nothing. */
const FREE: CalledTool = { endpoint: '', path: '', isMetered: false, code: null }

export const resourceRun = (order: ResourceOrder): OrderedRun => ({
  order: 'list' in order ? { do: 'list_resources' } : { do: 'read_resource', address: order.read, uri: order.uri },
  ...('uri' in order && { uri: order.uri }),
  chunks: NO_CHUNKS,
  taskCount: 0,
  called: FREE,
  tool: '',
})

/** Members of the result of such a request, or why there is none. */
export function resourceReply(
  { does, uri = '' }: ToolResume,
  isModern: boolean,
  orderOutcome: OrderOutcome,
  resultChunks: readonly Uint8Array[],
  reply: ReplyContext,
): string | RpcError {
  if ('refusal' in orderOutcome)
    return orderOutcome.refusal.code.endsWith('not_found')
      ? notFound(uri, isModern)
      : { status: 200, code: RPC.internalError, message: detailOf(orderOutcome.refusal) }
  const caching = isModern ? `,${membersOf(LISTING_CACHING)}` : ''
  if (does === 'list_resources')
    return `${listedMembers(orderOutcome.record as Parameters<typeof listedMembers>[0])}${caching}`
  const { text, job } = orderOutcome.record as { readonly text?: string; readonly job?: object }
  if (text !== undefined) return `${readMembers(uri, MARKDOWN, text)}${caching}`
  const answer = job === undefined ? undefined : jobAnswer(job, resultChunks, {}, reply)
  if (answer !== undefined && 'code' in answer)
    return { status: 200, code: RPC.internalError, message: detailOf(answer) }
  return `${readMembers(uri, JSON_TYPE, answer?.texts.at(-1) ?? JSON.stringify(orderOutcome.record))}${caching}`
}

/** The answer of a tool whose order was carried out. */
export function orderAnswer(
  { does, tool, output = {}, why }: ToolResume,
  orderOutcome: OrderOutcome,
  resultChunks: readonly Uint8Array[],
  reply: ReplyContext,
): ToolRun['outcome'] {
  if ('refusal' in orderOutcome) return orderOutcome.refusal
  switch (does) {
    case 'keep':
    case 'keep_source':
      return keptAnswer(orderOutcome.record, reply)
    case 'list':
      return listAnswer(orderOutcome.record, reply)
    case 'submit':
      return submittedAnswer(orderOutcome.record, tool, why, reply)
    case 'read_job':
      return jobAnswer(orderOutcome.record, resultChunks, output, reply)
    default:
      throw new Error(`${does} is no order of a tool`)
  }
}
