/** The service, its callers and its rows, and for each status of a row the call that brings it about. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { type IdentityService, startIdentityService } from '../../helpers/identity.ts'
import { startNode } from '../../helpers/jobs.ts'
import type { Answer } from '../../helpers/service.ts'
import { type StripeStandIn, startStripe } from '../../helpers/stripe-stand-in.ts'
import { casesOfManyRows } from './cases-of-many-rows.ts'
import { casesOfOneRow } from './cases-of-one-row.ts'
import { describedRows, type Row } from './rows.ts'

/** In which state of the service a call is made; the states come in this order. */
export type Stage = 'alone' | 'with a node' | 'without the store'

export interface StatusCase {
  readonly stage: Stage
  /** headers: absent where the bytes were read as they came. */
  call(): Promise<Pick<Answer, 'status' | 'bytes'> & Partial<Pick<Answer, 'headers'>>>
}

export interface Setting {
  readonly service: IdentityService
  readonly stripe: StripeStandIn
  /** A key that may do everything, and its account. */
  readonly key: string
  readonly accountId: string
  /** Name for a user of a test's own. */
  name(): string
}

export const MARKETPLACE_TOKEN = 'marketplace-token-of-the-test'
export const SETTLEMENT_TOKEN = 'settlement-token-of-the-test'
/** Where nobody listens. */
export const CALLBACK_HOST = '127.0.0.1:9'

/** The agent tools answer in a protocol of their own and are tested beside it. */
const isHere = ({ id }: Row): boolean => !id.startsWith('mcp.')

export async function startStatusCases(t: Test) {
  const stripe = await startStripe(t)
  const service = await startIdentityService(t, {
    ...stripe.settings,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_HTTP: '1',
    WEBHOOK_ALLOWED_HOSTS: CALLBACK_HOST,
    MARKETPLACE_WEBHOOK_TOKEN: MARKETPLACE_TOKEN,
    MARKETPLACE_PLANS: 'silver=professional',
    SETTLEMENT_TOKEN,
    PAGE_TIER: 'government',
    PUBLIC_WINDOW_CALLS: '3',
    PUBLIC_URL: 'https://schedules.example.com',
  })
  const { text: key, accountId } = await service.keyRecord('professional', { callsPerWindow: 'unlimited' })
  let count = 0
  const setting: Setting = { service, stripe, key, accountId, name: () => `user${++count}-${randomUUID().slice(0, 8)}` }

  const rows = describedRows().filter(isHere)
  const shared = await casesOfManyRows(setting)
  const own = await casesOfOneRow(setting)
  const cases = new Map(rows.map(row => [row.id, new Map([...shared(row), ...own(row)])]))
  return {
    rows,
    statusesOf: ({ contents }: Row): number[] => [...contents.keys()].sort(),
    /** What the document says of the body of an answer: a schema, a media type alone (pages and scripts), or nothing, for which there is none. */
    isDescribed(
      { contents }: Row,
      status: number,
      { bytes, headers }: Awaited<ReturnType<StatusCase['call']>>,
    ): boolean {
      const content = contents.get(status)!
      if (headers === undefined) return true
      if (bytes.length === 0) return Object.keys(content).length === 0
      const [mediaType = ''] = String(headers['content-type']).split(';')
      const form = content[mediaType]
      // a part of a body has no schema
      return form !== undefined && (form.schema !== undefined || status === 206 || !mediaType.includes('json'))
    },
    casesOf: ({ id }: Row): ReadonlyMap<number, StatusCase> => cases.get(id)!,
    startNode: () => startNode(t, service),
    stopStore: () => service.stopRedis(),
  }
}
