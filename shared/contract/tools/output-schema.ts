/**
 * Schema of structuredContent, the same for every tool: the members of each envelope, whole, compact and on a further page. The description of
 * each tool says what `data` holds; its whole schema is in the OpenAPI document, where it costs no context.
 */
import type { JsonSchema } from './input-schema.ts'

export const OUTPUT_SCHEMA: JsonSchema = { type: 'object', required: ['status', 'data'] }
