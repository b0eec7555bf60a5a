/** A job as the fields of a hash; absent fields are null here. Scripts write the same names (commands/job-*.lua). */
import { type JobClass, laneOf, queueOf } from '../../../contract/job-classes.ts'
import type { JobState, WorkProgress } from '../../../contract/job-states.ts'
import { FRAME_VERSION_UNSAID } from '../../../contract/schedule/frame-versions.ts'
import { type JobClient, retryOnce } from '../../redis/retry-once.ts'
import type { Job, RemovalReason } from '../job.ts'
import type { NewJob } from '../job-store.ts'

export type Fields = Readonly<Record<string, string>>

/** HGETALL as a script returns it: name, value, name, value. */
export function fieldsOf(flat: readonly string[]): Fields {
  const fields: Record<string, string> = {}
  for (let i = 0; i < flat.length; i += 2) fields[flat[i]!] = flat[i + 1]!
  return fields
}

const numberOrNull = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

export function jobOf(fields: Fields): Job {
  const { resultFence, resultRemovedWhy, errorCode } = fields
  return {
    jobId: fields.jobId!,
    accountId: fields.accountId!,
    keyId: fields.keyId!,
    state: fields.state as JobState,
    jobClass: fields.jobClass as JobClass,
    rowId: fields.rowId!,
    endpoint: fields.endpoint!,
    requestId: fields.requestId!,
    taskCount: Number(fields.taskCount),
    linkCount: Number(fields.linkCount),
    createdAtMs: Number(fields.createdAtMs),
    startedAtMs: numberOrNull(fields.startedAtMs),
    completedAtMs: numberOrNull(fields.completedAtMs),
    attempts: Number(fields.attempts),
    today: Number(fields.today),
    frameChunks: Number(fields.frameChunks),
    frameBytes: Number(fields.frameBytes),
    frameVersion: Number(fields.frameVersion ?? FRAME_VERSION_UNSAID),
    ...(fields.frameObject === undefined ? {} : { frameObject: fields.frameObject }),
    result:
      resultFence === undefined
        ? null
        : {
            fence: Number(resultFence),
            chunkCount: Number(fields.resultChunkCount),
            bytes: Number(fields.resultBytes),
            storedBytes: Number(fields.resultStoredBytes),
            ...(fields.resultObject === undefined ? {} : { object: fields.resultObject }),
          },
    resultRemoved:
      resultRemovedWhy === undefined
        ? null
        : { atMs: Number(fields.resultRemovedAtMs), why: resultRemovedWhy as RemovalReason },
    error: errorCode === undefined ? null : { code: errorCode, detail: fields.errorDetail! },
    progress:
      fields.progress === undefined
        ? null
        : { ...(JSON.parse(fields.progress) as WorkProgress), atMs: Number(fields.progressAtMs) },
    callbackUrl: fields.callbackUrl ?? null,
    ...(fields.traceparent === undefined ? {} : { traceparent: fields.traceparent }),
    ...(fields.tracestate === undefined ? {} : { tracestate: fields.tracestate }),
    workerMs: numberOrNull(fields.workerMs),
  }
}

/** Names and values that the caller of a submission decides, for the end of an argument list. */
export function newJobFields(job: NewJob, retentionMs: number): (string | number)[] {
  const { jobId: _, queuedCountMax: __, heldBytesMax: ___, idempotency: ____, frame: _____, ...fields } = job
  return Object.entries({
    ...fields,
    retentionMs,
    queue: queueOf(job.jobClass, laneOf(job), job.frameVersion),
  }).flatMap(([name, value]) => (value === null ? [] : [name, value]))
}

/** The record of a job that was accepted this moment. */
export function queuedJob(job: NewJob, createdAtMs: number): Job {
  const { reservedBytes: _, heldBytesMax: __, queuedCountMax: ___, idempotency: ____, frame: _____, ...fields } = job
  const ahead = {
    startedAtMs: null,
    completedAtMs: null,
    result: null,
    resultRemoved: null,
    error: null,
    progress: null,
    workerMs: null,
  }
  return { ...fields, state: 'queued', createdAtMs, attempts: 0, ...ahead }
}

// A page of an index (sorted set: job id by sequence), newest first. The cursor is the sequence of the last id that was read, so the next page
// continues there, whatever was added or removed meanwhile.

/** Ids looked at in one round trip. */
const BATCH = 100
/** Ids looked at for one page: a rare state among many jobs gives short pages. */
const LOOKED_AT_MAX = 2_000

interface IndexPage<Item> {
  readonly items: Item[]
  readonly cursor: string | null
}

/** The sequence that a cursor names; empty = from the newest, also for an unreadable one. */
export const sequenceOf = (cursor: string | null): string =>
  cursor !== null && /^\d{1,15}$/.test(cursor) ? cursor : ''

/** read: null leaves an id out. An unreadable cursor starts at the newest. */
export async function readIndexPage<Item>(
  client: JobClient,
  index: string,
  cursor: string | null,
  limit: number,
  read: (jobId: string) => Promise<Item | null>,
): Promise<IndexPage<Item>> {
  const items: Item[] = []
  let last = sequenceOf(cursor)
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX; lookedAt += BATCH) {
    const from = last === '' ? '+inf' : `(${last}`
    const pairs = await retryOnce(() => client.zrevrangebyscore(index, from, '-inf', 'WITHSCORES', 'LIMIT', 0, BATCH))
    const jobIds = pairs.filter((_, i) => i % 2 === 0)
    const found = await Promise.all(jobIds.map(read))
    for (const [i, item] of found.entries()) {
      if (item !== null && items.length === limit) return { items, cursor: last }
      if (item !== null) items.push(item)
      last = pairs[2 * i + 1]!
    }
    if (jobIds.length < BATCH) return { items, cursor: null }
  }
  return { items, cursor: last }
}
