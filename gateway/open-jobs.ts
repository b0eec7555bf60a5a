/**
 * Opens the job store for a gateway, on connections of its own: chunks of frames and results would delay the short commands of the limiter,
 * and a submission that waits for the disk (WAITAOF) blocks its connection.
 */

import { callbackRules } from '../shared/platform/callback/callback-url.ts'
import { SecretBox } from '../shared/platform/callback/secrets.ts'
import type { Config } from '../shared/platform/config/config.ts'
import type { JobStore } from '../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../shared/platform/jobs/redis-job-store.ts'
import { openObjects } from '../shared/platform/objects/open-objects.ts'
import { resolver } from '../shared/platform/process/resolve-host.ts'
import { type ConnectionLog, connect, disconnect } from '../shared/platform/redis/connect.ts'
import { redisTls } from '../shared/platform/redis/tls-files.ts'
import { DiskGuard } from './jobs/disk-guard.ts'
import { QueueGuard } from './jobs/queue-guard.ts'
import { Callbacks } from './webhooks/callbacks.ts'

interface JobSide {
  readonly jobs: JobStore
  readonly queueGuard: QueueGuard
  readonly diskGuard: DiskGuard
  readonly callbacks: Callbacks
  close(): void
}

/** Throws ObjectsUnusable, and when WEBHOOK_ALLOWED_HOSTS or SECRETS_KEY cannot be read. */
export async function openJobs(config: Config, redisUrl: string, log: ConnectionLog): Promise<JobSide> {
  const rules = callbackRules(config)
  const box = config.secretsKey === undefined ? null : new SecretBox(config.secretsKey)
  const isVolatileAllowed = config.allowVolatileQueue === '1'
  const tls = redisTls(config)
  const moves = connect(redisUrl, 'gateway-jobs', { log, tls })
  const bytes = connect(redisUrl, 'gateway-bytes', { log, tls })
  const objects = openObjects(config, log)?.watch()
  const options = {
    objects,
    retentionHours: config.jobRetentionHours,
    replicaCountMin: config.redisReplicasMin,
    isVolatileAllowed,
  }
  const { writeFrame, readResult, readScheduleFrame } = redisJobStore(bytes, options)
  const jobs: JobStore = { ...redisJobStore(moves, options), writeFrame, readResult, readScheduleFrame }
  const memoryBudgetBytes = config.redisMemoryBudgetBytes
  const diskGuard = new DiskGuard(moves, config.redisDiskFreeBytesMin, log)
  const queueGuard = new QueueGuard(moves, jobs, {
    memoryBudgetBytes,
    isVolatileAllowed,
    diskRefusal: () => diskGuard.refusal(),
    onFreed: ({ resultCount, bytes }) =>
      log.warn(
        { event: 'results_removed', resultCount, bytes },
        'results of finished jobs were removed, because jobs need the memory',
      ),
  })
  await Promise.all([queueGuard.poll(), diskGuard.poll()])
  return {
    jobs,
    queueGuard,
    diskGuard,
    callbacks: new Callbacks(moves, rules, resolver(), box),
    close() {
      queueGuard.close()
      diskGuard.close()
      disconnect(moves)
      disconnect(bytes)
      objects?.close()
    },
  }
}
