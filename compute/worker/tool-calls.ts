/** A call of a tool on a thread: an analysis, a question about tasks, or an order for the gateway. */
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { asyncPath, syncHint } from '../../shared/contract/endpoint/analysis-row.ts'
import {
  DELIVERABLES,
  type DeliverableName,
  deliverableId,
  deliverablePath,
} from '../../shared/contract/endpoint/deliverable-formats.ts'
import { HANDLE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import { detailOf, type Refusal, refuse } from '../../shared/contract/errors.ts'
import { admits } from '../../shared/contract/tiers.ts'
import { toolNamed } from '../../shared/contract/tools/agent-tools.ts'
import { takeOutput } from '../../shared/contract/tools/output.ts'
import { LIST_DEFAULT, type ServiceToolName } from '../../shared/contract/tools/service-tools.ts'
import type { AgentTool, AnalysisTool, ServiceTool, ToolOutput } from '../../shared/contract/tools/tool.ts'
import { withoutJsonText } from '../agent/message/json-text.ts'
import { calledAs } from '../agent/message/reply.ts'
import { argumentsRow, runTool } from '../agent/message/run-tool.ts'
import { validationAnswer } from '../agent/service-tools/deliverable-answers.ts'
import { answerQuestion, isQuestion, type QuestionName } from '../agent/service-tools/question-tools.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { isFileFormat, isForeign, refuseForeign, sniff } from '../engine/read/file/sniff.ts'
import { memberBytes } from '../engine/read/member-bytes.ts'
import { readRequest } from '../engine/read/read-request.ts'
import { refuseInvalid } from '../engine/result/options.ts'
import type { AnalysisInput } from '../engine/result/result.ts'
import { frameOf, scheduleToKeep } from './submission.ts'
import {
  argumentsOf,
  isRefused,
  NO_CHUNKS,
  type Params,
  type Ran,
  refused,
  type ToolCallContext,
  unbounded,
} from './tool-arguments.ts'
import type { ToolOrder } from './tool-order.ts'

// load_schedule: a schedule from the arguments, from a file in them, or from an address.

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

/** Characters that are no base64 are passed over: a file is what nearly all of the text becomes. No pattern, since texts may have millions of characters. */
const isFile = (bytes: Uint8Array, base64: string): boolean =>
  bytes.length > 0 && bytes.length >= 0.9 * ((3 * base64.length) / 4) - 3

/** Members of the arguments that are no part of the schedule. */
const NOT_OF_SCHEDULE: readonly string[] = ['text', 'base64', 'url', 'project', 'encoding', 'ttl_seconds']

/** The tasks that stand in the arguments. */
function readTasks(tool: ServiceTool, args: Uint8Array, { limits, kept, mediaType }: ToolCallContext) {
  const read = readRequest(argumentsRow(tool.request), args, mediaType, unbounded(limits), kept)
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
  const { chunks, ...loaded } = scheduleToKeep(workRow('schedules.create'), input, context.header)
  return {
    ...run,
    order: { do: 'keep', loaded: { ...loaded, fingerprint: null }, ...kept },
    chunks,
    taskCount: input.taskCount,
  }
}

const oneFault = (member: string, msg: string): Refusal =>
  refuseInvalid([{ loc: ['body', member], msg, type: 'value' }])

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
  const sent = readRequest(argumentsRow(tool.request, row.input), args, mediaType, unbounded(limits), kept)
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

function submit(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const named = toolNamed(sent.tool as string)
  if (named?.kind !== 'analysis') throw new Error(`${sent.tool} is no analysis, although the schema says so`)
  const inner = memberBytes(args, context.mediaType, 'arguments')
  return 'code' in inner
    ? refused(inner)
    : withTextsRead(named, inner, context, bytes => submission(named, bytes, context))
}

/** A file for an authority becomes a job, which keeps the file; a file of somebody is validated at once. */
function deliver(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const { base64, format } = sent as { base64?: string; format?: DeliverableName }
  if (base64 !== undefined) {
    const bytes = Buffer.from(base64, 'base64')
    if (!isFile(bytes, base64)) return refused(oneFault('base64', 'base64 must be base64.'))
    const outcome = validationAnswer(bytes, context.reply(tool.endpoint.path))
    return { outcome, taskCount: 0 }
  }
  const { header, limits, kept, mediaType } = context
  if (format === undefined) {
    const schedule = readRequest(argumentsRow(tool.request), args, mediaType, unbounded(limits), kept)
    if (!('schedules' in schedule)) return refused(schedule)
    return refused(oneFault('format', `format is required: ${DELIVERABLES.map(({ name }) => name).join(', ')}.`))
  }
  const row = workRow(deliverableId(format))
  const read = readRequest(
    argumentsRow(row.submission!, 'strict', ['format', 'base64']),
    args,
    mediaType,
    unbounded(limits),
    kept,
  )
  if (!('schedules' in read)) return refused(read)
  const ignoredFields = read.ignoredFields.filter(name => name !== 'format')
  const framed = frameOf(row, { ...read, ignoredFields }, header)
  if ('code' in framed) return refused(framed, read.taskCount)
  const { chunks, ...frame } = framed
  return {
    order: { do: 'submit', rowId: deliverableId(format), frame: { ...frame, fingerprint: null } },
    chunks,
    taskCount: read.taskCount,
    called: { endpoint: `${row.id}.async`, path: `${deliverablePath(format)}/async`, isMetered: true, code: null },
    tool: tool.name,
  }
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
  name: QuestionName,
  tool: ServiceTool,
  args: Uint8Array,
  { limits, kept, mediaType, checkpoint, reply }: ToolCallContext,
): Ran {
  const input = readRequest(argumentsRow(tool.request), args, mediaType, limits, kept)
  if (!('schedules' in input)) return refused(input)
  return {
    outcome: answerQuestion(name, input, () => reply(tool.endpoint.path), checkpoint),
    taskCount: input.taskCount,
  }
}

type Run = (tool: ServiceTool, args: Uint8Array, context: ToolCallContext) => Ran
/** Tools that are no questions. */
const RUNS: Readonly<Record<Exclude<ServiceToolName, QuestionName>, Run>> = {
  load_schedule: load,
  list_schedules: lookup,
  make_deliverable: deliver,
  submit_job: submit,
  get_job: lookup,
}

function service(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const name = tool.name as ServiceToolName
  return isQuestion(name) ? question(name, tool, args, context) : RUNS[name](tool, args, context)
}

/** Texts within texts that are looked into: arguments, a container, its tasks. */
const TEXTS_WITHIN_MAX = 4

/** Arguments that are refused are read again without the quotes around what is no text (json-text.ts). */
function withTextsRead(
  tool: AgentTool,
  args: Uint8Array,
  { mediaType }: ToolCallContext,
  run: (args: Uint8Array) => Ran,
): Ran {
  let ran = run(args)
  let read: Uint8Array | undefined = args
  for (let n = 0; n < TEXTS_WITHIN_MAX && mediaType === 'application/json'; n++) {
    if (!('outcome' in ran && 'code' in ran.outcome)) return ran
    read = withoutJsonText(read, tool.request)
    if (read === undefined) return ran
    ran = run(read)
  }
  return ran
}

/** A schedule is missing: a caller of a tool is to name one, and need not write it out. */
function withScheduleWords(tool: AgentTool, ran: Ran): Ran {
  if (!('outcome' in ran && 'code' in ran.outcome) || ran.outcome.faults === undefined) return ran
  const words =
    tool.name === 'load_schedule'
      ? 'Give one of text, base64, url and tasks.'
      : 'schedule_id is required: the one that load_schedule returned, or tasks in its place.'
  const faults = ran.outcome.faults.map(fault =>
    fault.type === 'missing' && fault.loc.at(-1) === 'tasks'
      ? {
          ...fault,
          loc: [...fault.loc.slice(0, -1), tool.name === 'load_schedule' ? 'tasks' : HANDLE_MEMBER],
          msg: words,
        }
      : fault,
  )
  return { ...ran, outcome: { ...ran.outcome, faults } }
}

const runOnce = (tool: AgentTool, args: Uint8Array, context: ToolCallContext): Ran =>
  tool.kind === 'analysis' ? analysis(tool, args, context) : service(tool, args, context)

export const runToolCall = (tool: AgentTool, args: Uint8Array, context: ToolCallContext): Ran =>
  withScheduleWords(
    tool,
    withTextsRead(tool, args, context, bytes => runOnce(tool, bytes, context)),
  )
