/** Jobs: how Redis keeps them, and their callbacks. */
import { callbackRules } from '../callback/callback-url.ts'
import { retryDelaysMs } from '../callback/retry-schedule.ts'
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
  redisDiskFreeBytesMin: {
    env: 'REDIS_DISK_FREE_MIN',
    kind: 'integer',
    default: 256 * MEGABYTE,
    minimum: 0,
    meaning:
      'Bytes that must be free on the disk of Redis, beside what its records take, for a job to be accepted; known where Redis is behind a unix socket, as the embedded one.',
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
    meaning: 'Callbacks that one deliverer has in flight; an account has at most as many of them as are free.',
  },
  webhookRetrySeconds: {
    env: 'WEBHOOK_RETRY_SECONDS',
    kind: 'text',
    default: '5,30,120,600,1800,7200,21600,28800,28800',
    check: retryDelaysMs,
    meaning:
      'Seconds from a POST of a callback that failed to the next one, by commas, each up to 5 % longer by chance; after the last one it is a dead letter. By default ten POSTs in 24.7 hours.',
  },
  webhookPauseHours: {
    env: 'WEBHOOK_PAUSE_HOURS',
    kind: 'number',
    default: 24,
    minimum: 0.001,
    maximum: 168,
    meaning:
      'Hours that an endpoint (account, scheme, host and port) fails without a success before it is paused: its callbacks wait, one is tried each hour, and a success or its owner resumes it.',
  },
} as const satisfies Record<string, SettingRow>
