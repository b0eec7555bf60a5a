/** What an account may do and has done. */
import { TierRecord } from '../data/service-data.ts'
import { Usage, UsageQuery } from '../data/usage-data.ts'
import { json, service } from './service-row.ts'

export const accountRows = [
  service('account.tier', 'GET', '/api/v1/account/tier', 'Tier, limits and capabilities of the caller', {
    identity: 'key',
    description: 'Does not count against the month. May be cached for 30 to 120 seconds.',
    replies: { 200: json('The tier record.', TierRecord) },
  }),
  service('account.usage', 'GET', '/api/v1/account/usage', 'Usage per day and endpoint', {
    identity: 'key',
    query: UsageQuery,
    description: 'Calls of the account, per day and endpoint, and per key; recorded a moment after the answer.',
    replies: { 200: json('The usage.', Usage) },
    refusals: ['validation'],
  }),
]
