import { setLimits } from '../../store/accounts.ts'
import { ACTOR, type Command, UsageError } from '../command.ts'
import { findAccount } from '../find.ts'
import { LIMIT_OPTIONS, limitsOf } from '../values.ts'

export const accountSetLimits: Command = {
  name: 'account set-limits',
  summary: 'Set negotiated limits of an account. Limits that are not given stay unchanged.',
  operands: ['account'],
  options: LIMIT_OPTIONS,
  async run(client, input) {
    const limits = limitsOf(input)
    if (Object.keys(limits).length === 0) throw new UsageError('give at least one limit')
    const { accountId } = await findAccount(client, input.operands[0]!)
    await setLimits(client, accountId, limits, ACTOR)
    return `account ${accountId} has new limits`
  },
}
