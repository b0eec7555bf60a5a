/** Statuses of kept schedules, reports, the sandbox and the usage of an account. */
import type { OwnCases, RowFixtures } from './row-fixtures.ts'
import { send } from './shape.ts'

export function schedulesCases(fixtures: RowFixtures): OwnCases {
  const { setting, kept, withQuery, unseenKey, plain } = fixtures
  const { service, key } = setting
  return {
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
      404: plain,
    },
    'schedules.content': {
      200: async () => service.call(`${await kept()}/content`, { key }),
      404: plain,
    },
    'schedules.delete': {
      204: async () => service.call(await kept(), { key, method: 'DELETE' }),
      404: plain,
    },
    'sandbox.read': {
      404: () => service.call('/api/v1/sandbox/fixtures/none', { key }),
      422: withQuery('?analysis=a&analysis=b'),
    },
  }
}
