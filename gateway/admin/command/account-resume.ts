import { resumeAccount } from '../../store/accounts.ts'
import { ACTOR, type Command } from '../command.ts'
import { findAccount } from '../find.ts'

export const accountResume: Command = {
  name: 'account resume',
  summary: 'Admit a suspended account again.',
  operands: ['account'],
  options: {},
  async run(client, { operands }) {
    const { accountId } = await findAccount(client, operands[0]!)
    await resumeAccount(client, accountId, ACTOR)
    return `account ${accountId} is active`
  },
}
