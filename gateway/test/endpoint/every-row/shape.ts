/** A call that fits its row: whose it is, a path without places in it, a body of the right form. What it names need not exist. */
import { randomUUID } from 'node:crypto'
import {
  DELIVERABLES,
  type DeliverableId,
  deliverableId,
  type ValidateDeliverableId,
} from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import type { AllocationId } from '../../../../shared/contract/endpoint/paths.ts'
import type { BodyOf, ServiceId } from '../../../../shared/contract/endpoint/service.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { isReport } from '../../../call/routes.ts'
import { FIXTURES } from '../../../sandbox/fixtures.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import type { Answer, CallOptions } from '../../helpers/service.ts'
import type { Row } from './rows.ts'
import { MARKETPLACE_TOKEN, SETTLEMENT_TOKEN, type Setting } from './status-cases.ts'

export interface Shape {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

const PLACES: Readonly<Record<string, () => string>> = {
  name: () => 'four-tasks',
  asset: () => 'none.js',
  id: () => `dlv_${randomUUID()}`,
}
const [FIXTURE] = FIXTURES

/** Some rows stand behind those whose bodies have a type. */
const BODIES: {
  readonly [Id in ServiceId]?: Id extends AllocationId | DeliverableId | ValidateDeliverableId ? object : BodyOf<Id>
} = {
  ...Object.fromEntries(DELIVERABLES.map(({ name }) => [deliverableId(name), { tasks: FOUR_TASKS }])),
  'deliverables.validate': { content: 'VOLM  1' },
  'resources.allocate': { tasks: FOUR_TASKS },
  'schedules.convert': { tasks: FOUR_TASKS },
  'schedules.create': { tasks: FOUR_TASKS },
  'auth.keys.create': { label: 'one' },
  'auth.keys.label': { label: 'another' },
  'webhooks.replays': { from: '2026-01-31T12:00:00Z' },
  'billing.reconcile': { session_id: 'cs_test_none' },
  'contact.submit': { name: 'Ada', email: 'ada@example.com', kind: 'sales', message: 'A question.' },
}
const QUERIES: Readonly<Partial<Record<ServiceId, string>>> = { 'auth.callback': '?code=one&state=two' }

/** The event of a marketplace. */
export const marketplaceEvent = (): object => ({
  id: randomUUID(),
  activityId: randomUUID(),
  publisherId: 'publisher',
  offerId: 'schedules',
  subscriptionId: randomUUID(),
  action: 'Subscribe',
  planId: 'silver',
  timeStamp: new Date().toISOString(),
  status: 'Succeeded',
})

type ShapeOf = (row: Row) => Shape

/** member: who signs the calls of rows that take a bearer token. */
export async function shapes({ service, stripe, key, accountId }: Setting): Promise<ShapeOf> {
  const member = await service.member('ada')
  const paymentEvent = {
    id: 'evt_test',
    object: 'event' as const,
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: { object: { client_reference_id: accountId, customer: 'cus_none' } },
  }
  return row => {
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => (PLACES[name] ?? randomUUID)())
    const { route } = row
    const query = route.kind === 'service' ? QUERIES[route.row.id] : undefined
    const shape = (headers: Record<string, string>, body: unknown): Shape => ({
      path: path + (query ?? ''),
      headers: { ...elsewhere(), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (route.kind === 'retired') return shape({}, undefined)
    if (route.row.kind === 'analysis') return shape({ 'x-api-key': key }, FIXTURE!.requests[route.row.id])
    if (isReport(route)) return shape({ 'x-api-key': key }, { tasks: FOUR_TASKS, status_date: '2026-03-02' })
    if (route.kind === 'async') return shape({ 'x-api-key': key }, BODIES[route.row.id as ServiceId])
    if (route.kind !== 'service') throw new Error(`${path} has no body for tests`)
    const { id, identity } = route.row
    if (id === 'billing.stripe') {
      const { headers, body } = stripe.delivery(paymentEvent)
      return shape(headers, body)
    }
    if (id === 'billing.marketplace')
      return shape({ 'x-cloud-marketplace-token': MARKETPLACE_TOKEN }, marketplaceEvent())
    if (id === 'billing.overage') return shape({ 'x-settlement-token': SETTLEMENT_TOKEN }, undefined)
    return shape(identity === 'none' ? {} : identity === 'key' ? { 'x-api-key': key } : member, BODIES[id])
  }
}

/** With the headers of `more` in the place of those it names. */
export const send = (
  { service }: Setting,
  { method }: Row,
  { path, headers, body }: Shape,
  more: CallOptions & { readonly suffix?: string } = {},
): Promise<Answer> =>
  service.call(path + (more.suffix ?? ''), {
    method,
    body,
    ...more,
    headers: { ...headers, ...more.headers },
  })

/** A key of the account that may do everything but is let in no more. */
export const suspendedKey = async ({ service }: Setting): Promise<string> => {
  const { text, accountId } = await service.keyRecord('enterprise')
  await service.redis.hset(keys.account(accountId), 'status', 'suspended')
  return text
}
