/**
 * A tool is its analysis row with other arguments and another answer: read by the same reader within the same limits, computed by the same
 * analyser. It serves POST /mcp/tools/{tool_name} and calls in messages.
 */
import type { ReplyContext } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { inputSha256 } from '../../../shared/contract/schedule/frame.ts'
import { takeOutput } from '../../../shared/contract/tools/output.ts'
import type { AnalysisTool, ToolOutput } from '../../../shared/contract/tools/tool.ts'
import { analysers } from '../../engine/analysers.ts'
import type { KeptSchedules } from '../../engine/read/kept/kept-schedule.ts'
import { type MediaType, type ReadLimits, type ReadRow, readRequest } from '../../engine/read/read-request.ts'
import { isRefusal } from '../../engine/result/result.ts'
import { type ToolAnswer, toolAnswer } from '../answer.ts'

export interface ToolRun {
  readonly outcome: ToolAnswer | Refusal
  /** Tasks of all schedules together; 0 when the reader did not get that far. */
  readonly taskCount: number
}

interface ToolCall {
  readonly body: Uint8Array
  readonly mediaType: MediaType
  readonly limits: ReadLimits
  readonly kept: KeptSchedules
  /** UTC day number of the request. */
  readonly today: number
  /** Throws when nobody wants the result any more. */
  readonly checkpoint?: (() => void) | undefined
  /** Called when the result is there. */
  readonly reply: () => ReplyContext
}

/** What the arguments of a tool are read by: an argument that it does not know refuses the call. elsewhere: arguments that another reader takes. */
export const argumentsRow = (
  request: ReadRow['request'],
  input: ReadRow['input'] = 'strict',
  elsewhere: readonly string[] = [],
): ReadRow => ({ request, input, refusesUnknownBut: elsewhere })

/** More tasks than this make a long answer, which an agent gets on request. */
const LARGE_TASK_COUNT = 2_500

/** The default: the short form for a schedule that can be analysed again without being sent, and for a large one. */
function detailOf(output: ToolOutput, isKept: boolean, taskCount: number): ToolOutput {
  const wantsLists = output.fields !== undefined || output.max_items !== undefined || (output.offset ?? 0) > 0
  return (isKept || taskCount > LARGE_TASK_COUNT) && !wantsLists ? { detail: 'brief' } : {}
}

export function runTool(
  tool: AnalysisTool,
  { body, mediaType, limits, kept, today, checkpoint, reply }: ToolCall,
): ToolRun {
  const { row } = tool
  const sent = readRequest(argumentsRow(tool.request, row.input), body, mediaType, limits, kept)
  if (!('schedules' in sent)) return { outcome: sent, taskCount: 0 }
  const { input, output } = takeOutput(sent)
  const { taskCount, ignoredFields, imports } = input
  checkpoint?.()
  const result = analysers[row.id](input, { today, ...(checkpoint && { checkpoint }) })
  if (isRefusal(result)) return { outcome: result, taskCount }
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  const wanted = { ...detailOf(output, kept.size > 0, taskCount), ...output }
  return { outcome: toolAnswer(row.id, result, facts, reply(), wanted), taskCount }
}
