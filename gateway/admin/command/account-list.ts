import { listAccounts, listPlaygroundAccounts } from '../../store/accounts.ts'
import { accountRow } from '../account-row.ts'
import type { Command } from '../command.ts'
import { printed, type Row } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

export const accountList: Command = {
  name: 'account list',
  summary: 'List accounts with their tier, status and negotiated limits.',
  isReading: true,
  operands: [],
  options: { playground: { meaning: 'List playground accounts instead.' }, ...JSON_OPTION },
  async run(client, { options }) {
    const rows: Row[] = []
    const list = options.playground === undefined ? listAccounts : listPlaygroundAccounts
    for await (const account of list(client)) rows.push(accountRow(account))
    return printed(rows, options)
  },
}
