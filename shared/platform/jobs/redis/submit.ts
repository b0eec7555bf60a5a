/** Submission, and the keys that keep one request from becoming two jobs. */

import { shardOf } from '../../../contract/job-classes.ts'
import { IDEMPOTENCY_SECONDS } from '../../../contract/tiers.ts'
import { StoreUnavailable } from '../../redis/failure.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import { CLAIM_MS, type JobStore, type Submission } from '../job-store.ts'
import type { Durability } from './durability.ts'
import { fieldsOf, jobOf, newJobFields, queuedJob } from './job-record.ts'
import { bytesOf } from './results.ts'

const SUBMIT = script('job-submit-1')
const CLAIM = script('job-claim-1')
const RELEASE = script('job-release-1')

type Reply =
  | ['accepted', number]
  | ['again', string[]]
  | ['replayed', string, number]
  | ['share_full', number, number]
  | ['queue_full' | 'key_reused' | 'frame_lost' | 'account_gone']

export function submissions(
  client: JobClient,
  durability: Durability,
  retentionMs: number,
): Pick<JobStore, 'idempotency' | 'reserveIdempotency' | 'releaseIdempotency' | 'submit'> {
  return {
    async idempotency(accountId, keyHash) {
      const key = jobKey(shardOf(accountId), 'idempotency', accountId, keyHash)
      const [jobId, fingerprint, noted] = await retryOnce(() =>
        client.hmget(key, 'jobId', 'fingerprint', 'createdAtMs'),
      )
      if (!jobId) return { state: 'new' }
      if (!fingerprint) return { state: 'running' }
      // entries of earlier versions do not have the time; theirs go with their job
      const createdAtMs =
        noted ?? (await retryOnce(() => client.hget(jobKey(shardOf(accountId), 'job', jobId), 'createdAtMs')))
      if (!createdAtMs) return { state: 'new' }
      return { state: 'answered', job: { jobId, createdAtMs: Number(createdAtMs) }, fingerprint }
    },
    async reserveIdempotency(accountId, keyHash, jobId) {
      const args = [accountId, keyHash, jobId, CLAIM_MS]
      return (await runScript<number>(client, CLAIM, shardOf(accountId), args)) === 1
    },
    async releaseIdempotency(accountId, keyHash, jobId) {
      await runScript(client, RELEASE, shardOf(accountId), [accountId, keyHash, jobId])
    },
    async submit(job): Promise<Submission> {
      if (job.frame && job.frameChunks !== 1) throw new Error('only a frame of one chunk goes with its submission')
      const shard = shardOf(job.accountId)
      const { keyHash = '', fingerprint = '' } = job.idempotency ?? {}
      const args = [
        job.jobId,
        job.queuedCountMax,
        job.heldBytesMax ?? Number.MAX_SAFE_INTEGER,
        keyHash,
        fingerprint,
        IDEMPOTENCY_SECONDS,
        job.frame ? bytesOf(job.frame) : '',
        ...newJobFields(job, retentionMs),
      ]
      const [state, answer, createdAtMs] = await runScript<Reply>(client, SUBMIT, shard, args)
      switch (state) {
        case 'accepted':
          await durability.wait(shard)
          return { state: 'queued', job: queuedJob(job, answer) }
        case 'again':
          await durability.wait(shard)
          return { state: 'queued', job: jobOf(fieldsOf(answer)) }
        case 'replayed':
          await durability.wait(shard)
          return { state, job: { jobId: answer, createdAtMs } }
        case 'queue_full':
          return { state, queuedCountMax: job.queuedCountMax }
        case 'share_full':
          return { state, heldBytes: answer, jobCount: createdAtMs }
        case 'key_reused':
        case 'account_gone':
          return { state }
        case 'frame_lost':
          throw new StoreUnavailable('the frame of the job was gone before it was submitted')
      }
    },
  }
}
