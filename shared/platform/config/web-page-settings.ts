/** The operator's web pages and the service. */
import { originOf, originsOf } from '../../contract/origins.ts'
import { TIER_NAMES } from '../../contract/tiers.ts'
import type { SettingRow } from './setting-row.ts'

export const NO_PAGE_KEY = 'none'
export const PAGE_USERS = ['own', 'any'] as const

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
