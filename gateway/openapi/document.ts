/**
 * The OpenAPI 3.1 document of the service, made from the catalogue, the errors, the envelope and the tiers. It describes nothing that the
 * gateway does not read from the same rows.
 */

import type { TSchema } from 'typebox'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import type { EndpointRow } from '../../shared/contract/catalogue/catalogue.ts'
import { catalogue } from '../../shared/contract/catalogue/catalogue.ts'
import { ErrorBody, TierRecord, ValidationErrorBody } from '../../shared/contract/endpoint/data/service-data.ts'
import { METHOD_PAGES_PATH } from '../../shared/contract/endpoint/method-pages.ts'
import { API_VERSION, SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import {
  BaselineSchedule,
  Calendar,
  CurrentSchedule,
  DatedSnapshot,
  Snapshot,
} from '../../shared/contract/schedule/containers.ts'
import { DependencyLink, Task } from '../../shared/contract/schedule/task.ts'
import { once } from '../../shared/platform/once.ts'
import { hasJobs, unbuilt } from '../route/routes.ts'
import { analysisOperation, asyncOperation } from './analysis-operations.ts'
import { headerComponents, parameterComponents, securitySchemes } from './headers.ts'
import { introduction } from './introduction.ts'
import { pathItemComponents } from './jobs.ts'
import { withNames } from './kept-schedules.ts'
import type { Operation, Registries } from './operation.ts'
import { Problem } from './problem.ts'
import { queryParameterComponents } from './query-parameters.ts'
import { exampleComponents, RefusalRegistry } from './refusals.ts'
import { retiredOperation } from './retired-operation.ts'
import { type JsonObject, SchemaRegistry } from './schemas.ts'
import { serviceJobOperation, serviceOperation } from './service-operation.ts'
import { tags } from './tags.ts'
import { withoutUnused } from './unused.ts'

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

/** The document as it is served. Making it takes some 100 ms. */
export const servedDocument = once(() => openApiDocument())

export const openApiBytes = once((): Uint8Array => Buffer.from(JSON.stringify(servedDocument())))
