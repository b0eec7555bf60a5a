/** What web pages of the operator do with the service. */
import { originOf, originsOf } from '../origins.ts'
import type { SettingRow } from './setting-row.ts'

export const webPageSettings = {
  allowedOrigins: {
    env: 'ALLOWED_ORIGINS',
    kind: 'text',
    default: undefined,
    check: originsOf,
    meaning:
      'Origins of web pages whose scripts may read answers, and to which a checkout may return, by commas: https://app.example.com.',
  },
  contactWebhookUrl: {
    env: 'CONTACT_WEBHOOK_URL',
    kind: 'text',
    default: undefined,
    secret: true,
    check: text => {
      if (originOf(text) === undefined) throw new Error('must be an http or https URL')
    },
    meaning: 'Address that each contact form is sent to, beside being kept; a secret, since its path often is one.',
  },
} as const satisfies Record<string, SettingRow>
