/** Jobs: their storage in Redis, and their callbacks. */

import { MEGABYTE } from '../../contract/tiers.ts'
import { retryDelaysMs } from '../callback/callback-slots.ts'
import { callbackRules } from '../callback/callback-url.ts'
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
      "Bytes of Redis memory that jobs may use in total; beyond it submissions get 503. Absent: 60 % of maxmemory, or of the machine's memory.",
  },
  redisDiskFreeBytesMin: {
    env: 'REDIS_DISK_FREE_MIN',
    kind: 'integer',
    default: 256 * MEGABYTE,
    minimum: 0,
    meaning:
      'Bytes that must be free on the disk of Redis, in addition to the size of its records, for a job to be accepted. This is known only when Redis is behind a unix socket, as the embedded one is.',
  },
  redisReplicasMin: {
    env: 'REDIS_REPLICAS_MIN',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 16,
    meaning:
      'Replicas of Redis that must have a submission before it is answered; with fewer it gets 503. With 0, a failover loses the submissions that the new master had not received yet (58 of 3,801 in one measured failover under load).',
  },
  allowVolatileQueue: {
    env: 'ALLOW_VOLATILE_QUEUE',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning: '1: jobs are accepted even if Redis would lose them in a crash (appendfsync other than always).',
  },
  webhookAllowHttp: {
    env: 'WEBHOOK_ALLOW_HTTP',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning: '1: callbacks may also use http.',
  },
  webhookAllowedHosts: {
    env: 'WEBHOOK_ALLOWED_HOSTS',
    kind: 'text',
    default: undefined,
    check: text => callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: text }),
    meaning: 'Comma-separated hosts, as name or name:port, that callbacks may go to although they are not public.',
  },
  webhookResultBytesMax: {
    env: 'WEBHOOK_RESULT_BYTES_MAX',
    kind: 'integer',
    default: 20 * MEGABYTE,
    minimum: 0,
    meaning:
      'Maximum bytes of a result in a callback. In place of a larger result the callback has null and the path of the result.',
  },
  webhookPostsMax: {
    env: 'WEBHOOK_POSTS_MAX',
    kind: 'integer',
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
    meaning: 'Callbacks that one deliverer has in flight. One account may use at most as many of these as are free.',
  },
  webhookRetrySeconds: {
    env: 'WEBHOOK_RETRY_SECONDS',
    kind: 'text',
    default: '5,30,120,600,1800,7200,21600,28800,28800',
    check: retryDelaysMs,
    meaning:
      'Comma-separated pauses in seconds after each failed POST of a callback, each lengthened at random by up to 5 %. After the last POST the callback is a dead letter. The default makes ten POSTs in 24.7 hours.',
  },
  webhookPauseHours: {
    env: 'WEBHOOK_PAUSE_HOURS',
    kind: 'number',
    default: 24,
    minimum: 0.001,
    maximum: 168,
    meaning:
      'Hours without any success after which a failing endpoint (account, scheme, host and port) is paused. Its callbacks then wait, and one is tried each hour. A success, or the owner, resumes the endpoint.',
  },
} as const satisfies Record<string, SettingRow>
