import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import type { Command } from '../command.ts'
import { findAccount } from '../find.ts'
import { pausedEndpoints } from '../paused-endpoints.ts'
import { printed, type Row, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

export const endpointList: Command = {
  name: 'jobs endpoint list',
  summary: 'List the paused callback endpoints, or all endpoints of an account.',
  isReading: true,
  operands: [],
  options: {
    account: { value: 'id', meaning: 'List the endpoints of this account, also those that are not paused.' },
    ...JSON_OPTION,
  },
  async run(client, { options }) {
    const store = redisJobStore(client)
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const accountIds = new Set(
      owner === null ? (await pausedEndpoints(client)).map(({ accountId }) => accountId) : [owner],
    )
    const rows: Row[] = []
    for (const accountId of accountIds) {
      for (const endpoint of await store.listEndpoints(accountId)) {
        if (owner === null && endpoint.pausedAtMs === null) continue
        rows.push({
          account_id: accountId,
          endpoint: endpoint.origin,
          paused_since: timeText(endpoint.pausedAtMs),
          failing_since: timeText(endpoint.failingSinceMs),
          failures: endpoint.failures,
          last_failure: endpoint.lastFailure,
          last_success: timeText(endpoint.lastSuccessMs),
          waiting: endpoint.waiting,
        })
      }
    }
    return printed(rows, options)
  },
}
