import { LIFETIME_QUOTA_TIER } from '../../../shared/tiers.ts'
import { setTier } from '../../store/accounts.ts'
import { ACTOR, type Command, CommandError, UsageError } from '../command.ts'
import { findAccount } from '../find.ts'
import { tierOf } from '../values.ts'

export const accountSetTier: Command = {
  name: 'account set-tier',
  summary: 'Move an account to a tier; its next call has the limits of that tier.',
  operands: ['account', 'tier'],
  options: {},
  async run(client, { operands }) {
    const tier = tierOf(operands[1]!)
    if (tier === LIFETIME_QUOTA_TIER)
      throw new UsageError(`the tier ${tier} belongs to keys that end; no account moves into it`)
    const account = await findAccount(client, operands[0]!)
    if (account.tier === LIFETIME_QUOTA_TIER)
      throw new CommandError(`an account of the tier ${account.tier} ends with its key; make a new one`)
    await setTier(client, account.accountId, tier, ACTOR)
    return `account ${account.accountId} is ${tier}`
  },
}
