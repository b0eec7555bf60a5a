/** The operator's web pages and the service. */
import { originOf, originsOf } from '../origins.ts'
import type { SettingRow } from './setting-row.ts'

export const webPageSettings = {
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
