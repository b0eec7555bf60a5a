/**
 * The OpenAPI 3.1 document of the service, made from the catalogue, the errors, the envelope and the tiers. It describes nothing that the
 * gateway does not read from the same rows.
 */

import type { TSchema } from 'typebox'
import Type from 'typebox'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { catalogue, type EndpointRow } from '../../shared/contract/catalogue/catalogue.ts'
import { chapterSlug } from '../../shared/contract/endpoint/chapters.ts'
import { ErrorBody, TierRecord, ValidationErrorBody } from '../../shared/contract/endpoint/data/service-data.ts'
import { METHOD_PAGES_PATH } from '../../shared/contract/endpoint/method-pages.ts'
import { FORM_MEDIA_TYPES } from '../../shared/contract/endpoint/result-forms.ts'
import { API_VERSION, SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import {
  BaselineSchedule,
  Calendar,
  CurrentSchedule,
  DatedSnapshot,
  Snapshot,
} from '../../shared/contract/schedule/containers.ts'
import {
  FORM_MEDIA_TYPE,
  formatSeries,
  READ_FORMATS,
  SNIFFED_MEDIA_TYPES,
} from '../../shared/contract/schedule/file-formats.ts'
import { DependencyLink, Task } from '../../shared/contract/schedule/task.ts'
import { TIER_NAMES, TIERS, WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import { once } from '../../shared/platform/once.ts'
import { hasJobs, unbuilt } from '../call/routes.ts'
import { analysisOperation, asyncOperation, queryParameterComponents } from './analysis-operations.ts'
import { headerComponents, parameterComponents, securitySchemes } from './headers.ts'
import { pathItemComponents } from './jobs.ts'
import { withNames } from './kept-schedules.ts'
import { type Operation, type Registries, retiredOperation, tags } from './operation.ts'
import { exampleComponents, RefusalRegistry } from './refusals.ts'
import { type Json, type JsonObject, SchemaRegistry } from './schemas.ts'
import { serviceJobOperation, serviceOperation } from './service-operation.ts'

// The introduction of the document, made from the tables that it describes.

const count = (value: number | null): string => (value === null ? 'unlimited' : value.toLocaleString('en-US'))

const tierTable = (): string =>
  [
    `| Tier | Tasks per schedule | Calls per month | Calls per ${WINDOW_SECONDS} s | Payload |`,
    '|---|---|---|---|---|',
    ...TIER_NAMES.map(name => {
      const tier = TIERS[name]
      return `| ${tier.displayName} | ${count(tier.taskCountMax)} | ${count(tier.callsPerMonth)} | ${count(tier.callsPerWindow)} | ${tier.payloadMegabytesMax} MB |`
    }),
  ].join('\n')

export const introduction =
  (): string => `Scores, grades and computes project schedules. A schedule is sent with the call, or kept once (\`POST /api/v1/schedules\`) and named by its \`schedule_id\` in the place of its tasks.

Send an API key in \`x-api-key\`, or a bearer token or the key in \`Authorization\`. A schedule and its result may be msgpack (\`application/msgpack\`) with the same members as the JSON described here. A body may be uncompressed, gzip, br or zstd. Answers follow \`Accept\` and \`Accept-Encoding\`. A result, also of a job, is available as a report for reading and printing (\`${FORM_MEDIA_TYPES.html}\`), as a workbook (\`${FORM_MEDIA_TYPES.xlsx}\`, with a sheet for each list), and each of its tables as CSV (\`${FORM_MEDIA_TYPES.csv}\`).

Every analysis and its jobs also accept project files: ${formatSeries('and', READ_FORMATS, ({ label, mediaType }) => `${label} (\`${mediaType}\`)`)}. With \`${SNIFFED_MEDIA_TYPES.join('`, `')}\` the format is detected from the first bytes. In a form (\`${FORM_MEDIA_TYPE}\`) the parts have the names of the request members: \`schedule\` (or \`tasks\`) for a single schedule; \`current_schedule\`, \`baseline_schedule\` and \`schedule_history\` (repeated) for several. Each part is a project file, JSON or msgpack, and formats can be mixed. \`options\` can be sent as a JSON part, and other members as JSON or text (\`status_date\`, \`callback_url\`, \`current_schedule.status_date\`); they take precedence over values in a file. \`metadata.import\` in the answer states what was read from a file, with its data date, the scheduling options used for its dates, and its baselines. \`?project=\` selects a project, or a baseline of a P6 XML file (\`baseline_schedule.project=\` in a form).

${tierTable()}

Every refusal has a text in \`detail\`, a stable code in \`code\` and the id of the call in \`request_id\`. With \`Accept: application/problem+json\` the same information is sent as RFC 9457. Web pages of origins that the operator allows may call every path. Operations marked \`x-pending\` are declared and answer 501 until they are implemented.`

/** The body of a refusal as RFC 9457: the members of the plain form, and the standard's own. */
export const Problem = Type.Object({
  type: Type.String({ description: 'Reference to the code in the error catalogue.' }),
  title: Type.String({ description: 'The meaning of the code in a few words.' }),
  status: Type.Integer({ description: 'Status of the answer.' }),
  instance: Type.String({ description: 'Path that was called.' }),
  ...ErrorBody.properties,
  error_count: Type.Optional(ValidationErrorBody.properties.error_count),
  errors: Type.Optional(ValidationErrorBody.properties.detail),
})

// The document without components that nothing refers to, such as the example of a refusal that no operation gives.

/** What may be referred to; the others are there by name. */
const REFERRED: readonly string[] = ['schemas', 'responses', 'examples', 'parameters', 'headers', 'pathItems']

function withoutUnused(document: JsonObject): JsonObject {
  const components = document.components as Record<string, JsonObject>
  const used = new Set<string>()
  const rest: Json[] = Object.entries(document).flatMap(([key, part]) => (key === 'components' ? [] : [part]))
  while (rest.length > 0) {
    const value = rest.pop()!
    if (typeof value !== 'object' || value === null) continue
    const ref = Array.isArray(value) ? undefined : value.$ref
    if (typeof ref === 'string' && !used.has(ref)) {
      used.add(ref)
      const [, , kind = '', name = ''] = ref.split('/')
      rest.push(components[kind]![name]!)
    }
    rest.push(...Object.values(value))
  }
  const kept = (kind: string, parts: JsonObject): JsonObject =>
    REFERRED.includes(kind)
      ? Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`#/components/${kind}/${name}`)))
      : parts
  return {
    ...document,
    components: Object.fromEntries(Object.entries(components).map(([kind, parts]) => [kind, kept(kind, parts)])),
  }
}

/** Schemas that are referred to by name, the parts before the whole; others have their name in themselves ($id). */
const NAMED: Readonly<Record<string, TSchema>> = {
  DependencyLink,
  Task,
  Calendar,
  CurrentSchedule,
  BaselineSchedule,
  Snapshot,
  DatedSnapshot,
  Refusal: ErrorBody,
  ValidationRefusal: ValidationErrorBody,
  Problem,
  TierRecord,
}

function operationsOf(row: EndpointRow, registries: Registries): Operation[] {
  switch (row.kind) {
    case 'analysis':
      return [analysisOperation(row, registries), asyncOperation(row, registries)]
    case 'service':
      return hasJobs(row)
        ? [serviceOperation(row, registries), serviceJobOperation(row, registries)]
        : [serviceOperation(row, registries)]
    case 'retired':
      return [retiredOperation(row, registries)]
  }
}

/** serverUrl: where the service is reached; absent: where the document came from. */
export function openApiDocument({ serverUrl = '/' }: { readonly serverUrl?: string } = {}): JsonObject {
  const registries: Registries = { schemas: new SchemaRegistry(), refusals: new RefusalRegistry() }
  for (const [name, schema] of Object.entries(NAMED)) registries.schemas.define(name, withNames(schema))
  const paths: Record<string, JsonObject> = {}
  for (const { path, method, body } of catalogue.flatMap(row => operationsOf(row, registries))) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: body }
  }
  const isJobPending = analyses.every(row => unbuilt({ kind: 'async', row, params: {} }) !== undefined)
  const pathItems = pathItemComponents(registries.schemas, isJobPending)
  return withoutUnused({
    openapi: '3.1.0',
    info: {
      title: SERVICE_TITLE,
      version: API_VERSION,
      description: introduction(),
      contact: { name: 'The operator of this instance' },
    },
    servers: [{ url: serverUrl }],
    externalDocs: { url: METHOD_PAGES_PATH.slice(1), description: 'Methods: how each figure is computed' },
    tags: tags(),
    paths,
    components: {
      schemas: registries.schemas.definitions(),
      responses: registries.refusals.components(),
      examples: exampleComponents(),
      parameters: { ...parameterComponents(), ...queryParameterComponents() },
      headers: headerComponents(),
      pathItems,
      securitySchemes: securitySchemes(),
    },
  })
}

/** The operations of one chapter, with what they refer to. */
export function chapterDocument(slug: string): JsonObject {
  const whole = servedDocument()
  const isOf = (name: Json): boolean => chapterSlug(String(name)) === slug
  const paths = Object.entries(whole.paths as Record<string, JsonObject>).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([, operation]) => ((operation as JsonObject).tags as Json[]).some(isOf))
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]]
  })
  const ownTags = (whole.tags as JsonObject[]).filter(({ name }) => isOf(name!))
  return withoutUnused({ ...whole, tags: ownTags, paths: Object.fromEntries(paths) })
}

/** The document as it is served. Making it takes some 100 ms. */
export const servedDocument = once(() => openApiDocument())

export const openApiBytes = once((): Uint8Array => Buffer.from(JSON.stringify(servedDocument())))
