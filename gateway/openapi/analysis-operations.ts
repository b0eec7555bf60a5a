/** A row of an analysis -> its two operations: the call and the job. */
import Type from 'typebox'
import type { AnalysisId, AnalysisRow } from '../../shared/contract/analysis/analyses.ts'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { Envelope } from '../../shared/contract/endpoint/data/envelope-data.ts'
import { submissionBody } from '../../shared/contract/endpoint/data/job-data.ts'
import { CALLBACK_URL_EXAMPLE } from '../../shared/contract/endpoint/examples/callback-url.ts'
import { methodPath } from '../../shared/contract/endpoint/method-pages.ts'
import { FORM_MEDIA_TYPES, formsOf } from '../../shared/contract/endpoint/result-forms.ts'
import { fileQuery, tableQuery } from '../../shared/contract/endpoint/table-query.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import { COMPUTE_HEADERS } from '../call/call.ts'
import type { Route } from '../call/routes.ts'
import { CPM_REPLY_EXAMPLE } from './examples/cpm-reply.ts'
import { headersWith } from './headers.ts'
import { JOB_FINISHED, submissionReply } from './jobs.ts'
import { fileContents, withNames } from './kept-schedules.ts'
import {
  BODY_NAME,
  describedForms,
  heading,
  jsonBody,
  type Operation,
  otherContents,
  type Registries,
} from './operation.ts'
import { type JsonObject, reference } from './schemas.ts'

/** Query parameters that many calls share, as components: of calls that take project files, and of those whose answer may be CSV. */
type Query = Readonly<Record<string, object>>

const capital = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`
const fileName = (name: string): string => `File${capital(name)}`

const fileParameters = (): JsonObject[] => Object.keys(fileQuery).map(name => reference('parameters', fileName(name)))

const tableParameters = (): JsonObject[] => Object.keys(tableQuery).map(name => reference('parameters', capital(name)))

/** What a row has in its query beside files and tables. */
function ownParameters({ query }: AnalysisRow): JsonObject[] {
  const { properties } = query as unknown as { readonly properties: Query }
  const own = Object.entries(properties).filter(([name]) => !Object.hasOwn({ ...fileQuery, ...tableQuery }, name))
  return Object.values(components(Object.fromEntries(own), name => name)) as JsonObject[]
}

const components = (query: Query, nameOf: (name: string) => string): JsonObject =>
  Object.fromEntries(
    Object.entries(query).map(([name, schema]) => {
      const { description, ...type } = schema as unknown as JsonObject
      return [nameOf(name), { name, in: 'query', required: false, description, schema: type } as JsonObject]
    }),
  )

export const queryParameterComponents = (): JsonObject => ({
  ...components(fileQuery, fileName),
  ...components(tableQuery, capital),
})

const ABBREVIATIONS: readonly string[] = ['cpm', 'dcma', 'decm']

/** health.dcma-decm -> DCMADECM: its types are DCMADECMRequest, DCMADECMData, DCMADECMResult. */
function typeName(row: AnalysisRow): string {
  const words = row.name.split('-')
  const capital = (word: string): string =>
    ABBREVIATIONS.includes(word) ? word.toUpperCase() : word[0]!.toUpperCase() + word.slice(1)
  return row.typeName ?? words.map(capital).join('')
}

const REPLY_EXAMPLES: Readonly<Partial<Record<AnalysisId, object>>> = { 'analysis.cpm': CPM_REPLY_EXAMPLE }

/** kind: part of the names of the schemas. A job has one object with the members of both: of two that are combined some generators lose one. */
function requestContents(row: AnalysisRow, kind: '' | 'Job', example: object, { schemas }: Registries): JsonObject {
  const name = typeName(row)
  const request = kind === 'Job' ? submissionBody(row.request) : row.request
  return {
    ...jsonBody(schemas.define(`${name}${kind}Request`, withNames(request), name), example),
    ...fileContents(request, `${name}${kind}Form`, name, schemas),
  }
}

/** Reference to the schema of the reply: the envelope around the data of the row. */
function resultSchema(row: AnalysisRow, { schemas }: Registries): JsonObject {
  const data = schemas.define(`${typeName(row)}Data`, row.data, typeName(row))
  return schemas.define(`${typeName(row)}Result`, Envelope(Type.Unsafe(data)), typeName(row))
}

const common = (route: Route & { kind: 'analysis' | 'async' }, tier: TierName): JsonObject => ({
  ...heading(
    route,
    tier,
    'key',
    route.kind === 'async' && 'The result of the job equals that of the synchronous call.',
  ),
  externalDocs: {
    // relative to the description
    url: methodPath(route.row.id).slice(1),
    description: 'How its figures are computed: formulas, thresholds, sources, a worked example',
  },
})

export function analysisOperation(row: AnalysisRow, registries: Registries): Operation {
  const route: Route & { kind: 'analysis' } = { kind: 'analysis', row, params: {} }
  const forms = formsOf(row.id).map(form => FORM_MEDIA_TYPES[form])
  const reply = { ...jsonBody(resultSchema(row, registries), REPLY_EXAMPLES[row.id]), ...otherContents(forms) }
  return {
    path: row.path,
    method: row.method,
    body: {
      operationId: row.id,
      summary: row.summary,
      ...common(route, row.tier),
      'x-tool': row.tool,
      parameters: [...fileParameters(), ...tableParameters(), ...ownParameters(row)],
      ...BODY_NAME,
      requestBody: { required: true, content: requestContents(row, '', row.example, registries) },
      responses: {
        200: {
          description: describedForms('The result.', forms),
          headers: headersWith(...COMPUTE_HEADERS),
          content: reply,
        },
        ...registries.refusals.responsesOf(route),
      },
    },
  }
}

export function asyncOperation(row: AnalysisRow, registries: Registries): Operation {
  const route: Route & { kind: 'async' } = { kind: 'async', row, params: {} }
  const example = { ...row.example, callback_url: CALLBACK_URL_EXAMPLE }
  return {
    path: asyncPath(row),
    method: row.method,
    body: {
      operationId: `${row.id}.async`,
      summary: `${row.summary}, as a job`,
      ...common(route, row.asyncTier),
      parameters: [...fileParameters(), ...ownParameters(row), reference('parameters', 'IdempotencyKey')],
      ...BODY_NAME,
      requestBody: {
        required: true,
        content: requestContents(row, 'Job', example, registries),
      },
      callbacks: JOB_FINISHED,
      responses: { 202: submissionReply(registries.schemas), ...registries.refusals.responsesOf(route) },
    },
  }
}
