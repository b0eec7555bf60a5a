/**
 * Schema of structuredContent, the same for every tool: what each envelope has, whole, compact and on a further page. What `data` has is
 * told by the description of each tool; its whole schema stands in the interface description, where it costs no context.
 */
import type { JsonSchema } from './input-schema.ts'

export const OUTPUT_SCHEMA: JsonSchema = { type: 'object', required: ['status', 'data'] }
