/** A job as the fields of a hash; absent fields are null here. Scripts write the same names (commands/job-*.lua). */

import { type JobClass, laneOf, queueOf } from '../../../contract/job-classes.ts'
import type { JobState } from '../../../contract/job-states.ts'
import { FRAME_VERSION_UNSAID } from '../../../contract/schedule/frame-versions.ts'
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
    workerMs: null,
  }
  return { ...fields, state: 'queued', createdAtMs, attempts: 0, ...ahead }
}
