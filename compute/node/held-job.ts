/** A job leased by this node, as the parts see it that decide when it runs (taker.ts, suspects.ts). */
import type { JobClass } from '../../shared/contract/job-classes.ts'
import type { Slot } from './job-runner.ts'

export interface HeldJob {
  readonly jobClass: JobClass
  /** Whether the node's own thread may run it (inline-jobs.ts); no longer when that has declined it. */
  readonly isInline: boolean
  /** Runs it to its end, or until it has to wait. Never throws. */
  run(slot: Slot): Promise<void>
  /** Gives it back as if it had not been taken. Never throws. */
  returnUnrun(): Promise<void>
}
