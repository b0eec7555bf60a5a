/** An account as a row of a listing. */
import type { Account } from '../store/accounts.ts'
import { type Row, timeText } from './table.ts'

export const accountRow = (account: Account): Row => ({
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
