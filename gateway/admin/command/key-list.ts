import { allKeys } from '../../store/key-records.ts'
import type { Command } from '../command.ts'
import { allAccounts, findAccount } from '../find.ts'
import { keyRecordDays } from '../key-record-days.ts'
import { printed, type Row, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

export const keyList: Command = {
  name: 'key list',
  summary: 'List key records. Keys themselves are never shown.',
  isReading: true,
  operands: [],
  options: { account: { value: 'id', meaning: 'Only of this account.' }, ...JSON_OPTION },
  async run(client, { options }) {
    const accounts = options.account === undefined ? allAccounts(client) : [await findAccount(client, options.account)]
    const rows: Row[] = []
    for await (const { accountId, tier } of accounts) {
      for await (const key of allKeys(client, accountId, keyRecordDays())) {
        rows.push({
          key_id: key.keyId,
          prefix: key.prefix,
          account_id: accountId,
          tier,
          status: key.status,
          label: key.label,
          created_at: timeText(key.createdAtMs),
          last_used_at: timeText(key.lastUsedAtMs),
          expires_at: timeText(key.expiresAtMs),
          revoked_at: timeText(key.revokedAtMs),
        })
      }
    }
    return printed(rows, options)
  },
}
