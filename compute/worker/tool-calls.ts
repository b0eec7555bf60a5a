/** A call of a tool on a thread: an analysis, a question about tasks, or an order for the gateway. */
import { unpack } from 'msgpackr'
import { workRow } from '../../shared/catalogue/catalogue.ts'
import { asyncPath, syncHint } from '../../shared/endpoint/analysis-row.ts'
import type { ReplyContext } from '../../shared/envelope.ts'
import { detailOf, type Refusal, refuse } from '../../shared/errors.ts'
import { RPC } from '../../shared/mcp/protocol.ts'
import { checkerOf } from '../../shared/schema/schema-checker.ts'
import { addSchemaFaults } from '../../shared/schema/schema-faults.ts'
import { ValidationFaults } from '../../shared/schema/validation-faults.ts'
import { admits } from '../../shared/tiers.ts'
import { toolNamed } from '../../shared/tools/agent-tools.ts'
import { takeOutput } from '../../shared/tools/output.ts'
import { LIST_DEFAULT } from '../../shared/tools/service/list-schedules.ts'
import type { ServiceToolName } from '../../shared/tools/service/service-tools.ts'
import type { AgentTool, AnalysisTool, ServiceTool, ToolOutput } from '../../shared/tools/tool.ts'
import type { RpcError } from '../agent/message/check-headers.ts'
import { LISTING_CACHING } from '../agent/message/protocol-methods.ts'
import { type CalledTool, calledAs, membersOf } from '../agent/message/reply.ts'
import { runTool, type ToolRun } from '../agent/message/run-tool.ts'
import {
  JSON_TYPE,
  listedMembers,
  MARKDOWN,
  notFound,
  type ResourceOrder,
  readMembers,
} from '../agent/resources/resource-methods.ts'
import { jobAnswer, keptAnswer, listAnswer, submittedAnswer } from '../agent/service-tools/order-answers.ts'
import { answerQuestion } from '../agent/service-tools/question-tools.ts'
import { NON_TASK_BYTES_MAX } from '../engine/read/body-reader.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { isFileFormat, isForeign, refuseForeign, sniff } from '../engine/read/file/sniff.ts'
import type { KeptSchedules } from '../engine/read/kept/kept-schedule.ts'
import { memberBytes } from '../engine/read/member-bytes.ts'
import { type MediaType, type ReadLimits, readRequest } from '../engine/read/read-request.ts'
import { refuseInvalid } from '../engine/result/options.ts'
import type { AnalysisInput } from '../engine/result/result.ts'
import { frameOf, loadedOf } from './submission.ts'
import type { OrderOutcome, ToolOrder, ToolResume } from './tool-order.ts'
import type { WorkHeader } from './work.ts'

export interface OrderedRun {
  readonly order: ToolOrder
  readonly chunks: readonly Uint8Array[]
  readonly taskCount: number
  readonly called: CalledTool
  readonly output?: ToolOutput
  readonly why?: string
  readonly tool: string
  readonly uri?: string
}

export interface ToolCallContext {
  readonly header: WorkHeader
  /** Of the arguments. */
  readonly mediaType: MediaType
  readonly limits: ReadLimits
  readonly kept: KeptSchedules
  /** Throws when nobody wants the answer any more. */
  readonly checkpoint?: () => void
  readonly reply: (path: string) => ReplyContext
}

type Ran = ToolRun | OrderedRun
const refused = (outcome: Refusal, taskCount = 0): ToolRun => ({ outcome, taskCount })
const unbounded = (limits: ReadLimits): ReadLimits => ({ ...limits, syncTaskCountMax: Number.POSITIVE_INFINITY })

/** Arguments of a tool beside its schedules, held against their schema. */
function argumentsOf(tool: ServiceTool, args: Uint8Array, { limits, mediaType }: ToolCallContext): Params | Refusal {
  const read = readRequest({ request: tool.own, input: 'strict' }, args, mediaType, unbounded(limits))
  if ('schedules' in read) return given(read.params)
  // the reader of requests takes no file as a text beside its tasks
  return args.length > NON_TASK_BYTES_MAX ? wholeArguments(tool, args, mediaType, read) : read
}

function wholeArguments(tool: ServiceTool, args: Uint8Array, mediaType: MediaType, refusal: Refusal): Params | Refusal {
  const sent = parsedArguments(args, mediaType)
  if (sent === undefined) return refusal
  const faults = new ValidationFaults(['body'])
  addSchemaFaults(checkerOf(tool.own), given(sent), faults)
  if (faults.count === 0) return given(sent)
  return { ...refuse('validation'), faults: faults.faults, faultCount: faults.count }
}

/** undefined: they are no object. */
function parsedArguments(args: Uint8Array, mediaType: MediaType): Params | undefined {
  try {
    const sent: unknown = mediaType === 'application/json' ? JSON.parse(Buffer.from(args).toString()) : unpack(args)
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Params) : undefined
  } catch {
    return undefined
  }
}

type Params = Readonly<Record<string, unknown>>

/** Null members count as absent. */
const given = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))

/** The frame of an analysis that is to run as a job. */
function submission(
  tool: AnalysisTool,
  args: Uint8Array,
  { header, limits, kept, mediaType }: ToolCallContext,
  why?: string,
): Ran {
  const { row } = tool
  if (!admits(row.asyncTier, header.tier))
    return refused(refuse('tier_forbidden', { what: asyncPath(row), needed: row.asyncTier, tier: header.tier }))
  const sent = readRequest({ request: tool.request, input: row.input }, args, mediaType, unbounded(limits), kept)
  if (!('schedules' in sent)) return refused(sent)
  const { input } = takeOutput(sent)
  const framed = frameOf(workRow(row.id), input, header)
  if ('code' in framed) return refused(framed, input.taskCount)
  const { chunks, ...frame } = framed
  return {
    order: { do: 'submit', rowId: row.id, frame: { ...frame, fingerprint: null } },
    chunks,
    taskCount: input.taskCount,
    called: { endpoint: `${row.id}.async`, path: asyncPath(row), isMetered: true, code: null },
    tool: tool.name,
    ...(why === undefined ? {} : { why }),
  }
}

/** An analysis; above the limit of a synchronous call it becomes a job by itself, where the tier has jobs. */
function analysis(tool: AnalysisTool, args: Uint8Array, context: ToolCallContext): Ran {
  const { header, limits, kept, mediaType, reply } = context
  const { row } = tool
  const run = runTool(tool, {
    body: args,
    mediaType,
    limits: { ...limits, asyncHint: syncHint(row, header.tier) },
    kept,
    today: header.today,
    checkpoint: context.checkpoint,
    // the endpoint in a result is that of its analysis, however the tool was reached
    reply: () => reply(row.path),
  })
  const { outcome } = run
  const isTooLarge = 'code' in outcome && outcome.code === 'task_limit_sync'
  if (!isTooLarge || !admits(row.asyncTier, header.tier)) return run
  const why = detailOf({ ...outcome, details: { ...outcome.details, hint: '' } }).trim()
  return submission(tool, args, context, why)
}

/** A file by its content, JSON of ours included. */
function readContent(
  bytes: Uint8Array,
  sent: Params,
  { header, limits, kept }: ToolCallContext,
): AnalysisInput | Refusal {
  const row = workRow('schedules.create')
  const what = sniff(bytes)
  if (isForeign(what)) return refuseForeign('The file', what)
  if (!isFileFormat(what)) return readRequest(row, bytes, 'application/json', unbounded(limits), kept)
  const { project, encoding } = sent as { project?: string; encoding?: string }
  const file = {
    boundary: null,
    ...(project === undefined ? {} : { project }),
    ...(encoding === undefined ? {} : { encoding }),
  }
  return readFileRequest(row, bytes, file, unbounded(limits), header.endpoint, kept)
}

const NO_CHUNKS: readonly Uint8Array[] = []
/** Characters that are no base64 are passed over: a file is what nearly all of the text becomes. No pattern, since texts may have millions of characters. */
const isFile = (bytes: Uint8Array, base64: string): boolean =>
  bytes.length > 0 && bytes.length >= 0.9 * ((3 * base64.length) / 4) - 3

/** Members of the arguments that are no part of the schedule. */
const NOT_OF_SCHEDULE: readonly string[] = ['text', 'base64', 'url', 'project', 'encoding', 'ttl_seconds']

/** The tasks that stand in the arguments. */
function readTasks(tool: ServiceTool, args: Uint8Array, { limits, kept, mediaType }: ToolCallContext) {
  const read = readRequest({ request: tool.request, input: 'strict' }, args, mediaType, unbounded(limits), kept)
  if (!('schedules' in read)) return read
  const params = Object.entries(read.params).filter(([name]) => !NOT_OF_SCHEDULE.includes(name))
  return { ...read, params: Object.fromEntries(params) }
}

function load(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const {
    text,
    base64,
    url,
    ttl_seconds: ttlSeconds,
  } = sent as Partial<Record<string, string>> & { ttl_seconds?: number }
  const named = [text, base64, url].filter(source => source !== undefined)
  if (named.length > 1) return refused(oneFault('base64', 'Send one of text, base64 and url.'))
  const decoded = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  if (decoded !== undefined && !isFile(decoded, base64!)) return refused(oneFault('base64', 'base64 must be base64.'))
  const kept = ttlSeconds === undefined ? {} : { ttlSeconds }
  const run = { called: calledAs(tool, null), tool: tool.name }
  if (url !== undefined)
    return { ...run, order: { do: 'keep_source', sourceUrl: url, ...kept }, chunks: NO_CHUNKS, taskCount: 0 }
  const input =
    text !== undefined
      ? readContent(Buffer.from(text), { ...sent, encoding: 'utf-8' }, context)
      : decoded !== undefined
        ? readContent(decoded, sent, context)
        : readTasks(tool, args, context)
  if (!('schedules' in input)) return refused(input)
  const { chunks, ...loaded } = loadedOf(workRow('schedules.create'), input, context.header)
  return {
    ...run,
    order: { do: 'keep', loaded: { ...loaded, fingerprint: null }, ...kept },
    chunks,
    taskCount: input.taskCount,
  }
}

const oneFault = (member: string, msg: string): Refusal =>
  refuseInvalid([{ loc: ['body', member], msg, type: 'value' }])

const isRefused = (value: object): value is Refusal => 'code' in value && 'details' in value

function submit(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const named = toolNamed(sent.tool as string)
  if (named?.kind !== 'analysis') throw new Error(`${sent.tool} is no analysis, although the schema says so`)
  const inner = memberBytes(args, context.mediaType, 'arguments')
  return 'code' in inner ? refused(inner) : submission(named, inner, context)
}

function lookup(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const {
    cursor,
    limit,
    job_id: jobId,
    output,
  } = sent as { cursor?: string; limit?: number; job_id?: string; output?: ToolOutput }
  const order: ToolOrder =
    jobId === undefined
      ? { do: 'list', cursor: cursor ?? null, limit: limit ?? LIST_DEFAULT }
      : { do: 'read_job', jobId }
  return {
    order,
    chunks: NO_CHUNKS,
    taskCount: 0,
    called: calledAs(tool, null),
    tool: tool.name,
    ...(output === undefined ? {} : { output }),
  }
}

function question(
  tool: ServiceTool,
  args: Uint8Array,
  { limits, kept, mediaType, checkpoint, reply }: ToolCallContext,
): Ran {
  const input = readRequest({ request: tool.request, input: 'strict' }, args, mediaType, limits, kept)
  if (!('schedules' in input)) return refused(input)
  return {
    outcome: answerQuestion(tool.name, input, () => reply(tool.endpoint.path), checkpoint),
    taskCount: input.taskCount,
  }
}

type Run = (tool: ServiceTool, args: Uint8Array, context: ToolCallContext) => Ran
const RUNS: Readonly<Record<ServiceToolName, Run>> = {
  load_schedule: load,
  list_schedules: lookup,
  get_tasks: question,
  explain_task: question,
  submit_job: submit,
  get_job: lookup,
}

export const runToolCall = (tool: AgentTool, args: Uint8Array, context: ToolCallContext): Ran =>
  tool.kind === 'analysis' ? analysis(tool, args, context) : RUNS[tool.name as ServiceToolName](tool, args, context)

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
