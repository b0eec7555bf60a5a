/**
 * The states of a job and the moves between them, as data. The Lua scripts get the same table written in front
 * of them and check every move against it; completed, failed and cancelled are final, but for an operator.
 */

export const JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

interface JobMove {
  readonly from: JobState
  readonly to: JobState
  /** The script that makes the move. */
  readonly by: 'take' | 'finish' | 'cancel' | 'requeue' | 'retry'
  readonly why: string
}

export const JOB_MOVES: readonly JobMove[] = [
  { from: 'queued', to: 'processing', by: 'take', why: 'a node has a thread for it' },
  { from: 'queued', to: 'cancelled', by: 'cancel', why: 'the account wants it no more' },
  { from: 'processing', to: 'completed', by: 'finish', why: 'the result is stored' },
  { from: 'processing', to: 'failed', by: 'finish', why: 'it threw, or broke a limit of time or memory' },
  { from: 'processing', to: 'cancelled', by: 'cancel', why: 'the account wants it no more' },
  { from: 'processing', to: 'queued', by: 'requeue', why: 'its worker or node is lost, or the node drains' },
  { from: 'processing', to: 'failed', by: 'requeue', why: 'lost for the last time that is tried' },
  { from: 'failed', to: 'queued', by: 'retry', why: 'an operator queues it again' },
]

/** What the loops of long analyses count; passes: of an analysis that does not say how many there will be. */
export const PROGRESS_UNITS = ['passes', 'schedules', 'analyses', 'updates', 'events', 'steps'] as const

/** How far the work of a job has come. */
export interface WorkProgress {
  readonly done: number
  /** At most so many will be done, or fewer where the work ends before; null: not known. */
  readonly of: number | null
  readonly unit: (typeof PROGRESS_UNITS)[number]
  /** The earliest finish of the schedules that were tried so far, YYYY-MM-DD. */
  readonly bestFinish?: string
}

/** Nothing leaves them by itself. */
export const FINAL_STATES: readonly JobState[] = JOB_STATES.filter(
  state => !JOB_MOVES.some(move => move.from === state && move.by !== 'retry'),
)

/** Deliveries of a job to a node before a loss fails it. */
export const DELIVERIES_MAX = 3

/**
 * Deliveries of a suspect that count for nothing, since its whole node was lost: it ran in a process of its own, so the node had most likely
 * other reasons. Not more, as a job may take its container along.
 */
export const NODE_LOSSES_FORGIVEN = 2
