import type { Command } from '../command.ts'
import { deadLetters } from '../dead-letters.ts'
import { findAccount } from '../find.ts'
import { printed, type Row, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

export const deadLetterList: Command = {
  name: 'jobs dead-letter list',
  summary: 'List callbacks that failed for good (dead letters).',
  isReading: true,
  operands: [],
  options: { account: { value: 'id', meaning: 'Only of this account.' }, ...JSON_OPTION },
  async run(client, { options }) {
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const rows: Row[] = []
    for await (const { deliveryId, jobId, accountId, atMs } of deadLetters(client)) {
      if (owner !== null && owner !== accountId) continue
      rows.push({ delivery_id: deliveryId, job_id: jobId, account_id: accountId, given_up_at: timeText(atMs) })
    }
    return printed(rows, options)
  },
}
