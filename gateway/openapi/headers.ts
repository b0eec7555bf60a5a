/** Headers of the answers, the schemes of identity, and the parameters that rows do not declare. */
import { WARNINGS_HEADER } from '../../shared/contract/endpoint/convert.ts'
import {
  ASSUMED_VERSION,
  HEADER_NAMES,
  METHOD_HEADER,
  NAME_HEADER,
  SUPPORTED_VERSIONS,
  VERSION_HEADER,
} from '../../shared/contract/mcp/protocol.ts'
import { COMPUTE_HEADERS } from '../call/call.ts'
import { EXAMPLE_REQUEST_ID } from './examples/cpm-reply.ts'
import { type JsonObject, reference } from './schemas.ts'

const integer = (description: string): JsonObject => ({ description, schema: { type: 'integer' } })
const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
})

const EVERY_ANSWER: Readonly<Record<string, JsonObject>> = {
  'X-Request-Id': text(
    "Id of the call: the caller's own X-Request-Id if it matches ^[A-Za-z0-9_-]{1,64}$, otherwise a new one.",
    EXAMPLE_REQUEST_ID,
  ),
  'X-RateLimit-Limit': integer('Calls allowed in the current window.'),
  'X-RateLimit-Remaining': integer('Calls left in the current window.'),
  'X-RateLimit-Reset': integer('End of the current window, in seconds since 1970.'),
  'RateLimit-Policy': text(
    'Window and month in the format of the IETF draft.',
    '"window";q=250;w=60, "month";q=500;w=2592000',
  ),
  RateLimit: text(
    'Remaining calls of window and month, and the seconds until they are reset.',
    '"window";r=249;t=60, "month";r=480;t=806400',
  ),
}

const SOME_ANSWERS: Readonly<Record<string, JsonObject>> = {
  [COMPUTE_HEADERS[0]]: { description: 'Milliseconds of a thread that the call took.', schema: { type: 'number' } },
  [COMPUTE_HEADERS[1]]: integer(
    'Milliseconds of a thread that the account may use at once, after this call. Below 0 its calls wait behind those of others; far below they are refused (429 compute_exceeded).',
  ),
  'Content-Range': text('The range of bytes in the body, and the total length.', 'bytes 65536-73411/73412'),
  [WARNINGS_HEADER]: text(
    'Of a project file: what it says otherwise than what was sent, as codes with a count. ?report= gives tasks and texts.',
    'finish_differs;from="2026-05-13T17:00";to="2026-05-12T17:00", dates_differ;count=4;of=58',
  ),
  'Retry-After': integer('Seconds to wait before the next attempt.'),
  Location: text('Address to continue at.', '/api/v1/analysis/cpm'),
  Link: text('The path that replaces this one.', '</api/v1/analysis/cpm>; rel="successor-version"'),
  'Idempotent-Replayed': text('true: this repeats the first answer to this Idempotency-Key.', 'true'),
  'WWW-Authenticate': text(
    'How to authenticate.',
    'Bearer resource_metadata="https://schedules.example.com/.well-known/oauth-protected-resource", ApiKey header="x-api-key"',
  ),
}

export type SomeHeader =
  | typeof WARNINGS_HEADER
  | (typeof COMPUTE_HEADERS)[number]
  | 'Content-Range'
  | 'Retry-After'
  | 'Location'
  | 'Link'
  | 'Idempotent-Replayed'
  | 'WWW-Authenticate'

const refer = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map(name => [name, reference('headers', name)]))

export const headerComponents = (): JsonObject => ({ ...EVERY_ANSWER, ...SOME_ANSWERS })

/** Headers of one answer: those of every answer, and the ones named. */
export const headersWith = (...names: readonly SomeHeader[]): JsonObject =>
  refer([...Object.keys(EVERY_ANSWER), ...names])

export const securitySchemes = (): JsonObject => ({
  'x-api-key': {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'An API key: sis_live_... or sis_demo_...',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of the identity provider (recommended), or an API key, for clients that support no other header. If x-api-key is sent too, only the key counts.',
  },
})

const sent = (name: string, description: string, schema: JsonObject = { type: 'string' }): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

/** Component of each header of a message. */
const MESSAGE_HEADERS: Readonly<Record<string, readonly [header: string, description: string]>> = {
  McpProtocolVersion: [
    VERSION_HEADER,
    `Revision of the protocol: ${SUPPORTED_VERSIONS.join(', ')}. Absent: ${ASSUMED_VERSION}.`,
  ],
  McpMethod: [METHOD_HEADER, 'The method of the message. Required from 2026-07-28 on; it must match the body.'],
  McpName: [NAME_HEADER, 'The name of the called tool. Required from 2026-07-28 on; it must match the body.'],
}

/** Component of each header that requests a part of a body. */
const RANGE_HEADERS: Readonly<Record<string, readonly [header: string, description: string]>> = {
  Range: ['Range', 'One range of bytes of the uncompressed body: bytes=0-65535, bytes=65536-, bytes=-100.'],
  IfRange: [
    'If-Range',
    'The ETag of the body that the range refers to. If the body has changed, the whole body is sent.',
  ],
}

export const rangeParameters = (): JsonObject[] => Object.keys(RANGE_HEADERS).map(name => reference('parameters', name))

export const messageParameters = (): JsonObject[] =>
  Object.keys(MESSAGE_HEADERS).map(name => reference('parameters', name))

export const parameterComponents = (): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(MESSAGE_HEADERS).map(([name, [header, description]]) => [
      name,
      sent(HEADER_NAMES[header]!, description),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(RANGE_HEADERS).map(([name, [header, description]]) => [name, sent(header, description)]),
  ),
  InternalDispatch: sent(
    'x-service-internal-dispatch',
    'Marks a call by another service of the operator. It is recorded in the metering event and grants no rights; any other value is ignored.',
  ),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The same key with the same body gets the first answer again, instead of creating a second job or key, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
})
