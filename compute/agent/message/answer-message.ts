/**
 * One JSON-RPC message in, one HTTP answer out: POST /mcp in a worker. Both eras of the protocol, distinguished by each message itself
 * (revision 2026-07-28, basic, versioning: a dual-era server). Nothing is kept between two messages.
 *
 * What is wrong with a message is a JSON-RPC error; what is wrong with the schedule in it is a result with isError, which agents read.
 */
import { ERRORS } from '../../../shared/contract/error-rows.ts'
import { detailOf, type Refusal, type ValidationFault } from '../../../shared/contract/errors.ts'
import { CALL_METHOD, type MessageHeaders, RPC, TASK_METHODS } from '../../../shared/contract/mcp/protocol.ts'
import { shownText } from '../../../shared/contract/shown-text.ts'
import type { TierName } from '../../../shared/contract/tiers.ts'
import { toolNamed, toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { type AgentTool, OUTPUT_MEMBER } from '../../../shared/contract/tools/tool.ts'
import { type ProtocolOrder, protocolOrder } from '../resources/resource-methods.ts'
import { eraOf, methodFault, nameFault, type RpcError } from './check-headers.ts'
import { CALL_TOOL, calledWithin, FIND_TOOLS, foundTools, NO_ARGUMENTS } from './found-tools.ts'
import { LEGACY_METHODS, MODERN_METHODS, ORDER_METHODS } from './protocol-methods.ts'
import { type RpcMessage, readMessage } from './read-message.ts'
import {
  acceptedReply,
  type CalledTool,
  calledAs,
  errorReply,
  type MessageOrigin,
  type MessageReply,
  protocolReply,
  toolReply,
} from './reply.ts'
import type { ToolRun } from './run-tool.ts'

// A refusal as a text for agents: what is wrong, where, which limit, and what to do.

/** Faults named in the text: enough to see a pattern. */
const FAULTS_NAMED_MAX = 20

/** tasks[3].duration_days; the first step, which says that it is the body, is left out. */
const placeOf = ({ loc }: ValidationFault): string =>
  loc
    .slice(1)
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')

function faultLines(faults: readonly ValidationFault[], count: number): string[] {
  const named = faults.slice(0, FAULTS_NAMED_MAX).map(fault => {
    const place = placeOf(fault)
    return shownText(place === '' ? `- ${fault.msg}` : `- ${place}: ${fault.msg}`)
  })
  return count > named.length ? [...named, `- and ${count - named.length} more`] : named
}

/** What an agent can do, where the sentence of the refusal does not say it. */
const ADVICE: Partial<Readonly<Record<Refusal['code'], string>>> = {
  schedule_not_found:
    'list_schedules tells what is kept. Else keep the schedule again with load_schedule, or ask for its file to be sent again.',
  schedules_full:
    'Ask the user to remove schedules that are not needed any more (DELETE /api/v1/schedules/{schedule_id}); list_schedules tells them.',
  file_unsupported:
    'Ask the user for the file in one of these forms; calling again with the same content does not help.',
  body_syntax: 'Give the content of the file in text or base64 as it is, or the schedule as tasks.',
  job_not_found: 'Take the job_id from the answer of submit_job; jobs are forgotten after a time, so submit it again.',
  payload_too_large: 'Ask the user for a smaller file, or to upgrade.',
  deadline_exceeded: 'Call submit_job with the same tool and arguments, then get_job.',
  validation: `Correct the arguments and call the tool again; its inputSchema says what each member takes, ${OUTPUT_MEMBER} included.`,
  duplicate_id: 'Give every task an id of its own and call the tool again; predecessors refer to these ids.',
  dependency_cycle: 'Remove a link of the cycle and call the tool again. analysis_validate lists all that is wrong.',
  tier_forbidden: 'Use a tool that the tier has, or ask the user to upgrade; calling again does not help.',
  task_limit_tier: 'Send fewer tasks, or ask the user to upgrade.',
  task_limit_sum: 'Send fewer snapshots, or fewer tasks in each.',
  memory_exceeded: 'Send a smaller schedule.',
  compute_exceeded: 'Nothing was computed. Wait so long, then call with a smaller schedule or simpler calendars.',
  window_exceeded: 'Nothing was computed. Wait so long, then call the tool again.',
  email_unverified:
    'Ask the user to confirm the e-mail address at the identity provider and to sign in again; the account is made then.',
  account_deleted: 'Tell the user; calling again does not help before that.',
  email_taken: 'Tell the user; calling again does not help.',
  month_exceeded: 'The quota is the user’s; calling again before does not help.',
}

/** Their sentences name tasks as the schedule does: as a whole they are a quoted text. */
const NAMES_TASKS: readonly Refusal['code'][] = ['duplicate_id', 'dependency_cycle']

/** Names and values of a schedule are data: they begin no line. */
function errorText(refusal: Refusal): string {
  const { code, faults, faultCount } = refusal
  const detail = shownText(detailOf(refusal))
  const sentence =
    faults === undefined
      ? NAMES_TASKS.includes(code)
        ? JSON.stringify(detail)
        : detail
      : `The arguments break the schema of the tool in ${faultCount ?? faults.length} place(s):`
  const advice = ADVICE[code]
  return [
    sentence,
    ...(faults === undefined ? [] : faultLines(faults, faultCount ?? faults.length)),
    ...(advice === undefined ? [] : [advice]),
    `(code ${code}, HTTP ${ERRORS[code].status})`,
  ].join('\n')
}

/** Who sent a message. Order: what a tool requests from the gateway. */
export interface Sender<Order = never> {
  readonly tier: TierName
  /** Works out a tool for these arguments within the limits of the account; an order: the gateway must do its part first. */
  readonly run: (tool: AgentTool, args: Uint8Array) => ToolRun | Order
  /** Called with the id of a request before it is worked out, and of the token by which its client wants to hear of its progress. */
  readonly began?: (id: string, progressToken: string | null) => void
  /** What a request of the protocol needs from the gateway. */
  readonly orderOf?: (order: ProtocolOrder) => Order
}

const NOTIFICATION = 'notifications/'
const CANCELLED = 'notifications/cancelled'

const invalidRequest = (message: string): RpcError => ({ status: 400, code: RPC.invalidRequest, message })
const invalidParams = (message: string, status = 200): RpcError => ({ status, code: RPC.invalidParams, message })

function formFault({ jsonrpc, id, method }: RpcMessage): RpcError | undefined {
  if (jsonrpc !== '2.0') return invalidRequest('jsonrpc must be "2.0".')
  if (id === null) return invalidRequest('id must be a text or a whole number, of at most 256 bytes.')
  if (typeof method !== 'string') return invalidRequest('method must be the name of a method.')
  if (id === undefined && !method.startsWith(NOTIFICATION)) return invalidRequest(`${method} needs an id.`)
  return undefined
}

/** What a request of a modern revision must have, and what no header of any revision may deny. */
function requestFault(message: RpcMessage, headers: MessageHeaders, isModern: boolean): RpcError | undefined {
  const { method, metaVersion, hasCapabilities, hasOddParams } = message
  if (hasOddParams) return invalidParams('params must be an object', isModern ? 400 : 200)
  if (isModern && metaVersion === undefined)
    return invalidParams('params._meta["io.modelcontextprotocol/protocolVersion"] is missing', 400)
  const wrong = methodFault(message, headers, isModern)
  if (wrong !== undefined) return wrong
  if (
    method !== CALL_METHOD &&
    !ORDER_METHODS.includes(method!) &&
    !(isModern && (TASK_METHODS as readonly string[]).includes(method!)) &&
    !(isModern ? MODERN_METHODS : LEGACY_METHODS).has(method!)
  ) {
    return { status: isModern ? 404 : 200, code: RPC.methodNotFound, message: `Method not found: ${method}` }
  }
  const misnamed = nameFault(message, headers, isModern)
  if (misnamed !== undefined) return misnamed
  if (isModern && !hasCapabilities)
    return invalidParams('params._meta["io.modelcontextprotocol/clientCapabilities"] must be an object', 400)
  return undefined
}

/** An order, and the message that its answer belongs to. */
interface Ordered<Order> {
  readonly order: Order
  readonly origin: MessageOrigin
}

const isRun = (ran: object): ran is ToolRun => 'outcome' in ran

/** The answer to a call whose tool has been worked out. */
export function calledReply(origin: MessageOrigin, called: CalledTool, { outcome, taskCount }: ToolRun): MessageReply {
  return 'structured' in outcome
    ? toolReply(origin, { called, ...outcome, taskCount })
    : toolReply(origin, {
        called: { ...called, code: outcome.code },
        texts: [errorText(outcome)],
        structured: null,
        taskCount,
      })
}

function callTool<Order extends object>(
  message: RpcMessage,
  origin: MessageOrigin,
  body: Uint8Array,
  { tier, run }: Sender<Order>,
): MessageReply | Ordered<Order> {
  const { name, arguments: span } = message
  const fault = (sentence: string): MessageReply => errorReply(origin, 200, RPC.invalidParams, sentence)
  if (name === undefined) return fault('params.name is missing: the name of the tool.')
  if (span === null) return fault('params.arguments must be an object.')
  const args = span === undefined ? NO_ARGUMENTS : body.subarray(span.start, span.end)
  if (name === FIND_TOOLS) return calledReply(origin, FINDING, { outcome: foundTools(args, tier), taskCount: 0 })
  if (name === CALL_TOOL) {
    const inner = calledWithin(args)
    return 'code' in inner
      ? calledReply(origin, FINDING, { outcome: inner, taskCount: 0 })
      : callNamed(inner.name, inner.args, origin, { tier, run })
  }
  return callNamed(name, args, origin, { tier, run })
}

/** What finds tools costs nothing. */
const FINDING: CalledTool = { endpoint: '', path: '', isMetered: false, code: null }

function callNamed<Order extends object>(
  name: string | null,
  args: Uint8Array,
  origin: MessageOrigin,
  { tier, run }: Pick<Sender<Order>, 'tier' | 'run'>,
): MessageReply | Ordered<Order> {
  const fault = (sentence: string): MessageReply => errorReply(origin, 200, RPC.invalidParams, sentence)
  const tool = typeof name === 'string' ? toolNamed(name) : undefined
  if (tool === undefined) {
    const known = toolsFor(tier)
      .map(one => one.name)
      .join(', ')
    return fault(`Unknown tool: ${name ?? 'the name is no text, or too long'}. The tools are ${known}.`)
  }
  const ran = run(tool, args)
  return isRun(ran) ? calledReply(origin, calledAs(tool, null), ran) : { order: ran, origin }
}

export function answerMessage<Order extends object = never>(
  body: Uint8Array,
  headers: MessageHeaders,
  sender: Sender<Order>,
): MessageReply | Ordered<Order> {
  const read = readMessage(body)
  if ('fault' in read) {
    return errorReply({ id: null }, 400, read.fault === 'syntax' ? RPC.parseError : RPC.invalidRequest, read.reason)
  }
  const { message } = read
  const id = message.id ?? null
  const refused = ({ status, code, message: sentence, data }: RpcError): MessageReply =>
    errorReply({ id }, status, code, sentence, data)

  const malformed = formFault(message)
  if (malformed !== undefined) return refused(malformed)
  const era = eraOf(message, headers)
  if ('error' in era) return refused(era.error)
  if (id === null) {
    const wrong = methodFault(message, headers, false)
    if (wrong !== undefined) return refused(wrong)
    const { method, requestId } = message
    return method === CANCELLED && typeof requestId === 'string'
      ? { ...acceptedReply(), cancels: requestId }
      : acceptedReply()
  }
  const fault = requestFault(message, headers, era.isModern)
  if (fault !== undefined) return refused(fault)
  const origin: MessageOrigin = { id, isModern: era.isModern, takesTasks: era.isModern && message.takesTasks }
  sender.began?.(id, message.progressToken ?? null)
  if (message.method === CALL_METHOD) return callTool(message, origin, body, sender)
  const answer = (era.isModern ? MODERN_METHODS : LEGACY_METHODS).get(message.method!)
  if (answer === undefined) {
    const order = protocolOrder(message, era.isModern)
    if ('code' in order) return refused(order)
    if (sender.orderOf === undefined) throw new Error('nobody carries out what the gateway has to do')
    return { order: sender.orderOf(order), origin }
  }
  const members = answer(message, { tier: sender.tier, listing: headers.listing, body })
  return typeof members === 'string' ? protocolReply(origin, members) : refused(members)
}
