/** What a signed-in user does with keys, profile and account. */
import type { TSchema } from 'typebox'
import {
  CreatedKey,
  KeyLabel,
  KeyList,
  KeyListQuery,
  KeyParams,
  LabelledKey,
  NewKey,
  Preflight,
  Profile,
} from '../data/key-data.ts'
import { json, live, service } from './service-row.ts'

const preflight = <const Id extends string>(id: Id, path: string, params?: TSchema) =>
  service(id, 'OPTIONS', path, 'Cross-origin preflight', {
    ...live,
    ...(params === undefined ? {} : { params }),
    description: 'Tells scripts of pages of a listed origin (ALLOWED_ORIGINS) what they may send.',
    replies: { 200: json('The methods of the path.', Preflight) },
  })

export const keyRows = [
  preflight('auth.keys.preflight', '/api/v1/auth/keys'),
  service('auth.keys.list', 'GET', '/api/v1/auth/keys', 'Keys of the account', {
    identity: 'bearer',
    query: KeyListQuery,
    description:
      'All of them, unless a limit is named: an account has at most 100 records, of live keys and of the newest that are over. Where a page is not the last one, the header Link leads to the next.',
    refusals: ['validation'],
    replies: { 200: json('What is known of them, never the keys themselves.', KeyList) },
  }),
  service('auth.keys.create', 'POST', '/api/v1/auth/keys', 'Create a key', {
    identity: 'bearer',
    body: NewKey,
    isIdempotent: true,
    description: 'The key is shown here and never again. A replayed call answers without it.',
    replies: { 201: json('The key.', CreatedKey) },
    refusals: ['key_limit', 'key_rate', 'idempotency_reused'],
  }),
  preflight('auth.keys.one.preflight', '/api/v1/auth/keys/{key_id}', KeyParams),
  service('auth.keys.revoke', 'DELETE', '/api/v1/auth/keys/{key_id}', 'Revoke a key', {
    identity: 'bearer',
    params: KeyParams,
    description:
      'The next call with it is refused, everywhere; its record and its usage stay. Revoking twice is no mistake.',
    replies: { 204: json('It is revoked.') },
    refusals: ['key_not_found'],
  }),
  service('auth.keys.label', 'PATCH', '/api/v1/auth/keys/{key_id}/label', 'Relabel a key', {
    identity: 'bearer',
    params: KeyParams,
    body: KeyLabel,
    replies: { 200: json('The key and its label.', LabelledKey) },
    refusals: ['key_not_found'],
  }),
  service('auth.profile', 'GET', '/api/v1/auth/profile', 'Profile of the user', {
    identity: 'bearer',
    admitsSuspended: true,
    description: 'Also for an account that is suspended since it is unpaid.',
    replies: { 200: json('The user and the account.', Profile) },
  }),
  preflight('auth.account.preflight', '/api/v1/auth/account'),
  service('auth.account.delete', 'DELETE', '/api/v1/auth/account', 'Delete the account', {
    identity: 'subject',
    meter: 'address',
    description:
      'Cancels the subscription first, then removes user, keys, usage and jobs for good; the audit trail stays. Also for an account that is suspended since it is unpaid; one that an operator suspended is deleted by an operator. What breaks off half-way is ended by itself, or by another call.',
    replies: { 204: json('Nothing of the account is left.') },
    refusals: ['signup_required', 'account_suspended', 'subscription_elsewhere', 'deletion_unfinished'],
  }),
]
