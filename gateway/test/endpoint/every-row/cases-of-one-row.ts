/** Statuses that come about for one row alone, or otherwise than for the rows of its kind. */
import { methodPath } from '../../../../shared/endpoint/method-pages.ts'
import type { ServiceId } from '../../../../shared/endpoint/service.ts'
import { shardOf } from '../../../../shared/jobs/classes.ts'
import { jobKey, keys } from '../../../../shared/redis/keys.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { Browser, signInUntilCallback } from '../../helpers/identity.ts'
import { ended, jobPath, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { keep, SCHEDULES } from '../../helpers/schedules.ts'
import type { Answer, CallOptions } from '../../helpers/service.ts'
import type { Row } from './rows.ts'
import { type Shape, send, shapes } from './shape.ts'
import { CALLBACK_HOST, type Setting, type Stage, type StatusCase } from './status-cases.ts'

const KEYS = '/api/v1/auth/keys'
const CHECKOUT = '/api/v1/billing/checkout'
const RECONCILE = '/api/v1/billing/checkout/reconcile'
const DELIVERIES = '/api/v1/webhooks/deliveries'
const A_METHOD = methodPath('analysis.cpm')
const POST = { method: 'POST' }
/** Of an account. */
const LIVE_KEYS_MAX = 20

export async function casesOfOneRow(setting: Setting): Promise<(row: Row) => [number, StatusCase][]> {
  const { service, stripe, key } = setting
  const shapeOf = await shapes(setting)

  /** A user of the call's own. */
  async function user() {
    const headers = await service.member(setting.name())
    const call = (path: string, options: CallOptions = {}): Promise<Answer> =>
      service.call(path, { ...options, headers: { ...headers, ...elsewhere(), ...options.headers } })
    const accountId: string = (await call('/api/v1/auth/profile')).json.user_id
    return {
      call,
      accountId,
      newKey: async (): Promise<string> => (await call(KEYS, { body: { label: 'x' } })).json.key_id,
    }
  }
  const job = async (): Promise<string> => jobPath(await submitted(service, CPM, { key, body: { tasks: FOUR_TASKS } }))
  const kept = async (): Promise<string> => `${SCHEDULES}/${await keep(service, { key, body: { tasks: FOUR_TASKS } })}`
  const cancelled = async (): Promise<string> => {
    const path = await job()
    await service.call(`${path}/cancel`, { key, ...POST })
    return path
  }
  const completed = async (): Promise<string> => {
    const path = await job()
    await ended(service, key, path)
    return path
  }
  const resultOf = async (headers: Record<string, string>, query = '') =>
    service.call(`${await completed()}/result${query}`, { key, headers })
  /** A user who has a session to pay. */
  async function customer() {
    const one = await user()
    const sessionId: string = (await one.call(CHECKOUT, POST)).json.session_id
    return { ...one, sessionId, reconcile: () => one.call(RECONCILE, { body: { session_id: sessionId } }) }
  }

  type OwnCall = (row: Row, shape: Shape) => ReturnType<StatusCase['call']>
  /** As if nobody had said where the service is. */
  const undescribed: OwnCall = async (row, shape) => {
    const { gateway } = service.app
    const { config } = gateway
    Object.assign(gateway, { config: { ...config, publicUrl: undefined } })
    return send(setting, row, shape).finally(() => Object.assign(gateway, { config }))
  }
  const withQuery =
    (suffix: string): OwnCall =>
    (row, shape) =>
      send(setting, row, shape, { suffix })
  const own: Readonly<Partial<Record<ServiceId, Readonly<Record<number, OwnCall | readonly [Stage, OwnCall]>>>>> = {
    'readiness.ready': { 503: ['without the store', (row, shape) => send(setting, row, shape)] },
    'docs.llms': { 304: (row, shape) => known(row, shape) },
    'docs.skill': { 304: (row, shape) => known(row, shape) },
    'docs.methods': { 304: (row, shape) => known(row, shape) },
    'docs.method': {
      200: async () => service.call(A_METHOD, { headers: elsewhere() }),
      304: async row => known(row, { path: A_METHOD, headers: {} }),
      404: (row, shape) => send(setting, row, shape),
    },
    'auth.resource': { 404: undescribed },
    'auth.resource.mcp': { 404: undescribed },
    'docs.openapi': { 304: (row, shape) => known(row, shape) },
    'docs.asset': {
      200: async () => service.call(await asset(), { headers: elsewhere() }),
      304: async row => known(row, { path: await asset(), headers: {} }),
      404: (row, shape) => send(setting, row, shape),
    },
    'page.asset': {
      200: async () => service.call(await pageFile(), { headers: elsewhere() }),
      304: async row => known(row, { path: await pageFile(), headers: {} }),
      404: (row, shape) => send(setting, row, shape),
    },
    'page.key': {
      201: async () => service.call('/api/v1/page/key', { ...POST, headers: { origin: service.url } }),
      403: (row, shape) => send(setting, row, shape),
      503: ['without the store', () => pageKeyOfAnotherTier()],
    },
    'catalogue.checks': { 304: (row, shape) => known(row, shape) },
    'account.tier': {
      // one that this process has not seen: of others it would tell what it knows
      503: ['without the store', async () => service.call('/api/v1/account/tier', { key: unseenKey })],
    },
    'account.usage': { 422: withQuery('?from=yesterday') },
    // a call without Accept gets HTML (endpoint/reports/200.test.ts)
    'reports.create': { 200: (row, shape) => send(setting, row, shape, { headers: { accept: 'application/json' } }) },
    'schedules.list': { 422: withQuery('?limit=0') },
    'schedules.read': {
      200: async () => service.call(await kept(), { key }),
      404: (row, shape) => send(setting, row, shape),
    },
    'schedules.content': {
      200: async () => service.call(`${await kept()}/content`, { key }),
      404: (row, shape) => send(setting, row, shape),
    },
    'schedules.delete': {
      204: async () => service.call(await kept(), { key, method: 'DELETE' }),
      404: (row, shape) => send(setting, row, shape),
    },
    'jobs.list': { 422: withQuery('?limit=0') },
    'jobs.read': {
      200: async () => service.call(await job(), { key }),
      404: (row, shape) => send(setting, row, shape),
      422: withQuery('?include_result=maybe'),
    },
    'jobs.delete': {
      204: async () => service.call(await cancelled(), { key, method: 'DELETE' }),
      404: (row, shape) => send(setting, row, shape),
      409: async () => service.call(await job(), { key, method: 'DELETE' }),
    },
    'jobs.result': {
      200: ['with a node', () => resultOf({})],
      206: ['with a node', () => resultOf({ range: 'bytes=0-9' })],
      304: ['with a node', () => resultOf({ 'if-none-match': '*' })],
      404: (row, shape) => send(setting, row, shape),
      409: async () => service.call(`${await cancelled()}/result`, { key }),
      410: [
        'with a node',
        async () => {
          const path = await completed()
          const { jobs } = service.app.gateway
          const { jobClass } = (await jobs.read(setting.accountId, path.split('/').at(-1)!))!
          await jobs.freeResults({ accountId: setting.accountId, jobClass }, 'operator', {})
          return service.call(`${path}/result`, { key })
        },
      ],
      416: ['with a node', () => resultOf({ range: 'bytes=999999999-' })],
      422: ['with a node', () => resultOf({ accept: 'text/csv' }, '?table=none')],
    },
    'jobs.cancel': {
      200: async () => service.call(`${await job()}/cancel`, { key, ...POST }),
      404: (row, shape) => send(setting, row, shape),
      409: ['with a node', async () => service.call(`${await completed()}/cancel`, { key, ...POST })],
    },
    'webhooks.list': { 422: withQuery('?limit=0') },
    'webhooks.replay': {
      202: [
        'with a node',
        async () => {
          const body = { tasks: FOUR_TASKS, callback_url: `http://${CALLBACK_HOST}/` }
          const path = jobPath(await submitted(service, CPM, { key, body }))
          await ended(service, key, path)
          const { deliveries } = (await service.call(DELIVERIES, { key })).json
          return service.call(`${DELIVERIES}/${deliveries[0].delivery_id}/replay`, { key, ...POST })
        },
      ],
      404: (row, shape) => send(setting, row, shape),
    },
    'webhooks.resume': {
      200: async () => {
        const origin = 'https://example.com'
        await service.redis.hset(
          jobKey(shardOf(setting.accountId), 'endpoint', setting.accountId, origin),
          'failures',
          1,
        )
        const id = `ep_${Buffer.from(origin).toString('base64url')}`
        return service.call(`/api/v1/webhooks/endpoints/${id}/resume`, { key, ...POST })
      },
      404: (row, shape) => send(setting, row, shape),
    },
    'sandbox.read': {
      404: () => service.call('/api/v1/sandbox/fixtures/none', { key }),
      422: withQuery('?analysis=a&analysis=b'),
    },
    'auth.callback': {
      200: async () => {
        const browser = new Browser()
        const url = await signInUntilCallback(service, browser, 'bob')
        return service.call(url.slice(service.url.length), { headers: { cookie: browser.cookies(url) } })
      },
      422: (row, shape) => send(setting, row, { ...shape, path: row.path }),
      503: [
        'without the store',
        (row, shape) => send(setting, row, shape, { headers: { cookie: `sis_login=${'a'.repeat(43)}` } }),
      ],
    },
    'auth.signup': {
      201: async () => {
        const headers = { ...(await service.bearer(setting.name())), ...elsewhere() }
        return service.call('/api/v1/auth/signup', { ...POST, headers })
      },
      409: async () => {
        const claims = { email: `${setting.name()}@example.com`, email_verified: true }
        const signUp = async () => {
          const headers = { ...(await service.bearer(setting.name(), claims)), ...elsewhere() }
          return service.call('/api/v1/auth/signup', { ...POST, headers })
        }
        await signUp()
        return signUp()
      },
    },
    'auth.keys.list': { 422: async () => (await user()).call(`${KEYS}?limit=0`) },
    'auth.keys.create': {
      409: async () => {
        const { call, accountId } = await user()
        const live = Array.from({ length: LIVE_KEYS_MAX }, (_, i) => ['+inf', `key${i}`]).flat()
        await service.redis.zadd(keys.liveKeys(accountId), ...live)
        return call(KEYS, { body: { label: 'one too many' } })
      },
    },
    'auth.keys.revoke': {
      204: async () => {
        const { call, newKey } = await user()
        return call(`${KEYS}/${await newKey()}`, { method: 'DELETE' })
      },
      404: (row, shape) => send(setting, row, shape),
    },
    'auth.keys.label': {
      200: async () => {
        const { call, newKey } = await user()
        return call(`${KEYS}/${await newKey()}/label`, { method: 'PATCH', body: { label: 'y' } })
      },
      404: (row, shape) => send(setting, row, shape),
    },
    'auth.account.delete': {
      204: async () => (await user()).call('/api/v1/auth/account', { method: 'DELETE' }),
      409: async () => {
        const { call, accountId } = await user()
        const subscription = { provider: 'marketplace', subscriptionId: 'm1', subscriptionState: 'active' }
        await service.redis.hset(keys.billing(accountId), subscription)
        return call('/api/v1/auth/account', { method: 'DELETE' })
      },
    },
    'billing.checkout': {
      409: async () => {
        const { call, accountId } = await user()
        await service.redis.hset(keys.account(accountId), 'tier', 'starter')
        return call(CHECKOUT, POST)
      },
    },
    'billing.reconcile': {
      200: async () => (await customer()).reconcile(),
      404: (row, shape) => send(setting, row, shape),
      409: async () => {
        const { call, sessionId, reconcile } = await customer()
        // other pages end the session before
        await call(CHECKOUT, { body: { success_url: 'https://app.example.com/other' } })
        if (stripe.sessions.get(sessionId)!.status !== 'expired') throw new Error('the session lives')
        return reconcile()
      },
    },
    'billing.portal': {
      200: async () => {
        const { call, sessionId } = await customer()
        stripe.pay(sessionId)
        return call('/api/v1/billing/portal', POST)
      },
      409: async () => (await user()).call('/api/v1/billing/portal', POST),
    },
    'billing.stripe': {
      400: (row, shape) => send(setting, row, shape, { headers: { 'stripe-signature': 't=1,v1=00' } }),
      503: ['without the store', (row, shape) => send(setting, row, shape)],
    },
    'billing.marketplace': {
      401: (row, shape) => send(setting, row, shape, { headers: { 'x-cloud-marketplace-token': 'another' } }),
      422: (row, shape) => send(setting, row, shape, { body: {} }),
      503: ['without the store', (row, shape) => send(setting, row, shape)],
    },
    'billing.overage': {
      401: (row, shape) => send(setting, row, shape, { headers: { 'x-settlement-token': 'another' } }),
      422: withQuery('?format=xml'),
      503: ['without the store', (row, shape) => send(setting, row, shape)],
    },
  }

  const unseenKey = await service.key('free')
  const known = async (row: Row, shape: Shape): Promise<Answer> => {
    const { headers } = await send(setting, row, shape)
    return send(
      setting,
      row,
      { ...shape, headers: elsewhere() },
      { headers: { 'if-none-match': String(headers.etag) } },
    )
  }
  /** One that this process has not made: a key that it has it gives out without the store. */
  const pageKeyOfAnotherTier = async (): Promise<Answer> => {
    const { gateway } = service.app
    const { config } = gateway
    Object.assign(gateway, { config: { ...config, pageTier: 'enterprise' } })
    return service
      .call('/api/v1/page/key', { ...POST, headers: { origin: service.url } })
      .finally(() => Object.assign(gateway, { config }))
  }
  const pageFile = async (): Promise<string> => {
    const page = await service.call('/', { headers: { ...elsewhere(), accept: 'text/html' } })
    return `/${/"(page\/page-[^"]+\.js)"/.exec(page.bytes.toString())![1]}`
  }
  const asset = async (): Promise<string> => {
    const page = await service.call('/docs', { headers: elsewhere() })
    return `/${/(?:src|href)="(docs\/[^"]+)"/.exec(page.bytes.toString())![1]}`
  }
  return row => {
    const { route } = row
    const ways = route.kind === 'service' ? own[route.row.id] : undefined
    return Object.entries(ways ?? {}).map(([status, way]) => {
      const [stage, call] = typeof way === 'function' ? (['alone', way] as const) : way
      return [Number(status), { stage, call: () => call(row, shapeOf(row)) }]
    })
  }
}
