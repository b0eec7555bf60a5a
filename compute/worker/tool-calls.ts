/** A call of a tool on a thread: an analysis, a question about tasks, or an order for the gateway. */
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { asyncPath, syncHint } from '../../shared/contract/endpoint/analysis-row.ts'
import { HANDLE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import { detailOf, refuse } from '../../shared/contract/errors.ts'
import { admits } from '../../shared/contract/tiers.ts'
import { toolNamed } from '../../shared/contract/tools/agent-tools.ts'
import { takeOutput } from '../../shared/contract/tools/output.ts'
import { LIST_DEFAULT } from '../../shared/contract/tools/service/list-schedules.ts'
import type { ServiceToolName } from '../../shared/contract/tools/service/service-tools.ts'
import type { AgentTool, AnalysisTool, ServiceTool, ToolOutput } from '../../shared/contract/tools/tool.ts'
import { withoutJsonText } from '../agent/message/json-text.ts'
import { calledAs } from '../agent/message/reply.ts'
import { argumentsRow, runTool } from '../agent/message/run-tool.ts'
import { answerQuestion } from '../agent/service-tools/question-tools.ts'
import { memberBytes } from '../engine/read/member-bytes.ts'
import { readRequest } from '../engine/read/read-request.ts'
import { load } from './load-tool.ts'
import { frameOf } from './submission.ts'
import {
  argumentsOf,
  isRefused,
  NO_CHUNKS,
  type Ran,
  refused,
  type ToolCallContext,
  unbounded,
} from './tool-arguments.ts'
import type { ToolOrder } from './tool-order.ts'

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
  const input = readRequest(argumentsRow(tool.request), args, mediaType, limits, kept)
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
  tool.kind === 'analysis' ? analysis(tool, args, context) : RUNS[tool.name as ServiceToolName](tool, args, context)

export const runToolCall = (tool: AgentTool, args: Uint8Array, context: ToolCallContext): Ran =>
  withScheduleWords(
    tool,
    withTextsRead(tool, args, context, bytes => runOnce(tool, bytes, context)),
  )
