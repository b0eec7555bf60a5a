import { suspendAccount } from '../../store/accounts.ts'
import { ACTOR, type Command } from '../command.ts'
import { findAccount } from '../find.ts'

export const accountSuspend: Command = {
  name: 'account suspend',
  summary: 'Refuse every call of an account with 403 until it is resumed.',
  operands: ['account'],
  options: { reason: { value: 'text', meaning: 'Text that the owner sees in the refusal.' } },
  async run(client, { operands, options }) {
    const { accountId } = await findAccount(client, operands[0]!)
    await suspendAccount(client, accountId, options.reason ?? '', ACTOR)
    return `account ${accountId} is suspended`
  },
}
