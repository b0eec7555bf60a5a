/**
 * The answer of a tool from the result of its analysis: what stands in `content` and in `structuredContent`. At full detail the
 * latter is the reply of the endpoint, byte for byte.
 *
 * A tool with structuredContent should also return it serialised as text (MCP 2025-11-25, server/tools, structured content). A compact
 * answer does: many clients hand the model nothing but `content`, and the first revision knows nothing else. A full one does
 * not, since it may have megabytes.
 */
import type { ReplyFacts, ResultFacts } from '../../shared/envelope.ts'
import type { Refusal } from '../../shared/errors.ts'
import type { ToolOutput } from '../../shared/tools/tool.ts'
import type { AnalysisResult } from '../result.ts'
import { spliceTail, writeEnvelope } from '../write/envelope.ts'

export interface ToolAnswer {
  /** Text blocks of `content`, in order: the summary, and the compact result as JSON. */
  readonly texts: readonly string[]
  /** The bytes of structuredContent, one JSON object; the body of POST /mcp/tools/{tool_name}. Each owns its memory. */
  readonly structured: Uint8Array<ArrayBuffer>[]
}

export function toolAnswer(
  _rowId: string,
  result: AnalysisResult,
  facts: ResultFacts,
  reply: ReplyFacts,
  _output: ToolOutput,
): ToolAnswer | Refusal {
  const { chunks } = writeEnvelope(result, facts, 'application/json')
  return { texts: [result.summary ?? ''], structured: [...chunks, spliceTail('application/json', reply)] }
}
