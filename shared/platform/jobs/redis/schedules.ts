/** Schedules that accounts keep, on Redis: one script per move (shared/platform/redis/commands/schedule-*.lua). */
import { randomUUID } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import type { ImportReport } from '../../../contract/schedule/import-report.ts'
import { IDEMPOTENCY_SECONDS } from '../../../contract/tiers.ts'
import { StoreUnavailable } from '../../redis/failure.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import type { Keeping, KeptSchedule, NewSchedule, ScheduleStore } from '../schedule-store.ts'
import type { Durability } from './durability.ts'
import { type Fields, fieldsOf, sequenceOf } from './job-record.ts'
import { type JobObjects, needed } from './objects.ts'
import { bytesOf, readChunks } from './results.ts'

const KEEP = script('schedule-keep-1')
const READ = script('schedule-read-1')
const LIST = script('schedule-list-1')
const REMOVE = script('schedule-remove-1')
const SWEEP = script('schedule-sweep-1')
/** Schedules of one run of a script that removes: it stays under a few milliseconds. */
const SWEEP_COUNT_MAX = 100
/** A command whose reply was lost is repeated within this time. */
const REMOVED_SECONDS = 60

type KeepReply =
  | ['kept' | 'replayed', string[]]
  | ['full', number, number, number]
  | ['key_reused' | 'frame_lost' | 'account_gone']

function scheduleOf(fields: Fields): KeptSchedule {
  return {
    scheduleId: fields.scheduleId!,
    accountId: fields.accountId!,
    createdAtMs: Number(fields.createdAtMs),
    expiresAtMs: Number(fields.expiresAtMs),
    bytes: Number(fields.bytes),
    taskCount: Number(fields.taskCount),
    linkCount: Number(fields.linkCount),
    calendarCount: Number(fields.calendarCount),
    statusDate: fields.statusDate ?? null,
    sha256: fields.sha256!,
    imports: JSON.parse(fields.imports!) as ImportReport[],
    frameChunks: Number(fields.frameChunks),
    frameBytes: Number(fields.frameBytes),
    frameVersion: Number(fields.frameVersion),
    ...(fields.frameObject !== undefined && { frameObject: fields.frameObject }),
  }
}

/** Names and values as a script takes them. */
function newFields({
  scheduleId: _,
  ttlMs: __,
  countMax: ___,
  bytesMax: ____,
  idempotency: _____,
  frame: ______,
  ...fields
}: NewSchedule) {
  return Object.entries({ ...fields, imports: JSON.stringify(fields.imports) }).flatMap(([name, value]) =>
    value === null ? [] : [name, value],
  )
}

export function schedules(client: JobClient, durability: Durability, objects: JobObjects | undefined): ScheduleStore {
  const sweep = async (shard: number, accountId: string): Promise<number> => {
    for (let count = 0; ; ) {
      const removed = await runScript<number>(client, SWEEP, shard, [SWEEP_COUNT_MAX, accountId])
      count += removed
      if (removed < SWEEP_COUNT_MAX) return count
    }
  }
  return {
    async keepSchedule(schedule): Promise<Keeping> {
      const shard = shardOf(schedule.accountId)
      const { keyHash = '', fingerprint = '' } = schedule.idempotency ?? {}
      const reply = await runScript<KeepReply>(client, KEEP, shard, [
        schedule.scheduleId,
        schedule.countMax,
        schedule.bytesMax,
        keyHash,
        fingerprint,
        IDEMPOTENCY_SECONDS,
        schedule.ttlMs,
        schedule.frame ? bytesOf(schedule.frame) : '',
        ...newFields(schedule),
      ])
      switch (reply[0]) {
        case 'kept':
        case 'replayed':
          await durability.wait(shard)
          return { state: reply[0], schedule: scheduleOf(fieldsOf(reply[1])) }
        case 'full':
          return {
            state: 'full',
            heldBytes: reply[1],
            scheduleCount: reply[2],
            nextAtMs: reply[3] === 0 ? null : reply[3],
          }
        case 'key_reused':
        case 'account_gone':
          return { state: reply[0] }
        case 'frame_lost':
          throw new StoreUnavailable('the frame of the schedule was gone before it was kept')
      }
    },
    async readSchedule(accountId, scheduleId) {
      const flat = await runScript<string[]>(client, READ, shardOf(accountId), [scheduleId, accountId])
      return flat.length === 0 ? null : scheduleOf(fieldsOf(flat))
    },
    async listSchedules(accountId, { cursor, limit }) {
      const args = [accountId, sequenceOf(cursor), limit]
      type Reply = [number, number, string, ...string[][]]
      const [heldBytes, scheduleCount, next, ...found] = await runScript<Reply>(client, LIST, shardOf(accountId), args)
      return {
        schedules: found.map(flat => scheduleOf(fieldsOf(flat))),
        cursor: next === '' ? null : next,
        heldBytes,
        scheduleCount,
      }
    },
    removeSchedule(accountId, scheduleId) {
      return runScript(client, REMOVE, shardOf(accountId), [scheduleId, accountId, randomUUID(), REMOVED_SECONDS])
    },
    async forgetSchedules(accountId) {
      await sweep(shardOf(accountId), accountId)
    },
    async readScheduleFrame({ accountId, scheduleId, frameChunks, frameObject }) {
      const shard = shardOf(accountId)
      const stored =
        frameObject === undefined
          ? readChunks(client, frameChunks, i => jobKey(shard, 'frame', scheduleId, i))
          : needed(objects).read(frameObject)
      const chunks: Uint8Array[] = []
      for await (const chunk of stored) chunks.push(chunk)
      return chunks
    },
    sweepSchedules: shard => sweep(shard, ''),
  }
}
