/** Statuses of sign-in, keys and accounts. */
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { Browser, signInUntilCallback } from '../../helpers/identity.ts'
import { KEYS, type OwnCases, POST, type RowFixtures } from './row-fixtures.ts'
import { send } from './shape.ts'

/** Most live keys of an account. */
const LIVE_KEYS_MAX = 20

export function accountsCases(fixtures: RowFixtures): OwnCases {
  const { setting, user, plain } = fixtures
  const { service } = setting
  return {
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
      404: plain,
    },
    'auth.keys.label': {
      200: async () => {
        const { call, newKey } = await user()
        return call(`${KEYS}/${await newKey()}/label`, { method: 'PATCH', body: { label: 'y' } })
      },
      404: plain,
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
  }
}
