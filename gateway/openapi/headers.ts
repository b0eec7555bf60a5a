/** Headers of the answers, the schemes of identity, and the parameters that rows do not declare. */
import {
  ASSUMED_VERSION,
  HEADER_NAMES,
  METHOD_HEADER,
  NAME_HEADER,
  SUPPORTED_VERSIONS,
  VERSION_HEADER,
} from '../../shared/mcp/protocol.ts'
import { EXAMPLE_REQUEST_ID } from './examples/request-id.ts'
import { type JsonObject, reference } from './schemas.ts'

const integer = (description: string): JsonObject => ({ description, schema: { type: 'integer' } })
const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
})

const EVERY_ANSWER: Readonly<Record<string, JsonObject>> = {
  'X-Request-Id': text(
    "Id of the call: the caller's own X-Request-Id when it matches ^[A-Za-z0-9_-]{1,64}$, else a new one.",
    EXAMPLE_REQUEST_ID,
  ),
  'X-RateLimit-Limit': integer('Calls of the current window.'),
  'X-RateLimit-Remaining': integer('Calls left in the current window.'),
  'X-RateLimit-Reset': integer('End of the current window, in seconds since 1970.'),
  'RateLimit-Policy': text(
    'Window and month as the IETF draft writes them.',
    '"window";q=250;w=60, "month";q=500;w=2592000',
  ),
  RateLimit: text('What is left of them, and for how many seconds.', '"window";r=249;t=60, "month";r=480;t=806400'),
}

const SOME_ANSWERS: Readonly<Record<string, JsonObject>> = {
  'Content-Range': text('Which bytes of how many the body has.', 'bytes 65536-73411/73412'),
  'Retry-After': integer('Seconds after which another try makes sense.'),
  Location: text('Where to go on.', '/api/v1/analysis/cpm'),
  Link: text('The path that took over.', '</api/v1/analysis/cpm>; rel="successor-version"'),
  'Idempotent-Replayed': text('true: the first answer to this Idempotency-Key again.', 'true'),
  'WWW-Authenticate': text(
    'How to identify.',
    'Bearer resource_metadata="https://schedules.example.com/.well-known/oauth-protected-resource", ApiKey header="x-api-key"',
  ),
}

export type SomeHeader =
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
      'An access token of the identity provider, recommended over keys; or an API key, for clients that know no other header. x-api-key decides alone when both come.',
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
  McpMethod: [METHOD_HEADER, 'The method of the message, needed from 2026-07-28 on; what it says must be true.'],
  McpName: [NAME_HEADER, 'The tool that is called, needed from 2026-07-28 on; what it says must be true.'],
}

/** Component of each header that asks for a part of a body. */
const RANGE_HEADERS: Readonly<Record<string, readonly [header: string, description: string]>> = {
  Range: ['Range', 'One range of bytes of the body without an encoding: bytes=0-65535, bytes=65536-, bytes=-100.'],
  IfRange: ['If-Range', 'The ETag of the body that the range is of; of another body the whole is sent.'],
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
    'The mark of another service of the operator. Told in the metering event; it gives no right, and anything else is ignored.',
  ),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The same key with the same body gets the first answer again instead of a second job or key, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
})
