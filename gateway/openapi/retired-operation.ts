/** A path that was served once -> its operation. */
import type { RetiredRow } from '../../shared/contract/endpoint/row.ts'
import type { Route } from '../route/routes.ts'
import { type Operation, type Registries, sentences } from './operation.ts'
import { RETIRED_CHAPTER } from './tags.ts'

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
