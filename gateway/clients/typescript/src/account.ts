/** What the account may do and has done. */
import type { paths } from './api.ts'
import type { Reply } from './reply.ts'
import type { Transport } from './transport.ts'

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never
type ReplyOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never

const TIER_PATH = '/api/v1/account/tier'
const USAGE_PATH = '/api/v1/account/usage'

export type Tier = ReplyOf<Get<typeof TIER_PATH>>
export type Usage = ReplyOf<Get<typeof USAGE_PATH>>
export type UsageQuery = QueryOf<Get<typeof USAGE_PATH>>

export class Account {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Tier, limits and capabilities. Does not count against the month. */
  tier(): Reply<Tier> {
    return this.#transport.json({ method: 'GET', path: TIER_PATH })
  }

  /** Calls per day and endpoint, and per key. */
  usage(query: UsageQuery = {}): Reply<Usage> {
    return this.#transport.json({ method: 'GET', path: USAGE_PATH, query })
  }
}
