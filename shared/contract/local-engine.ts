/** The engine beside the page, in its worker: calls of the interface answered in the same process, and a schedule held open for what-if. What the page and compute/library agree on. */
import type { SentChange } from './schedule/changes.ts'

export interface LocalCall {
  readonly method: 'GET' | 'POST'
  /** Path with what follows the ?, as it would be sent. */
  readonly path: string
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array<ArrayBuffer>
}

export interface LocalReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

type Numbers = Float64Array<ArrayBuffer>
type Marks = Uint8Array<ArrayBuffer>

/** What changes of a schedule do: figures of analysis/what-if, and of each task that differs its entries side by side. */
export interface Tried {
  readonly finishBefore: string | null
  readonly finish: string | null
  readonly workingDays: number | null
  readonly calendarDays: number | null
  readonly drivenBy: string
  /** Tasks by their place in the schedule as sent, added ones behind it: those whose float falls below 0. */
  readonly floatLost: Int32Array<ArrayBuffer>
  /** Ids of tasks with a date that is no longer met. */
  readonly newlyBroken: readonly string[]
  readonly negativeCount: number
  readonly movedCount: number
  /** Tasks that differ, by the same places; entry n of what follows is of tasks[n]. */
  readonly tasks: Int32Array<ArrayBuffer>
  /** Dates are whole days, and minutes those at which they begin. */
  readonly areDays: boolean
  /** Minutes since 1970-01-01T00:00; NaN = none. */
  readonly start: Numbers
  readonly finishes: Numbers
  readonly lateStart: Numbers
  readonly lateFinish: Numbers
  /** The same as days from the start of the project; the late ones are empty where there are dates. */
  readonly offsets: Readonly<Record<'start' | 'finish' | 'lateStart' | 'lateFinish', Numbers>>
  readonly totalFloatDays: Numbers
  readonly freeFloatDays: Numbers
  readonly isCritical: Marks
  readonly isOnLongestPath: Marks
}

/** A schedule that is held open. */
export interface Held {
  /** A reply: it is refused. Never throws. */
  tried(changes: readonly SentChange[]): Tried | LocalReply
  /** Compiles what the first change would wait for. */
  prepare(): void
}

export interface LocalEngine {
  /** Compiles what the first call would wait for. */
  prepare(): void
  /** Never throws. */
  answer(call: LocalCall): LocalReply
  /** Holds the schedule that the call would keep (POST /api/v1/schedules); a reply: it is refused. Never throws. */
  hold(call: LocalCall): Held | LocalReply
}

/** Name of the engine in the global scope of the worker that it was loaded into. */
export const LOCAL_ENGINE = 'scheduleEngine'
