import { accountRow } from '../account-row.ts'
import type { Command } from '../command.ts'
import { findAccount } from '../find.ts'
import { jsonLines, table } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

export const accountShow: Command = {
  name: 'account show',
  summary: 'Show one account.',
  isReading: true,
  operands: ['account'],
  options: JSON_OPTION,
  async run(client, { operands, options }) {
    const row = accountRow(await findAccount(client, operands[0]!))
    if (options.json !== undefined) return jsonLines([row])
    return table(Object.entries(row).map(([field, value]) => ({ field, value })))
  },
}
