/** A row of the catalogue -> an operation of the document. */
import Type, { type TSchema } from 'typebox'
import { asyncPath } from '../../shared/endpoint/analysis-row.ts'
import type { AnalysisRow, Reply, RetiredRow, ServiceRow } from '../../shared/endpoint/row.ts'
import { Envelope } from '../../shared/envelope.ts'
import { MEDIA_TYPES } from '../../shared/negotiate.ts'
import { TIER_NAMES, TIERS, type TierName } from '../../shared/tiers.ts'
import { type Route, unbuilt } from '../http/routes.ts'
import { CPM_REPLY_EXAMPLE } from './examples/cpm-reply.ts'
import { CALLBACK_URL_EXAMPLE, REQUEST_EXAMPLES } from './examples/requests.ts'
import { headersWith } from './headers.ts'
import { Submission, submissionReply } from './jobs.ts'
import type { RefusalBook } from './refusals.ts'
import { type Json, type JsonObject, reference, type SchemaBook } from './schemas.ts'
import { tagOf } from './tags.ts'

export interface Books {
  readonly schemas: SchemaBook
  readonly refusals: RefusalBook
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly body: JsonObject
}

/** Names of types that do not follow from the name of the row: those the specification uses. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  'health.score': 'HealthScore',
  'analysis.resources': 'ResourceAnalysis',
  'analysis.validate': 'ScheduleValidation',
}
const ABBREVIATIONS: readonly string[] = ['cpm', 'dcma', 'decm']

/** health.dcma-decm -> DCMADECM: its types are DCMADECMRequest, DCMADECMData, DCMADECMResult. */
export function typeName(row: AnalysisRow): string {
  const words = row.id.slice(row.family.length + 1).split('-')
  const capital = (word: string): string =>
    ABBREVIATIONS.includes(word) ? word.toUpperCase() : word[0]!.toUpperCase() + word.slice(1)
  return TYPE_NAMES[row.id] ?? words.map(capital).join('')
}

const REPLY_EXAMPLES: Readonly<Record<string, object>> = { 'analysis.cpm': CPM_REPLY_EXAMPLE }

const EVERYONE = TIER_NAMES[0]

const SECURITY: Readonly<Record<ServiceRow['identity'], Json[]>> = {
  none: [],
  token: [],
  bearer: [{ bearer: [] }],
  key: [{ 'x-api-key': [] }, { bearer: [] }],
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

function sentences(...parts: readonly (string | false | undefined)[]): JsonObject {
  const description = parts.filter(Boolean).join(' ')
  return description === '' ? {} : { description }
}

const tierSentence = (tier: TierName): string | false =>
  tier !== EVERYONE && `Tier ${TIERS[tier].displayName} or higher.`

/** x-pending: declared, answers 501 until it is built. */
const pendingMark = (route: Route): JsonObject =>
  unbuilt(route)?.code === 'not_implemented' ? { 'x-pending': true } : {}

const pendingSentence = (route: Route): string | false =>
  unbuilt(route)?.code === 'not_implemented' && 'Not built yet: answers 501.'

/** The same schema in every form a body may have; the example only in the one people read. */
const forms = (schema: JsonObject, example: object | undefined): JsonObject =>
  Object.fromEntries(
    MEDIA_TYPES.map((mediaType, i) => [
      mediaType,
      { schema, ...(i === 0 && example !== undefined ? { example: asJson(example) } : {}) },
    ]),
  )

const requestSchema = ({ schemas }: Books, row: AnalysisRow): JsonObject =>
  schemas.define(`${typeName(row)}Request`, row.request)

/** Reference to the schema of the reply: the envelope around the data of the row. */
export function resultSchema(row: AnalysisRow, { schemas }: Books): JsonObject {
  const data = schemas.define(`${typeName(row)}Data`, row.data)
  return schemas.define(`${typeName(row)}Result`, Envelope(Type.Unsafe(data)))
}

function common(route: Route & { kind: 'analysis' | 'async' }, tier: TierName): JsonObject {
  const { row } = route
  return {
    tags: [tagOf(row.id)],
    ...pendingMark(route),
    'x-tier': tier,
    ...sentences(
      row.description,
      route.kind === 'async' && 'The job answers what the synchronous call would have answered.',
      tierSentence(tier),
      pendingSentence(route),
    ),
    security: SECURITY.key,
  }
}

export function analysisOperation(row: AnalysisRow, books: Books): Operation {
  const route: Route & { kind: 'analysis' } = { kind: 'analysis', row, params: {} }
  const reply = forms(resultSchema(row, books), REPLY_EXAMPLES[row.id])
  return {
    path: row.path,
    method: row.method,
    body: {
      operationId: row.id,
      summary: row.summary,
      ...common(route, row.tier),
      'x-tool': row.tool,
      requestBody: { required: true, content: forms(requestSchema(books, row), REQUEST_EXAMPLES[row.id]) },
      responses: {
        200: { description: 'The result.', headers: headersWith(), content: reply },
        ...books.refusals.responsesOf(route),
      },
    },
  }
}

export function asyncOperation(row: AnalysisRow, books: Books): Operation {
  const route: Route & { kind: 'async' } = { kind: 'async', row, params: {} }
  const schema = { allOf: [requestSchema(books, row), books.schemas.define('Submission', Submission)] }
  return {
    path: asyncPath(row),
    method: row.method,
    body: {
      operationId: `${row.id}.async`,
      summary: `${row.summary}, as a job`,
      ...common(route, row.asyncTier),
      parameters: [reference('parameters', 'IdempotencyKey')],
      requestBody: {
        required: true,
        content: forms(schema, { ...REQUEST_EXAMPLES[row.id], callback_url: CALLBACK_URL_EXAMPLE }),
      },
      responses: { 202: submissionReply(books.schemas), ...books.refusals.responsesOf(route) },
    },
  }
}

/** Members of an object schema as parameters. */
function parametersIn(
  place: 'path' | 'query',
  schema: TSchema | undefined,
  names: readonly string[],
  { schemas }: Books,
) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: readonly string[]
  }
  return names.map(name => {
    const { description, ...type } = properties[name] === undefined ? { type: 'string' } : schemas.use(properties[name])
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: type,
    }
  })
}

function replyOf({ description, schema, mediaType }: Reply, { schemas }: Books): JsonObject {
  const content: JsonObject =
    schema !== undefined
      ? { [mediaType ?? MEDIA_TYPES[0]]: { schema: schemas.use(schema) } }
      : mediaType === undefined
        ? {}
        : { [mediaType]: {} }
  return { description, headers: headersWith(), ...(Object.keys(content).length === 0 ? {} : { content }) }
}

export function serviceOperation(row: ServiceRow, books: Books): Operation {
  const route: Route = { kind: 'service', row, params: {} }
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  const inQuery = Object.keys((row.query as { properties?: object } | undefined)?.properties ?? {})
  const parameters = [
    ...parametersIn('path', row.params, inPath, books),
    ...parametersIn('query', row.query, inQuery, books),
  ]
  const refused = books.refusals.responsesOf(route)
  const replies = Object.fromEntries(
    Object.entries(row.replies).map(([status, reply]) => [status, replyOf(reply, books)]),
  )
  const both = Object.keys(replies).filter(status => status in refused)
  if (both.length > 0) throw new Error(`${row.id} answers ${both.join()} in two ways`)
  return {
    path: row.path,
    method: row.method,
    body: {
      operationId: row.id,
      summary: row.summary,
      tags: [tagOf(row.id)],
      ...pendingMark(route),
      'x-tier': row.tier,
      ...sentences(
        row.description,
        row.identity === 'token' && 'Identified by a shared secret in a header of its own.',
        tierSentence(row.tier),
        pendingSentence(route),
      ),
      security: SECURITY[row.identity],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(row.body === undefined
        ? {}
        : { requestBody: { required: true, content: forms(books.schemas.use(row.body), undefined) } }),
      responses: { ...replies, ...refused },
    },
  }
}

/** A retired path answers every method alike; the document shows the one it was served with. */
export const RETIRED_METHOD = 'POST'

export function retiredOperation(row: RetiredRow, books: Books): Operation {
  const route: Route = { kind: 'retired', row, params: {} }
  const id = `retired.${row.path.split('/').slice(3).join('.')}`
  return {
    path: row.path,
    method: RETIRED_METHOD,
    body: {
      operationId: id,
      summary: row.successor === undefined ? 'Gone' : `Moved to ${row.successor}`,
      tags: [tagOf(id)],
      deprecated: true,
      ...sentences(row.hint),
      security: [],
      responses: books.refusals.responsesOf(route),
    },
  }
}
