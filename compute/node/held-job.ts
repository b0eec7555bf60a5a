/** A job leased by this node, as the parts see it that decide when it runs (taker.ts, suspects.ts). */
import type { JobClass } from '../../shared/jobs/classes.ts'
import type { Slot } from './job-runner.ts'

export interface HeldJob {
  readonly jobClass: JobClass
  /** Runs it to its end. Never throws. */
  run(slot: Slot): Promise<void>
  /** Gives it back as if it had not been taken. Never throws. */
  returnUnrun(): Promise<void>
}
