/** Sign-in of users, and the key that encrypts the secrets of their accounts. */

import { algorithmsOf, checkSafeUrl, issuersOf, TOKEN_ALGORITHMS } from '../../contract/identity-rules.ts'
import { SecretBox } from '../callback/secrets.ts'
import type { SettingRow } from './setting-row.ts'

export const KEY_RECORD_DAYS = 90

export const identitySettings = {
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    kind: 'text',
    default: undefined,
    check: issuersOf,
    meaning:
      'Comma-separated issuers whose bearer tokens are accepted, exactly as in their tokens. Users sign in at the first. Absent: only API keys.',
  },
  oidcAudience: {
    env: 'OIDC_AUDIENCE',
    kind: 'text',
    default: undefined,
    meaning: 'Comma-separated audiences that a token may have; required with OIDC_ISSUER.',
  },
  oidcAlgorithms: {
    env: 'OIDC_ALGORITHMS',
    kind: 'text',
    default: TOKEN_ALGORITHMS.join(','),
    check: algorithmsOf,
    meaning: 'Comma-separated algorithms that a token may be signed with.',
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    kind: 'text',
    default: undefined,
    meaning: 'Client id for the sign-in at /api/v1/auth/login. Absent: users must bring their own tokens.',
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Secret of this client, if it has one.',
  },
  oidcRedirectUri: {
    env: 'OIDC_REDIRECT_URI',
    kind: 'text',
    default: undefined,
    check: checkSafeUrl,
    meaning: 'Public address of /api/v1/auth/callback, as registered with the provider; required with OIDC_CLIENT_ID.',
  },
  oidcScopes: {
    env: 'OIDC_SCOPES',
    kind: 'text',
    default: 'openid email profile',
    meaning: 'Scopes requested at sign-in. The token must contain email and email_verified.',
  },
  secretsKey: {
    env: 'SECRETS_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    check: text => new SecretBox(text),
    meaning:
      'Key that encrypts signing secrets: 32 bytes as base64 or hex. It may be two keys separated by a comma: the first one encrypts, both decrypt. Without it no callback is accepted.',
  },
  keyRecordDays: {
    env: 'KEY_RECORD_DAYS',
    kind: 'integer',
    default: KEY_RECORD_DAYS,
    minimum: 1,
    maximum: 3_650,
    meaning:
      'Days that a key record is kept after the key was revoked or expired. An account always keeps its newest 100 records. The usage of a key is kept for 400 days.',
  },
} as const satisfies Record<string, SettingRow>
