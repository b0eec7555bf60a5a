/** The answer of a tool that is not an analysis. It has the members of an analysis, so that a model reads all answers in the same way. */
import type { ReplyContext } from '../../shared/contract/envelope.ts'
import { replyMetadata } from '../../shared/contract/envelope.ts'
import type { PlainMap } from '../engine/summary/plain.ts'
import type { ToolAnswer } from './answer.ts'

const encoder = new TextEncoder()

/** status: of a job its own. */
export function plainAnswer(summary: string, data: PlainMap, reply: ReplyContext, status = 'success'): ToolAnswer {
  const json = JSON.stringify({ status, summary, data, metadata: replyMetadata(reply) })
  return { texts: [json], structured: [encoder.encode(json)] }
}
