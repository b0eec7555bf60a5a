import { LIFETIME_QUOTA_TIER } from '../../../shared/tiers.ts'
import { setTier } from '../../store/accounts.ts'
import { ACTOR, type Command, CommandError, UsageError } from '../command.ts'
import { findAccount } from '../find.ts'
import { tierOf } from '../values.ts'

export const accountSetTier: Command = {
  name: 'account set-tier',
  summary: 'Change the tier of an account. The next call has the limits of the new tier.',
  operands: ['account', 'tier'],
  options: {},
  async run(client, { operands }) {
    const tier = tierOf(operands[1]!)
    if (tier === LIFETIME_QUOTA_TIER)
      throw new UsageError(`the tier ${tier} is only for keys that expire; an account cannot be moved into it`)
    const account = await findAccount(client, operands[0]!)
    if (account.tier === LIFETIME_QUOTA_TIER)
      throw new CommandError(`an account of the tier ${account.tier} ends with its key; create a new account instead`)
    await setTier(client, account.accountId, tier, ACTOR)
    return `account ${account.accountId} now has the tier ${tier}`
  },
}
