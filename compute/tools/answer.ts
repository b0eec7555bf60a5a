/**
 * The answer of a tool from the result of its analysis: what stands in `content` and in `structuredContent`. At full detail the
 * latter is the reply of the endpoint, byte for byte.
 *
 * A tool with structuredContent should also return it serialised as text (MCP 2025-11-25, server/tools, structured content). A compact
 * answer does, after its summary: some clients hand the model structuredContent alone, others nothing but `content`, and the first
 * revision knows nothing else. So the summary is a member of structuredContent as well. A full answer is not repeated as text,
 * since it may have megabytes.
 */
import { analyses } from '../../shared/endpoint/catalogue.ts'
import type { ReplyFacts, ResultFacts } from '../../shared/envelope.ts'
import type { Refusal } from '../../shared/errors.ts'
import { OUTPUT_MEMBER, type ToolOutput } from '../../shared/tools/tool.ts'
import { type Fieldset, fieldsetOfNames, isFieldset } from '../fieldset.ts'
import type { AnalysisResult } from '../result.ts'
import { writeReply } from '../write/envelope.ts'
import { compactAnswer } from './compact.ts'
import { tell, tellWithCuts } from './summary/summary.ts'

export interface ToolAnswer {
  /** Text blocks of `content`, in order: the summary, then the compact result as JSON. */
  readonly texts: readonly string[]
  /** The bytes of structuredContent, one JSON object; the body of POST /mcp/tools/{tool_name}. Each owns its memory. */
  readonly structured: Uint8Array<ArrayBuffer>[]
}

const dataOfRow = new Map(analyses.map(row => [row.id, row.data]))
const encoder = new TextEncoder()

export function toolAnswer(
  rowId: string,
  result: AnalysisResult,
  facts: ResultFacts,
  reply: ReplyFacts,
  output: ToolOutput,
): ToolAnswer | Refusal {
  const fieldset = fieldsetOfNames(output.fields, OUTPUT_MEMBER, dataOfRow.get(rowId)!)
  if (!isFieldset(fieldset)) return fieldset
  return output.detail === 'full'
    ? fullAnswer(rowId, result, facts, reply)
    : shortAnswer(rowId, result, facts, reply, fieldset, output.max_items)
}

function fullAnswer(rowId: string, result: AnalysisResult, facts: ResultFacts, reply: ReplyFacts): ToolAnswer {
  return {
    texts: [`${tell(rowId, result, facts.ignoredFields)}\nThe whole result is in structuredContent.`],
    structured: writeReply(result, facts, 'application/json', () => reply),
  }
}

function shortAnswer(
  rowId: string,
  result: AnalysisResult,
  facts: ResultFacts,
  reply: ReplyFacts,
  fieldset: Fieldset,
  itemsMax: number | undefined,
): ToolAnswer {
  const asked = { rowId, result: facts, reply, fieldset, itemsMax }
  const told = tell(rowId, result, facts.ignoredFields)
  const { summary, json } = compactAnswer(result, asked, truncated => tellWithCuts(told, truncated))
  return { texts: [summary, json], structured: [encoder.encode(json)] }
}
