/** Sign-in of people, and the key that seals the secrets of their accounts. */

import { SecretBox } from '../callback/secrets.ts'
import { algorithmsOf, checkSafeUrl, issuersOf, TOKEN_ALGORITHMS } from '../identity-rules.ts'
import type { SettingRow } from './setting-row.ts'

export const KEY_RECORD_DAYS = 90

export const identitySettings = {
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    kind: 'text',
    default: undefined,
    check: issuersOf,
    meaning:
      'Issuers whose bearer tokens are accepted, by commas, as their tokens write them; people sign in at the first. Absent: keys only.',
  },
  oidcAudience: {
    env: 'OIDC_AUDIENCE',
    kind: 'text',
    default: undefined,
    meaning: 'Audiences that a token may be for, by commas; needed with OIDC_ISSUER.',
  },
  oidcAlgorithms: {
    env: 'OIDC_ALGORITHMS',
    kind: 'text',
    default: TOKEN_ALGORITHMS.join(','),
    check: algorithmsOf,
    meaning: 'Algorithms that a token may be signed with, by commas.',
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    kind: 'text',
    default: undefined,
    meaning: 'Client that signs people in at /api/v1/auth/login; absent: they bring their tokens.',
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Its secret, when it has one.',
  },
  oidcRedirectUri: {
    env: 'OIDC_REDIRECT_URI',
    kind: 'text',
    default: undefined,
    check: checkSafeUrl,
    meaning: 'Public address of /api/v1/auth/callback, as the provider knows it; needed with OIDC_CLIENT_ID.',
  },
  oidcScopes: {
    env: 'OIDC_SCOPES',
    kind: 'text',
    default: 'openid email profile',
    meaning: 'Scopes asked for at the sign-in; the token must tell email and email_verified.',
  },
  secretsKey: {
    env: 'SECRETS_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    check: text => new SecretBox(text),
    meaning:
      'Key that seals signing secrets: 32 bytes as base64 or hex. Two by a comma: the first one seals, both open. Without it no callback is accepted.',
  },
  keyRecordDays: {
    env: 'KEY_RECORD_DAYS',
    kind: 'integer',
    default: KEY_RECORD_DAYS,
    minimum: 1,
    maximum: 3_650,
    meaning:
      'Days that the record of a key is kept after it was revoked or has ended; an account keeps the newest 100 records in any case. Its usage is kept for 400 days.',
  },
} as const satisfies Record<string, SettingRow>
