/** Sign-in of users, and the key that encrypts the secrets of their accounts. */
import { algorithmsOf, checkSafeUrl, issuersOf, TOKEN_ALGORITHMS } from '../../contract/identity-rules.ts'
import { originOf, originsOf } from '../../contract/origins.ts'
import { TIER_NAMES } from '../../contract/tiers.ts'
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

// The operator's web pages and the service.

export const NO_PAGE_KEY = 'none'
const PAGE_USERS = ['own', 'any'] as const

export const webPageSettings = {
  pageTier: {
    env: 'PAGE_TIER',
    kind: 'choice',
    default: NO_PAGE_KEY,
    choices: [NO_PAGE_KEY, ...TIER_NAMES],
    meaning:
      'Tier of the key that the page at / gets for somebody on this very machine, who calls it by localhost or a loopback address. `npm start` sets government where it listens on loopback alone with its own Redis, and neither PUBLIC_URL nor TRUSTED_PROXY_HOPS says that there is a proxy; set none behind a proxy that does not name itself.',
  },
  pageUsers: {
    env: 'PAGE_USERS',
    kind: 'choice',
    default: 'own',
    choices: PAGE_USERS,
    meaning:
      'Whose browsers on this machine get the key of PAGE_TIER. own: those of the user that the gateway runs as; while a program of another user is connected over loopback, nobody gets it. any: those of all users, who then share it; for a gateway that sudo started, or a browser of Windows before WSL.',
  },
  allowedOrigins: {
    env: 'ALLOWED_ORIGINS',
    kind: 'text',
    default: undefined,
    check: originsOf,
    meaning:
      'Comma-separated origins of web pages whose scripts may read answers, and to which a checkout may return: https://app.example.com.',
  },
  contactWebhookUrl: {
    env: 'CONTACT_WEBHOOK_URL',
    kind: 'text',
    default: undefined,
    secret: true,
    check: text => {
      if (originOf(text) === undefined) throw new Error('must be an http or https URL')
    },
    meaning: 'Address to which each contact form is also sent. It is a secret, because its path often contains one.',
  },
} as const satisfies Record<string, SettingRow>
