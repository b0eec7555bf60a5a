/**
 * Schema of structuredContent, the same for every tool: the envelope of the endpoint, and in a compact answer `truncated`. What `data`
 * has is told by the description of each tool; its whole schema stands in the interface description, where it costs no context.
 */
import { ENVELOPE_STATUSES } from '../envelope.ts'
import type { JsonSchema } from './input-schema.ts'

export const OUTPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    status: { enum: ENVELOPE_STATUSES },
    score: { type: ['number', 'null'] },
    grade: { type: ['string', 'null'] },
    summary: { type: 'string' },
    findings: { type: 'array' },
    recommendations: { type: 'array' },
    data: { type: 'object' },
    truncated: { type: 'object', description: 'Lists that were cut: {path: {total, shown}}.' },
  },
  required: ['status', 'findings', 'recommendations', 'data'],
}
