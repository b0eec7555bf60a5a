/** Commands for accounts. */

import { LIFETIME_QUOTA_TIER } from '../../../shared/contract/tiers.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import {
  type Account,
  listAccounts,
  listPlaygroundAccounts,
  resumeAccount,
  setLimits,
  setTier,
  suspendAccount,
} from '../../store/accounts.ts'
import {
  ACTOR,
  type Command,
  CommandError,
  JSON_OPTION,
  jsonLines,
  LIMIT_OPTIONS,
  limitsOf,
  printed,
  type Row,
  table,
  tierOf,
  timeText,
  UsageError,
} from '../command.ts'
import { findAccount } from '../find.ts'

const accountRow = (account: Account): Row => ({
  account_id: account.accountId,
  tier: account.tier,
  status: account.status,
  reason: account.reason,
  label: account.label,
  calls_per_month: account.callsPerMonth ?? 'tier',
  calls_per_window: account.callsPerWindow ?? 'tier',
  overage: account.overage,
  created_at: timeText(account.createdAtMs),
})

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

const SHOWN_MAX = 1_000

/** The whole id is needed, since a deleted account is in no index any more. */
export const accountAudit: Command = {
  name: 'account audit',
  summary: 'List the changes to an account and its keys, newest first; also of a deleted account.',
  isReading: true,
  operands: ['account'],
  options: JSON_OPTION,
  async run(client, { operands, options }) {
    const entries = await client.xrevrange(keys.audit(operands[0]!), '+', '-', 'COUNT', SHOWN_MAX)
    const rows = entries.map(([entry, [, action = '', , actor = '', , detail = '']]) => ({
      at: timeText(Number(entry.split('-')[0])),
      action,
      actor,
      detail,
    }))
    return printed(rows, options)
  },
}
