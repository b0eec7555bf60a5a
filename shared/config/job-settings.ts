/** Jobs: how Redis keeps them, and their callbacks. */
import { callbackRules } from '../jobs/callback-url.ts'
import { MEGABYTE } from '../tiers.ts'
import type { SettingRow } from './setting-row.ts'

export const jobSettings = {
  jobRetentionHours: {
    env: 'JOB_RETENTION_HOURS',
    kind: 'number',
    default: 24,
    minimum: 0.01,
    maximum: 8_760,
    meaning: 'Time that a finished job and its result are kept.',
  },
  redisMemoryBudgetBytes: {
    env: 'REDIS_MEMORY_BUDGET',
    kind: 'integer',
    default: undefined,
    minimum: MEGABYTE,
    meaning:
      'Bytes of Redis that jobs may bring it to; beyond it submissions get 503. Absent: 60 % of its maxmemory, or of its machine.',
  },
  redisReplicasMin: {
    env: 'REDIS_REPLICAS_MIN',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 16,
    meaning:
      'Replicas of Redis that must have a submission before it is answered; with fewer it gets 503. With 0, a failover loses the submissions that the new master had not got yet (58 of 3,801 in one measured failover under load).',
  },
  allowVolatileQueue: {
    env: 'ALLOW_VOLATILE_QUEUE',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning: '1: jobs are accepted though Redis would lose them in a crash (appendfsync other than always).',
  },
  webhookAllowHttp: {
    env: 'WEBHOOK_ALLOW_HTTP',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning: '1: callbacks may go to http, too.',
  },
  webhookAllowedHosts: {
    env: 'WEBHOOK_ALLOWED_HOSTS',
    kind: 'text',
    default: undefined,
    check: text => callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: text }),
    meaning: 'Hosts that callbacks may go to though they are not public, by commas: name or name:port.',
  },
  webhookResultBytesMax: {
    env: 'WEBHOOK_RESULT_BYTES_MAX',
    kind: 'integer',
    default: 20 * MEGABYTE,
    minimum: 0,
    meaning: 'Bytes of a result in a callback; a larger one is null there, with its path beside it.',
  },
  webhookPostsMax: {
    env: 'WEBHOOK_POSTS_MAX',
    kind: 'integer',
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
    meaning: 'Callbacks that one deliverer has in flight.',
  },
} as const satisfies Record<string, SettingRow>
