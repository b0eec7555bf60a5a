/** Waits for a job and fetches its result. */
import { setTimeout as pause } from 'node:timers/promises'
import { jobPath, resultPath } from '../../shared/endpoint/job-paths.ts'
import { FINAL_STATES, type JobState } from '../../shared/job-states.ts'
import { RunError } from './outcome.ts'
import type { Progress } from './progress.ts'
import type { Service } from './service.ts'

export interface JobShown {
  readonly job_id: string
  readonly status: JobState
  readonly endpoint: string
  readonly task_count: number
  readonly created_at: string
  readonly completed_at: string | null
  readonly queue_position?: number | null
  readonly error?: { readonly code: string; readonly detail: string }
}

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 5_000

/** The result as JSON. Throws when the job ended without one. */
export async function waitForJob(service: Service, jobId: string, progress: Progress): Promise<string> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const job = await service.json<JobShown>(`${jobPath(jobId)}?include_result=false`)
    if (FINAL_STATES.includes(job.status)) {
      progress.clear()
      if (job.status === 'completed') return service.text(resultPath(jobId))
      throw new RunError([`The job ${jobId} is ${job.status}. ${job.error?.detail ?? ''}`.trim()])
    }
    const place =
      job.queue_position === null || job.queue_position === undefined ? '' : `, ${job.queue_position} before it`
    progress.say(`job ${jobId}: ${job.status}${place}`)
    await pause(pauseMs)
  }
}
