/** The span of a delivery of a job: from its lease to its end here. A delivery that repeats a lost one points to it. */
import type { Job } from '../../shared/platform/jobs/job.ts'
import type { Lease } from '../../shared/platform/jobs/job-store.ts'
import { deliveryPlace } from '../../shared/platform/jobs/job-trace.ts'
import {
  CODE,
  ENDPOINT,
  JOB_CLASS,
  JOB_DELIVERY,
  JOB_ID,
  JOB_OUTCOME,
  JOB_WAIT_MS,
  REQUEST_ID,
  TASK_COUNT,
  WORKER_MS,
} from '../../shared/platform/tracing/attributes.ts'
import type { TraceSpan, Tracing } from '../../shared/platform/tracing/tracing.ts'
import type { RunReport } from './job-run.ts'

export function beginJobSpan(tracing: Tracing | null, { job, fence }: Lease): TraceSpan | undefined {
  return tracing?.begin(`job ${job.rowId}`, {
    kind: 'consumer',
    ...deliveryPlace(job, fence),
    attributes: {
      [ENDPOINT]: job.rowId,
      [REQUEST_ID]: job.requestId,
      [JOB_ID]: job.jobId,
      [JOB_CLASS]: job.jobClass,
      [JOB_DELIVERY]: fence,
      [JOB_WAIT_MS]: waitMsOf(job),
      [TASK_COUNT]: job.taskCount,
    },
  })
}

/** From its submission to its last start. */
export const waitMsOf = ({ startedAtMs, createdAtMs }: Job): number =>
  Math.max(0, (startedAtMs ?? createdAtMs) - createdAtMs)

export function endJobSpan(span: TraceSpan | undefined, { outcome, code, workerMs }: RunReport): void {
  span?.note({ [JOB_OUTCOME]: outcome, [CODE]: code, [WORKER_MS]: workerMs })
  span?.end(outcome === 'failed' ? code : outcome === 'completed' ? undefined : outcome)
}
