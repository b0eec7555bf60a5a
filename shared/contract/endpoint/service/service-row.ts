/** How a row of an endpoint is written that the gateway answers itself: what most rows have in common need not be said. */
import type { TSchema } from 'typebox'
import type { Method, Reply, ServiceRow } from '../row.ts'

type ServiceRowOptions = Partial<Omit<ServiceRow, 'kind' | 'id' | 'method' | 'path' | 'summary'>>

/** The compiler knows the id of a row, the identity that it requires, whether a worker reads its body, and the schemas of what is sent. */
type MadeRow<Id extends string, Said extends ServiceRowOptions> = ServiceRow<Id> &
  Pick<
    Said,
    keyof Said & ('identity' | 'meter' | 'reader' | 'agent' | 'asyncTier' | 'params' | 'query' | 'body' | 'isBodyRaw')
  >

export const service = <const Id extends string, const Said extends ServiceRowOptions>(
  id: Id,
  method: Method,
  path: string,
  summary: string,
  options: Said,
): MadeRow<Id, Said> => ({
  kind: 'service',
  id,
  method,
  path,
  summary,
  tier: 'demo',
  identity: 'none',
  meter: 'control',
  replies: {},
  ...options,
})

/** Members of a row that is free and public, and never uses Redis. */
export const live = { identity: 'none', meter: 'process' } as const

export const json = (description: string, schema?: TSchema): Reply =>
  schema === undefined ? { description } : { description, schema }
export const UNCHANGED: Reply = { description: 'The caller has it: If-None-Match names it.' }
export const page = (description: string, mediaType: string): Reply => ({ description, mediaType })
