/** Jobs that ended with a callback to make, in a real store, without an analysis: what a deliverer finds there. */
import { randomBytes, randomUUID } from 'node:crypto'
import { laneOf, shardOf } from '../../../../shared/contract/job-classes.ts'
import { mintSecret, SecretBox } from '../../../../shared/platform/callback/secrets.ts'
import { packResultChunk } from '../../../../shared/platform/jobs/chunks.ts'
import type { Job, JobError } from '../../../../shared/platform/jobs/job.ts'
import { FRAME_CHUNK_BYTES, type JobStore } from '../../../../shared/platform/jobs/job-store.ts'
import type { RedisClient } from '../../../../shared/platform/redis/connect.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { retryOnce } from '../../../../shared/platform/redis/retry-once.ts'
import { takeOne } from '../../../../shared/test/jobs/take-one.ts'
import type { AnalysisResult } from '../../../engine/result/result.ts'
import { writeEnvelope } from '../../../engine/write/envelope.ts'

export const SECRETS_KEY = randomBytes(32).toString('base64')
export const BOX = new SecretBox(SECRETS_KEY)

/** Gives an account its first secret. */
export async function giveSecret(client: RedisClient, accountId: string): Promise<string> {
  const secret = mintSecret()
  const fields = { current: BOX.seal(secret, accountId), createdAtMs: Date.now() }
  await retryOnce(() => client.hset(keys.webhookSecrets(accountId), fields))
  return secret
}

const RESULT: AnalysisResult = {
  summary: 'Grüße, \u2028 and a "quote"',
  findings: [],
  recommendations: [],
  data: { project_duration_days: 12.5 },
}

/** An envelope before its tail; textBytes: length of a text in it. */
export function envelope(textBytes = 0): Buffer {
  const data = { ...RESULT.data, text: randomBytes(Math.ceil(textBytes / 2)).toString('hex') }
  const facts = { taskCount: 4, inputSha256: 'a'.repeat(64), ignoredFields: [] }
  return Buffer.concat(writeEnvelope({ ...RESULT, data }, facts, 'application/json').chunks)
}

interface Ending {
  readonly accountId: string
  readonly callbackUrl: string
  /** Envelope before its tail; absent: a small one. */
  readonly result?: Buffer
  readonly error?: JobError
}

/** Submits a job, takes it and ends it. Not to be run twice at a time in one store: it takes whatever is next. */
export async function finishJob(store: JobStore, ending: Ending): Promise<Job> {
  const { accountId, callbackUrl, result = envelope(), error } = ending
  const jobId = randomUUID()
  await store.writeFrame(accountId, jobId, [Buffer.from([0xdd])])
  const submission = await store.submit({
    jobId,
    accountId,
    keyId: 'key-1',
    jobClass: 'standard',
    rowId: 'analysis.cpm',
    endpoint: '/api/v1/analysis/cpm',
    requestId: `request-${jobId}`,
    taskCount: 4,
    linkCount: 4,
    today: 20_778,
    frameChunks: 1,
    frameBytes: 1,
    frameVersion: 1,
    callbackUrl,
    reservedBytes: 1_000,
    queuedCountMax: 20_000,
    idempotency: null,
  })
  if (submission.state !== 'queued') throw new Error(submission.state)
  const lease = await takeOne(store, shardOf(accountId), 'standard', laneOf(submission.job), 'node-1')
  if (lease?.job.jobId !== jobId) throw new Error('another job was taken')
  const { job, fence } = lease
  if (error !== undefined) await store.finish(job, fence, { error, workerMs: 1 })
  else {
    let storedBytes = 0
    const chunkCount = Math.ceil(result.length / FRAME_CHUNK_BYTES)
    for (let index = 0; index < chunkCount; index++) {
      const chunk = packResultChunk(result.subarray(index * FRAME_CHUNK_BYTES, (index + 1) * FRAME_CHUNK_BYTES))
      storedBytes += chunk.length
      await store.writeResult(job, fence, index, chunk)
    }
    await store.finish(job, fence, { result: { fence, chunkCount, bytes: result.length, storedBytes }, workerMs: 12.5 })
  }
  return (await store.read(accountId, jobId))!
}
