/**
 * The answer of a tool from the result of its analysis: what stands in `content` and in `structuredContent`. At full detail the
 * latter is the reply of the endpoint, byte for byte, or those members of its `data` that were chosen.
 *
 * A tool with structuredContent should also return it serialised as text (MCP 2025-11-25, server/tools, structured content): some
 * clients hand the model structuredContent alone, others nothing but `content`, and the first revision knows nothing else. So the
 * result stands in `content` after its summary, and the summary is a member of structuredContent as well. A brief answer, and one of chosen members, is one text.
 */
import { type AnalysisId, analyses } from '../../shared/contract/analysis/analyses.ts'
import { type ReplyContext, type ResultContext, replyMetadata } from '../../shared/contract/envelope.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { ToolOutput } from '../../shared/contract/tools/tool.ts'
import type { AnalysisResult } from '../engine/result/result.ts'
import type { PlainMap } from '../engine/summary/plain.ts'
import { writeReply } from '../engine/write/envelope.ts'
import { briefAnswer } from './brief/brief.ts'
import { choiceOf, keepChosen } from './choice.ts'
import { compactAnswer } from './compact.ts'
import { pageSummary, summaryText, withCutSentence } from './summary/summary.ts'

export interface ToolAnswer {
  /** Text blocks of `content`, in order: the summary, then the result as JSON. A whole result becomes text only on request. */
  readonly texts: readonly string[]
  /** The bytes of structuredContent, one JSON object; the body of POST /mcp/tools/{tool_name}. Each owns its memory. */
  readonly structured: Uint8Array<ArrayBuffer>[]
}

const dataOfRow = new Map(analyses.map(row => [row.id, row.data]))
const encoder = new TextEncoder()

export function toolAnswer(
  rowId: AnalysisId,
  result: AnalysisResult,
  facts: ResultContext,
  reply: ReplyContext,
  output: ToolOutput,
): ToolAnswer | Refusal {
  const wanted = choiceOf(output.fields, dataOfRow.get(rowId)!)
  if (!('choice' in wanted)) return wanted
  const chosen = keepChosen(result, wanted.choice)
  if (output.detail === 'brief' && output.fields === undefined) {
    const json = briefAnswer(result, { rowId, result: facts, reply })
    return { texts: [json], structured: [encoder.encode(json)] }
  }
  if (output.detail === 'full') {
    const structured = writeReply(chosen, facts, 'application/json', () => reply)
    const summary = summaryText(rowId, result)
    return {
      structured,
      get texts() {
        return [summary, Buffer.concat(structured).toString()]
      },
    }
  }
  const { max_items: itemsMax, offset = 0 } = output
  const fullSummary = offset === 0 ? summaryText(rowId, result) : pageSummary(result, offset)
  const view = { rowId, result: facts, reply, itemsMax, offset }
  const { summary, json } = compactAnswer(chosen, view, truncated => withCutSentence(fullSummary, truncated))
  // who chooses members reads them: the sentences stand in the JSON alone, once
  return { texts: output.fields === undefined ? [summary, json] : [json], structured: [encoder.encode(json)] }
}

// The answer of a tool that is not an analysis. It has the members of an analysis, so that a model reads all answers in the same way.

/** status: of a job its own. */
export function plainAnswer(summary: string, data: PlainMap, reply: ReplyContext, status = 'success'): ToolAnswer {
  const json = JSON.stringify({ status, summary, data, metadata: replyMetadata(reply) })
  return { texts: [json], structured: [encoder.encode(json)] }
}
