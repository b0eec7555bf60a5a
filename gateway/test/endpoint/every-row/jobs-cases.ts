/** Statuses of jobs, their results and callbacks. */
import { shardOf } from '../../../../shared/contract/job-classes.ts'
import { jobKey } from '../../../../shared/platform/redis/keys.ts'
import { ended, jobPath, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { type OwnCases, POST, type RowFixtures } from './row-fixtures.ts'
import { CALLBACK_HOST } from './status-cases.ts'

const DELIVERIES = '/api/v1/webhooks/deliveries'

export function jobsCases(fixtures: RowFixtures): OwnCases {
  const { setting, job, cancelled, completed, resultOf, withQuery, plain } = fixtures
  const { service, key } = setting
  return {
    'jobs.list': { 422: withQuery('?limit=0') },
    'jobs.read': {
      200: async () => service.call(await job(), { key }),
      404: plain,
      422: withQuery('?include_result=maybe'),
    },
    'jobs.delete': {
      200: async () => service.call(await job(), { key, method: 'DELETE' }),
      204: async () => service.call(await cancelled(), { key, method: 'DELETE' }),
      404: plain,
    },
    'jobs.result': {
      200: ['with a node', () => resultOf({})],
      206: ['with a node', () => resultOf({ range: 'bytes=0-9' })],
      304: ['with a node', () => resultOf({ 'if-none-match': '*' })],
      404: plain,
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
      404: plain,
      409: ['with a node', async () => service.call(`${await completed()}/cancel`, { key, ...POST })],
    },
    'jobs.finish': {
      200: async () => service.call(`${await job()}/finish`, { key, ...POST }),
      404: plain,
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
      404: plain,
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
      404: plain,
    },
  }
}
