/** What page and worker say to each other. */
import type { LocalCall, LocalReply, Tried } from '../../../../shared/contract/local-engine.ts'
import type { AuditReply } from '../schedule/audit-replies.ts'
import type { ComparisonReplies } from '../schedule/comparison-replies.ts'
import type { DelayEvent } from '../schedule/events.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import type { Levelled, LevelRequest } from '../schedule/levelling.ts'
import type { Analysed, Assessed } from '../schedule/replies.ts'
import type { ResourceLoad } from '../schedule/resource-load.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { AuditRequest } from './audit.ts'
import type { Asked } from './what-if.ts'

export interface Access {
  /** Address of the service, with a slash at its end. */
  readonly base: string
  readonly key: string
}

/** One file is analysed; cancel: what runs for it is given up. */
export type ToWorker =
  | {
      readonly kind: 'analyse'
      readonly id: number
      readonly access: Access
      readonly file: Blob
      readonly baseline: BaselineDates | undefined
    }
  | {
      readonly kind: 'compare'
      readonly id: number
      readonly access: Access
      readonly files: readonly DatedFile[]
      readonly events: readonly DelayEvent[]
    }
  | {
      readonly kind: 'load'
      readonly id: number
      readonly access: Access
      readonly file: Blob
      /** Length of the schedule. */
      readonly weekCount: number
    }
  | {
      readonly kind: 'fields'
      readonly id: number
      readonly access: Access
      readonly file: Blob
      /** Of its tasks. */
      readonly ids: readonly string[]
    }
  | {
      readonly kind: 'level'
      readonly id: number
      readonly access: Access
      readonly file: Blob
      readonly request: LevelRequest
    }
  | { readonly kind: 'audit'; readonly id: number; readonly access: Access; readonly request: AuditRequest }
  | { readonly kind: 'what-if'; readonly id: number; readonly access: Access; readonly asked: Asked }
  /** A call of the page itself, where no service is. */
  | { readonly kind: 'call'; readonly id: number; readonly access: Access; readonly call: LocalCall }
  | { readonly kind: 'cancel'; readonly id: number }
  /** A search ends with the best that it has. */
  | { readonly kind: 'finish'; readonly id: number }

/** Dates of a file that is the baseline of others; '' = none. */
export interface BaselineDates {
  readonly ids: readonly string[]
  readonly start: readonly string[]
  readonly finish: readonly string[]
}

/** In the order of their data dates. */
export interface DatedFile {
  readonly file: Blob
  readonly dataDate: string
  /** The file says so itself. */
  readonly isStated: boolean
}

export type Stage = 'upload' | 'queue' | 'compute' | 'read'

export interface Progress {
  readonly stage: Stage
  /** 0 to 1 of the stage; null = nobody knows. */
  readonly part: number | null
  readonly queuePosition?: number
  /** It is a search, which can be told to end with the best that it has. */
  readonly isSearch?: boolean
}

/** Where a text is no JSON: what stands there; '' = it ends there. */
export interface Misplaced {
  readonly line: number
  readonly column: number
  readonly found: string
}

/** Why a call was refused: the code of the service, or `network`, and a sentence. */
export interface Failure {
  readonly code: string
  readonly sentence: string
  /** Places of faults in the file, each with its sentence. */
  readonly places: readonly string[]
  /** Of JSON that was read here. */
  readonly at?: Misplaced
}

export interface Outcome {
  /** What was analysed, where it is not the file itself: the schedule with the baseline of another file. */
  readonly withBaseline: Blob | undefined
  /** Dates of that baseline took the place of others. */
  readonly hadOwnBaseline: boolean
  readonly schedule: Schedule
  readonly analysed: Analysed
  /** Where the results of those analyses lie that were jobs, by the path of the analysis. */
  readonly resultPaths: Readonly<Record<string, string>>
}

/** What completes an outcome. */
export interface Rest extends Assessed {
  readonly resultPaths: Readonly<Record<string, string>>
}

export type FromWorker =
  /** Of a file that is analysed, before what is done. */
  | { readonly kind: 'first'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | {
      readonly kind: 'done'
      readonly id: number
      readonly outcome:
        | Rest
        | ComparisonReplies
        | FileFields
        | ResourceLoad
        | Levelled
        | LocalReply
        | Tried
        | AuditReply
    }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
