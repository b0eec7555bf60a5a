/**
 * Schedules that an account keeps and names in later calls, as gateways and nodes use them. A kept schedule is a frame with all columns,
 * stored like the frames of jobs, and a record in Redis with its owner. It exists until it expires, is removed, or its account is deleted.
 */
import type { ImportReport } from '../../contract/schedule/import-report.ts'

/** What a worker found of a schedule. */
export interface ScheduleDescription {
  readonly taskCount: number
  readonly linkCount: number
  readonly calendarCount: number
  /** Day or moment that progress is reported up to; null = none was given. */
  readonly statusDate: string | null
  /** As in metadata.input_sha256 of an analysis of this schedule alone. */
  readonly sha256: string
  /** Where it came as a project file. */
  readonly imports: readonly ImportReport[]
}

export interface KeptSchedule extends ScheduleDescription {
  readonly scheduleId: string
  readonly accountId: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Taken of what the account may keep: the frame as it is stored, and the record. */
  readonly bytes: number
  readonly frameChunks: number
  readonly frameBytes: number
  readonly frameVersion: number
  /** Name of the object that holds the frame; absent: its chunks lie in Redis. */
  readonly frameObject?: string
}

export interface NewSchedule extends Omit<KeptSchedule, 'createdAtMs' | 'expiresAtMs'> {
  readonly ttlMs: number
  /** What the account may keep. */
  readonly countMax: number
  readonly bytesMax: number
  readonly idempotency: { readonly keyHash: string; readonly fingerprint: string } | null
  /** A frame of one chunk, at most INLINE_BYTES_MAX as stored, spares a writeFrame. */
  readonly frame?: Uint8Array
}

export type Keeping =
  | { readonly state: 'kept'; readonly schedule: KeptSchedule }
  /** This key and body came before. */
  | { readonly state: 'replayed'; readonly schedule: KeptSchedule }
  | {
      readonly state: 'full'
      readonly heldBytes: number
      readonly scheduleCount: number
      /** When the next one expires; null = none is kept. */
      readonly nextAtMs: number | null
    }
  | { readonly state: 'key_reused' }
  /** The account was deleted while the schedule was under way. */
  | { readonly state: 'account_gone' }

interface SchedulePage {
  readonly schedules: readonly KeptSchedule[]
  /** null = the last page. */
  readonly cursor: string | null
  /** Bytes of all that the account keeps. */
  readonly heldBytes: number
  readonly scheduleCount: number
}

/** The frame of a job is written in the same way (JobStore.writeFrame) before it is named here. */
export interface ScheduleStore {
  /** Returns when it is on disk. Run again with the same id it answers like the first time. */
  keepSchedule(schedule: NewSchedule): Promise<Keeping>
  /** null: the account keeps no such schedule, any more or ever. */
  readSchedule(accountId: string, scheduleId: string): Promise<KeptSchedule | null>
  listSchedules(
    accountId: string,
    query: { readonly cursor: string | null; readonly limit: number },
  ): Promise<SchedulePage>
  removeSchedule(accountId: string, scheduleId: string): Promise<'removed' | 'unknown'>
  /** Removes all that an account keeps. */
  forgetSchedules(accountId: string): Promise<void>
  /** Stored chunks in order. Throws StoreUnavailable when one is gone: the schedule expired or was removed meanwhile. */
  readScheduleFrame(schedule: KeptSchedule): Promise<Uint8Array[]>
  /** Removes what has expired in a shard; returns how many. */
  sweepSchedules(shard: number): Promise<number>
}

/** What the record of a schedule takes in Redis with all that points to it. */
export const SCHEDULE_RECORD_BYTES = 2_000
