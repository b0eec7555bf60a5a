/** The errors of a job that broke a limit, and the maximum duration of a job. */
import { costOf } from '../../shared/contract/job-classes.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'

export interface JobLimits {
  /** Seconds of any job, and of the largest; between them MS_PER_COST counts. */
  readonly jobSeconds: number
  readonly jobSecondsMax: number
  /** Heap and columns of a job's thread. */
  readonly jobMemoryMegabytesMax: number
}

/** Far beyond what an analysis takes for a task or link. */
const MS_PER_COST = 0.25

export const timeLimitMs = (
  limits: JobLimits,
  job: { readonly taskCount: number; readonly linkCount: number },
): number => Math.min(limits.jobSecondsMax * 1000, limits.jobSeconds * 1000 + MS_PER_COST * costOf(job))

export const timeoutError = (limitMs: number): JobError => ({
  code: 'timeout',
  detail: `The analysis did not finish within ${Math.round(limitMs / 100) / 10} seconds.`,
})

export const memoryError = (megabytesMax: number): JobError => ({
  code: 'memory',
  detail: `The analysis needed more than ${megabytesMax} MB of memory.`,
})
