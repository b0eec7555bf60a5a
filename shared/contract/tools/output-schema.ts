/**
 * Schema of structuredContent, the same for every tool: an envelope, whole, compact or a further page, which always has status and data. The
 * description of each tool says what `data` holds; its whole schema is in the OpenAPI document, where it costs no context.
 */
import type { JsonSchema } from './input-schema.ts'

export const OUTPUT_SCHEMA: JsonSchema = { type: 'object' }
