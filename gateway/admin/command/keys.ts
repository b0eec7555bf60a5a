/** Commands for API keys. */
import { LIFETIME_QUOTA_TIER, TIER_NAMES } from '../../../shared/contract/tiers.ts'
import { createAccount } from '../../store/accounts.ts'
import { allKeys } from '../../store/key-records.ts'
import { createDemoKey, createKey, type KeyCreation, revokeKey } from '../../store/keys.ts'
import {
  ACTOR,
  type Command,
  CommandError,
  JSON_OPTION,
  LIMIT_OPTIONS,
  limitsOf,
  momentOf,
  printed,
  type Row,
  tierOf,
  timeText,
  UsageError,
} from '../command.ts'
import { allAccounts, findAccount, findKey, keyRecordDays } from '../find.ts'

/** Prints the key and nothing else: it is shown this once. */
export const keyCreate: Command = {
  name: 'key create',
  summary: 'Create a key and print it. Without --account a new account is created for it.',
  operands: [],
  options: {
    tier: { value: TIER_NAMES.join('|'), meaning: 'Tier of the new account.' },
    account: { value: 'id', meaning: 'Account for the key, instead of a new one.' },
    label: { value: 'text', meaning: 'Purpose of the key.' },
    expires: { value: 'date', meaning: 'Date or date-time (UTC) at which the key expires.' },
    ...LIMIT_OPTIONS,
  },
  async run(client, input) {
    const { tier, account, label = '', expires } = input.options
    const limits = limitsOf(input)
    const expiresAtMs = expires === undefined ? null : momentOf('expires', expires)
    const key = { label, expiresAtMs, actor: ACTOR, ...keyRecordDays() }
    let creation: KeyCreation
    if (account !== undefined) {
      if (tier !== undefined || Object.keys(limits).length > 0) {
        throw new UsageError(
          'tier and limits belong to the account: omit --account, or use account set-tier and set-limits',
        )
      }
      creation = await createKey(client, (await findAccount(client, account)).accountId, key)
    } else if (tier === undefined) {
      throw new UsageError('give --tier for a new account, or --account for an existing one')
    } else if (tierOf(tier) === LIFETIME_QUOTA_TIER) {
      if (expires !== undefined) throw new UsageError(`a key of the tier ${tier} is valid for 24 hours; omit --expires`)
      creation = await createDemoKey(client, { label, ...limits, actor: ACTOR })
    } else {
      const accountId = await createAccount(client, { tier: tierOf(tier), label, ...limits, actor: ACTOR })
      creation = await createKey(client, accountId, key)
    }
    if (creation.state === 'key_limit')
      throw new CommandError(`the account already has ${creation.keyCountMax} active keys; revoke one first`)
    if (creation.state === 'key_rate')
      throw new CommandError(`the account has created ${creation.limit} keys within a day, the maximum`)
    if (creation.state !== 'created') throw new CommandError('the account no longer exists')
    return creation.text
  },
}

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

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke a key permanently, by its id or its first characters. It is refused from the next call on.',
  operands: ['key'],
  options: {},
  async run(client, { operands }) {
    const { accountId, keyId, prefix } = await findKey(client, operands[0]!)
    const outcome = await revokeKey(client, accountId, keyId, ACTOR, keyRecordDays().recordDays)
    return `key ${keyId} (${prefix}...) ${outcome === 'revoked' ? 'is revoked' : 'was revoked before'}`
  },
}
