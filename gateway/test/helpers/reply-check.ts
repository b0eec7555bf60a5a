/** Holds every reply seen in a test against its row: schema of the body, rate headers, request id. Throws on the first fault. */

import type { TSchema } from 'typebox'
import { Envelope } from '../../../shared/contract/endpoint/data/envelope-data.ts'
import { JobSubmission } from '../../../shared/contract/endpoint/data/job-data.ts'
import { ToolResult } from '../../../shared/contract/endpoint/data/mcp-data.ts'
import { ErrorBody, ValidationErrorBody } from '../../../shared/contract/endpoint/data/service-data.ts'
import { ERRORS } from '../../../shared/contract/error-rows.ts'
import { compiledSchema } from '../../../shared/test/compiled-schema.ts'
import { findRoute } from '../../call/routes.ts'
import type { Answer } from './service.ts'

function faultOf(schema: TSchema, value: unknown): string | undefined {
  const validator = compiledSchema(schema)
  if (validator.Check(value)) return undefined
  const [first] = validator.Errors(value)
  return `${first?.instancePath} ${first?.message}`
}

const envelopes = new Map<TSchema, TSchema>()

function schemaOf(method: string, path: string, answer: Answer): TSchema | undefined {
  const found = findRoute(method, path.split('?')[0]!)
  const row = 'refusal' in found || found.route.kind === 'retired' ? undefined : found.route.row
  const own = row?.kind === 'service' ? row.replies[answer.status]?.schema : undefined
  if (own !== undefined) return own
  if (answer.status >= 300) return ERRORS.validation.status === answer.status ? ValidationErrorBody : ErrorBody
  if (row === undefined || row.kind === 'service') return undefined
  if ('route' in found && found.route.kind === 'async') return JobSubmission
  if ('route' in found && found.route.kind === 'analysis' && found.route.tool !== undefined) return ToolResult
  const envelope = envelopes.get(row.data) ?? Envelope(row.data)
  envelopes.set(row.data, envelope)
  return envelope
}

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export function checkReply(method: string, path: string, answer: Answer): void {
  const where = `${method} ${path} ${answer.status}`
  for (const name of RATE_HEADERS) {
    if (!/^\d+$/.test(String(answer.headers[name]))) throw new Error(`${where}: ${name} is ${answer.headers[name]}`)
  }
  if (answer.headers['x-request-id'] === undefined) throw new Error(`${where}: no x-request-id`)
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
  if (answer.json === undefined || isProblem) return
  const schema = schemaOf(method, path, answer)
  if (schema === undefined) return
  const fault = faultOf(schema, answer.json)
  if (fault !== undefined) throw new Error(`${where}: the body breaks its schema at ${fault}`)
  if (schema === ErrorBody && ERRORS[answer.json.code as keyof typeof ERRORS]?.status !== answer.status) {
    throw new Error(`${where}: code ${answer.json.code} does not belong to the status`)
  }
}
