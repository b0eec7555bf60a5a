/** Replies of a thread to agents: of tools over HTTP, of JSON-RPC messages, and of both after the gateway has carried out an order. */
import { workerData } from 'node:worker_threads'
import type { ReplyContext } from '../../shared/contract/envelope.ts'
import { detailOf, type Refusal, refuse } from '../../shared/contract/errors.ts'
import {
  APP_MEDIA_TYPE,
  APP_URI,
  type ResourceAddress,
  RPC,
  SKILL_NAME,
  SKILL_URI,
} from '../../shared/contract/mcp/protocol.ts'
import { chooseEncoding, wantsEventStream } from '../../shared/contract/negotiate.ts'
import { admits } from '../../shared/contract/tiers.ts'
import { toolNamed, toolOf } from '../../shared/contract/tools/agent-tools.ts'
import type { AgentTool } from '../../shared/contract/tools/tool.ts'
import { answerMessage, calledReply } from '../agent/message/answer-message.ts'
import type { RpcError } from '../agent/message/check-headers.ts'
import { LISTING_CACHING } from '../agent/message/protocol-methods.ts'
import {
  type CalledTool,
  calledAs,
  errorReply,
  type MessageOrigin,
  type MessageReply,
  membersOf,
  protocolReply,
} from '../agent/message/reply.ts'
import type { ToolRun } from '../agent/message/run-tool.ts'
import { createdTask, type JobOfTask, taskReply, taskUnknown } from '../agent/message/task-replies.ts'
import {
  JSON_TYPE,
  listedMembers,
  MARKDOWN,
  notFound,
  type ProtocolOrder,
  readMembers,
} from '../agent/resources/resource-methods.ts'
import { skillEntry } from '../agent/resources/skills.ts'
import { jobAnswer, keptAnswer, listAnswer, submittedAnswer } from '../agent/service-tools/order-answers.ts'
import { type KeptSchedules, NONE_KEPT } from '../engine/read/kept/kept-schedule.ts'
import { compress } from '../engine/write/compress.ts'
import { boardMemory, CallBoard } from './call-board.ts'
import { resultChunks } from './render.ts'
import { NO_CHUNKS, type OrderedRun, type ToolCallContext } from './tool-arguments.ts'
import { runToolCall } from './tool-calls.ts'
import type { OrderOutcome, ToolOrder, ToolResume } from './tool-order.ts'
import {
  type BodyMediaType,
  limitsOf,
  type ThreadData,
  type UntimedReply,
  type WorkAnswer,
  type WorkHeader,
  type WorkMessageReply,
  type WorkRefusal,
} from './work.ts'

// Requests for resources as orders for the gateway, and the answers to orders that it has carried out.

/** A request for resources costs nothing. */
const FREE: CalledTool = { endpoint: '', path: '', isMetered: false, code: null }

const SKILL: ResourceAddress = { scheme: 'skill', name: SKILL_NAME }

function orderFor(order: ProtocolOrder): ToolOrder {
  switch (order.asks) {
    case 'resources/list':
      return { do: 'list_resources' }
    case 'resources/read':
      return { do: 'read_resource', address: order.read, uri: order.uri }
    case 'skills/list':
    case 'skills/get':
      return { do: 'read_resource', address: SKILL, uri: SKILL_URI }
    case 'tasks/get':
    case 'tasks/update':
      return { do: 'read_job', jobId: order.taskId }
    case 'tasks/cancel':
      return { do: 'cancel_job', jobId: order.taskId }
  }
}

const protocolRun = (order: ProtocolOrder): OrderedRun => ({
  order: orderFor(order),
  asks: order.asks,
  ...('uri' in order && { uri: order.uri }),
  chunks: NO_CHUNKS,
  taskCount: 0,
  called: FREE,
  tool: '',
})

/** The answer to a request about a task: what tasks/update brings is not asked for here, so it is heard and dropped. */
function taskAnswer(
  { asks }: ToolResume,
  origin: MessageOrigin,
  found: OrderOutcome,
  chunks: readonly Uint8Array[],
  reply: ReplyContext,
): MessageReply | RpcError {
  if ('refusal' in found)
    return found.refusal.code === 'job_not_found'
      ? taskUnknown()
      : { status: 200, code: RPC.internalError, message: detailOf(found.refusal) }
  if (asks !== 'tasks/get') return protocolReply(origin, '')
  return taskReply(origin, found.record as JobOfTask, jobAnswer(found.record, chunks, {}, reply))
}

/** Members of the result of such a request, or why there is none. */
function resourceReply(
  { asks, uri = '' }: ToolResume,
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
  if (asks === 'resources/list')
    return `${listedMembers(orderOutcome.record as Parameters<typeof listedMembers>[0])}${caching}`
  const { text, job } = orderOutcome.record as { readonly text?: string; readonly job?: object }
  if (text !== undefined) {
    if (asks === 'skills/list') return `${membersOf({ skills: [skillEntry(text)] })}${caching}`
    if (asks === 'skills/get') return `${membersOf({ skill: skillEntry(text) })}${caching}`
    return `${readMembers(uri, uri === APP_URI ? APP_MEDIA_TYPE : MARKDOWN, text)}${caching}`
  }
  const answer = job === undefined ? undefined : jobAnswer(job, resultChunks, {}, reply)
  if (answer !== undefined && 'code' in answer)
    return { status: 200, code: RPC.internalError, message: detailOf(answer) }
  return `${readMembers(uri, JSON_TYPE, answer?.texts.at(-1) ?? JSON.stringify(orderOutcome.record))}${caching}`
}

/** The answer of a tool whose order was carried out. */
function orderAnswer(
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

const board = new CallBoard((workerData as ThreadData | null)?.boardMemory ?? boardMemory())

type RestReply = UntimedReply<WorkAnswer | WorkRefusal>

/** The answer of a tool over HTTP: always JSON. */
function restReply({ outcome, taskCount }: ToolRun, { acceptEncoding }: WorkHeader, called?: CalledTool): RestReply {
  if ('code' in outcome) return { kind: 'refusal', refusal: outcome, taskCount }
  const { encoding, chunks } = compress(outcome.structured, chooseEncoding(acceptEncoding))
  return {
    kind: 'answer',
    contentType: 'application/json',
    contentEncoding: encoding,
    chunks,
    taskCount,
    ...(called === undefined ? {} : { called }),
  }
}

/** The gateway may have begun a stream of events meanwhile, which has no encoding. */
const mayBeEvents = ({ board: place, accept }: WorkHeader): boolean =>
  place !== undefined && wantsEventStream(accept) && board.tokenOf(place) !== null

function packedMessage(reply: MessageReply, header: WorkHeader): UntimedReply<WorkMessageReply> {
  const packed = compress(reply.chunks, mayBeEvents(header) ? null : chooseEncoding(header.acceptEncoding))
  return { kind: 'message', ...reply, contentEncoding: packed.encoding, chunks: packed.chunks }
}

function contextOf(
  header: WorkHeader,
  mediaType: BodyMediaType,
  kept: KeptSchedules,
  startedMs: number,
): ToolCallContext {
  const { requestId, board: place } = header
  const processingTimeMs = (): number => Math.round(performance.now() - startedMs)
  return {
    header,
    mediaType,
    limits: limitsOf(header),
    kept,
    ...(place !== undefined && { checkpoint: () => board.checkpoint(place) }),
    reply: endpoint => ({ endpoint, requestId, processingTimeMs: processingTimeMs() }),
  }
}

function ordered({ order, chunks, taskCount, ...resume }: OrderedRun, origin: MessageOrigin | null): UntimedReply {
  return { kind: 'order', order, chunks, taskCount, resume: { ...resume, origin, does: order.do, taskCount } }
}

export function toolCallReply(
  header: WorkHeader,
  body: Uint8Array,
  kept: KeptSchedules,
  startedMs: number,
): UntimedReply {
  const tool = header.tool === undefined ? toolOf(header.rowId) : toolNamed(header.tool)!
  const ran = runToolCall(tool, body, contextOf(header, header.mediaType, kept, startedMs))
  return 'order' in ran ? ordered(ran, null) : restReply(ran, header, calledAs(tool, null))
}

/** The refusals that admission could not check for a message, in the order of the contract: window, tier, month. */
function toolRefusalOf(tool: AgentTool, { tier, message }: WorkHeader): Refusal | null {
  const refusal = message!.toolRefusal
  const { path } = tool.endpoint
  // all refusals but the month come before the tier
  if (refusal !== null && refusal.code !== 'month_exceeded') return refusal
  const what = tool.kind === 'analysis' ? path : tool.name
  if (!admits(tool.tier, tier)) return refuse('tier_forbidden', { what, needed: tool.tier, tier })
  return tool.isMetered ? refusal : null
}

export function messageReply(
  header: WorkHeader,
  body: Uint8Array,
  kept: KeptSchedules,
  startedMs: number,
): UntimedReply {
  const reply = answerMessage<OrderedRun>(body, header.message!.headers, {
    tier: header.tier,
    began: (id, token) => {
      if (header.board !== undefined) board.nameCall(header.board, id, token)
    },
    orderOf: protocolRun,
    run: (tool, args) => {
      const refusal = toolRefusalOf(tool, header)
      if (refusal !== null) return { outcome: refusal, taskCount: 0 }
      return runToolCall(tool, args, contextOf(header, 'application/json', kept, startedMs))
    },
  })
  return 'order' in reply ? ordered(reply.order, reply.origin) : packedMessage(reply, header)
}

/** slabs: what the gateway found, and the chunks of a stored result. */
export function orderedReply(header: WorkHeader, slabs: readonly Uint8Array[], startedMs: number): UntimedReply {
  const resume = header.resume!
  const { origin, called, taskCount } = resume
  const orderOutcome = JSON.parse(Buffer.from(slabs[0]!).toString()) as OrderOutcome
  const { reply } = contextOf(header, 'application/json', NONE_KEPT, startedMs)
  if (origin !== null && resume.asks !== undefined) {
    const chunks = [...resultChunks(slabs.slice(1))]
    const made = resume.asks.startsWith('tasks/')
      ? taskAnswer(resume, origin, orderOutcome, chunks, reply(''))
      : resourceReply(resume, origin.isModern, orderOutcome, chunks, reply(''))
    const answer =
      typeof made === 'string'
        ? protocolReply(origin, made)
        : 'chunks' in made
          ? made
          : errorReply(origin, made.status, made.code, made.message, made.data)
    return packedMessage(answer, header)
  }
  // a call that became a job by itself, not one whose caller asked for a job
  if (origin?.takesTasks && resume.does === 'submit' && resume.why !== undefined && 'record' in orderOutcome)
    return packedMessage({ ...createdTask(origin, called, orderOutcome.record as JobOfTask), taskCount }, header)
  const outcome = orderAnswer(resume, orderOutcome, [...resultChunks(slabs.slice(1))], reply(called.path))
  const run: ToolRun = { outcome, taskCount }
  return origin === null ? restReply(run, header, called) : packedMessage(calledReply(origin, called, run), header)
}
