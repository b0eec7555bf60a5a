/** What the operations of every kind of row have in common. */
import type { EndpointId } from '../../shared/contract/catalogue/catalogue.ts'
import { CHAPTERS, type ChapterName } from '../../shared/contract/endpoint/chapters.ts'
import { FORM_MEDIA_TYPES } from '../../shared/contract/endpoint/result-forms.ts'
import type { RetiredRow, ServiceRow } from '../../shared/contract/endpoint/row.ts'
import { MEDIA_TYPES } from '../../shared/contract/negotiate.ts'
import { TIER_NAMES, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import { type Route, unbuilt } from '../call/routes.ts'
import { binary } from './kept-schedules.ts'
import type { RefusalRegistry } from './refusals.ts'
import type { Json, JsonObject, SchemaRegistry } from './schemas.ts'

type FirstPart<Id extends string> = Id extends `${infer First}.${string}` ? First : Id

/** Chapter by the first part of an id. */
const CHAPTER_OF: Readonly<Record<FirstPart<EndpointId>, ChapterName>> = {
  health: 'Health',
  analysis: 'Analysis',
  forensics: 'Forensics',
  deliverables: 'Deliverables',
  jobs: 'Jobs',
  webhooks: 'Callbacks',
  account: 'Account',
  auth: 'Sign-in and keys',
  billing: 'Billing',
  mcp: 'Agent tools',
  page: 'Samples',
  playground: 'Samples',
  sandbox: 'Samples',
  catalogue: 'Reference',
  docs: 'Reference',
  errors: 'Reference',
  contact: 'Contact',
  reports: 'Analysis',
  resources: 'Analysis',
  schedules: 'Analysis',
  liveness: 'Liveness',
  readiness: 'Liveness',
}

const RETIRED_CHAPTER: ChapterName = 'Retired'

export const tags = (): { name: string; description: string }[] => CHAPTERS.map(chapter => ({ ...chapter }))

const tagOf = (rowId: EndpointId): ChapterName => CHAPTER_OF[rowId.split('.')[0] as FirstPart<EndpointId>]

export interface Registries {
  readonly schemas: SchemaRegistry
  readonly refusals: RefusalRegistry
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly body: JsonObject
}

const EVERYONE = TIER_NAMES[0]

const SECURITY: Readonly<Record<ServiceRow['identity'], Json[]>> = {
  none: [],
  token: [],
  bearer: [{ bearer: [] }],
  subject: [{ bearer: [] }],
  key: [{ 'x-api-key': [] }, { bearer: [] }],
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

function sentences(...parts: readonly (string | false | undefined)[]): JsonObject {
  const description = parts.filter(Boolean).join(' ')
  return description === '' ? {} : { description }
}

const tierSentence = (tier: TierName): string | false =>
  tier !== EVERYONE && `Requires the tier ${TIERS[tier].displayName} or higher.`

/** x-pending: declared, answers 501 until it is built. */
const pendingMark = (route: Route): JsonObject =>
  unbuilt(route)?.code === 'not_implemented' ? { 'x-pending': true } : {}

const pendingSentence = (route: Route): string | false =>
  unbuilt(route)?.code === 'not_implemented' && 'Not implemented yet: answers 501.'

/** What stands above the parameters: tags, tier, the description and who may call. */
export const heading = (
  route: Route & { readonly row: { readonly id: EndpointId; readonly description?: string } },
  tier: TierName,
  identity: ServiceRow['identity'],
  more: string | false,
): JsonObject => ({
  tags: [tagOf(route.row.id)],
  ...pendingMark(route),
  'x-tier': tier,
  ...sentences(route.row.description, more, tierSentence(tier), pendingSentence(route)),
  security: SECURITY[identity],
})

/** What openapi-generator calls the parameter of a body; else it makes up a name from that of the schema. */
export const BODY_NAME: JsonObject = { 'x-codegen-request-body-name': 'body' }

/**
 * A body as JSON. That it may be msgpack as well is said once, in the introduction: a second form of the same schema makes a second operation
 * of everything in the clients that are generated.
 */
export const jsonBody = (schema: JsonObject, example: object | undefined): JsonObject => ({
  [MEDIA_TYPES[0]]: { schema, ...(example === undefined ? {} : { example: asJson(example) }) },
})

/** Other forms of a reply, which Accept asks for: text, or bytes of a file. They stand behind JSON, which clients that know one form take. */
export const otherContents = (mediaTypes: readonly string[]): JsonObject =>
  Object.fromEntries(mediaTypes.map(type => [type, { schema: isText(type) ? { type: 'string' } : binary() }]))

const isText = (mediaType: string): boolean => mediaType.startsWith('text/') || mediaType === FORM_MEDIA_TYPES.svg

/** What a reply of JSON is, with its other forms in words. */
export const describedForms = (description: string, mediaTypes: readonly string[]): string =>
  mediaTypes.length === 0 ? description : `${description} \`Accept\` may ask for ${listed(mediaTypes)} instead.`

const listed = (mediaTypes: readonly string[]): string => mediaTypes.map(type => `\`${type}\``).join(', ')

// A path that was served once -> its operation.

/** A retired path answers every method alike; the document shows the one it was served with. */
export const RETIRED_METHOD = 'POST'

export function retiredOperation(row: RetiredRow, registries: Registries): Operation {
  const route: Route = { kind: 'retired', row, params: {} }
  const id = `retired.${row.path.split('/').slice(3).join('.')}`
  return {
    path: row.path,
    method: RETIRED_METHOD,
    body: {
      operationId: id,
      summary: row.successor === undefined ? 'Gone' : `Moved to ${row.successor}`,
      tags: [RETIRED_CHAPTER],
      deprecated: true,
      ...sentences(row.hint ?? `308 with the path that replaces it: ${row.successor}. Method and body stay the same.`),
      security: [],
      responses: registries.refusals.responsesOf(route),
    },
  }
}
