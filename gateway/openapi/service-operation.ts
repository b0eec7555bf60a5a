/** A row the gateway answers itself -> its operation. */
import type { TSchema } from 'typebox'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { submissionBody } from '../../shared/contract/endpoint/data/job-data.ts'
import type { Reply, ServiceRow } from '../../shared/contract/endpoint/row.ts'
import type { ServiceId } from '../../shared/contract/endpoint/service.ts'
import { MEDIA_TYPES } from '../../shared/contract/negotiate.ts'
import { COMPUTE_HEADERS } from '../call/call.ts'
import { hasWork, type JobRow, type Route } from '../call/routes.ts'
import { headersWith, messageParameters, rangeParameters } from './headers.ts'
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
import { type JsonObject, memberName, reference } from './schemas.ts'

/** Members of an object schema as parameters. */
function parametersIn(
  place: 'path' | 'query',
  schema: TSchema | undefined,
  names: readonly string[],
  { schemas }: Registries,
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

/** account.usage -> AccountUsage: what the models of a row are called that have no names of their own. */
const baseOf = (row: ServiceRow): string => memberName(row.id)

function replyOf(
  { description, schema, mediaType, otherMediaTypes = [], headers = [] }: Reply,
  route: Route,
  base: string,
  { schemas }: Registries,
): JsonObject {
  const content: JsonObject = {
    ...(schema !== undefined && {
      [mediaType ?? MEDIA_TYPES[0]]: { schema: schemas.use(schema, `${base}Reply`, base) },
    }),
    ...otherContents(
      schema === undefined && mediaType !== undefined ? [mediaType, ...otherMediaTypes] : otherMediaTypes,
    ),
  }
  return {
    description: schema === undefined ? description : describedForms(description, otherMediaTypes),
    headers: headersWith(...(hasWork(route) ? COMPUTE_HEADERS : []), ...headers),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

/** What these calls are for is files: generators of clients that know one form of a body take the first. */
const FILES_FIRST: readonly ServiceId[] = ['schedules.create', 'schedules.convert']

function contentsOf(body: TSchema, row: ServiceRow<ServiceId>, base: string, { schemas }: Registries): JsonObject {
  const isFileFirst = FILES_FIRST.includes(row.id)
  // Request is what typescript-fetch calls the parameters of a call, of which it knows no clash with the models of a second form
  const json = jsonBody(schemas.use(withNames(body), `${base}${isFileFirst ? 'Body' : 'Request'}`, base), undefined)
  if (row.takesFiles !== true) return json
  const files = fileContents(body, `${base}Form`, base, schemas)
  return isFileFirst ? { ...files, ...json } : { ...json, ...files }
}

/** What a call is answered says what it does, where the row has no more to say. */
const successOf = ({ replies }: ServiceRow): string => Object.values(replies)[0]!.description

export function serviceOperation(row: ServiceRow<ServiceId>, registries: Registries): Operation {
  const route = { kind: 'service', row, params: {} } as const
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  const inQuery = Object.keys((row.query as { properties?: object } | undefined)?.properties ?? {})
  const parameters = [
    ...parametersIn('path', row.params, inPath, registries),
    ...parametersIn('query', row.query, inQuery, registries),
    ...(row.isOriginChecked && row.identity === 'key' ? [reference('parameters', 'InternalDispatch')] : []),
    ...(row.agent === 'message' ? messageParameters() : []),
    ...(row.hasRanges ? rangeParameters() : []),
    ...(row.isIdempotent ? [reference('parameters', 'IdempotencyKey')] : []),
  ]
  const refused = registries.refusals.responsesOf(route)
  const replies = Object.fromEntries(
    Object.entries(row.replies).map(([status, reply]) => [status, replyOf(reply, route, baseOf(row), registries)]),
  )
  const both = Object.keys(replies).filter(status => status in refused && !row.replies[Number(status)]!.hasRefusals)
  if (both.length > 0) throw new Error(`${row.id} answers ${both.join()} in two different ways`)
  return {
    path: row.path,
    method: row.method,
    body: {
      operationId: row.id,
      summary: row.summary,
      ...heading(
        { ...route, row: { ...row, description: row.description ?? successOf(row) } },
        row.tier,
        row.identity,
        row.identity === 'token' && 'Authenticated with a shared secret in a separate header.',
      ),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(row.body === undefined
        ? {}
        : {
            ...BODY_NAME,
            requestBody: {
              required: row.isBodyOptional !== true,
              content: contentsOf(row.body, row, baseOf(row), registries),
            },
          }),
      responses: { ...refused, ...replies },
    },
  }
}

/** The operation that submits a row as a job, where it runs as one. */
export function serviceJobOperation(row: JobRow, registries: Registries): Operation {
  const route = { kind: 'async', row, params: {} } as const
  const inQuery = Object.keys((row.query as { properties?: object } | undefined)?.properties ?? {})
  const base = `${baseOf(row)}Job`
  return {
    path: asyncPath(row),
    method: row.method,
    body: {
      operationId: `${row.id}.async`,
      summary: `${row.summary}, as a job`,
      ...heading(
        route,
        row.asyncTier,
        row.identity,
        row.answersData === true
          ? 'The result of the job is an envelope: the reply of the synchronous call is its `data`.'
          : 'The result of the job equals that of the synchronous call.',
      ),
      parameters: [...parametersIn('query', row.query, inQuery, registries), reference('parameters', 'IdempotencyKey')],
      ...BODY_NAME,
      requestBody: {
        required: true,
        content: contentsOf(submissionBody(row.body!), row, base, registries),
      },
      callbacks: JOB_FINISHED,
      responses: { 202: submissionReply(registries.schemas), ...registries.refusals.responsesOf(route) },
    },
  }
}
