/**
 * One metering event per end of a job; the gateway counts the submission. The script that ends a job records that it must be metered. The
 * node that ended it writes the line at once, and confirms it a second later, when the line has left the process. Another node writes the
 * lines that a dead node did not confirm. So every end has a line, and ends in the last seconds of a killed node may have two, with the
 * same job id and fence.
 */
import type { Job } from '../../shared/platform/jobs/job.ts'
import type { EndedJob, JobStore, Lease } from '../../shared/platform/jobs/job-store.ts'
import { deliveryPlace, traceOf } from '../../shared/platform/jobs/job-trace.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
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
  type TraceSpan,
  type Tracing,
  traceIdOf,
  WORKER_MS,
} from '../../shared/platform/tracing/tracing.ts'
import type { RunReport } from './job-run.ts'

/** The span of a delivery of a job: from its lease to its end here. A delivery that repeats a lost one points to it. */
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
const waitMsOf = ({ startedAtMs, createdAtMs }: Job): number => Math.max(0, (startedAtMs ?? createdAtMs) - createdAtMs)

export function endJobSpan(span: TraceSpan | undefined, { outcome, code, workerMs }: RunReport): void {
  span?.note({ [JOB_OUTCOME]: outcome, [CODE]: code, [WORKER_MS]: workerMs })
  span?.end(outcome === 'failed' ? code : outcome === 'completed' ? undefined : outcome)
}

interface MeteringParts {
  readonly store: Pick<JobStore, 'shards' | 'unmetered' | 'metered'>
  readonly log: Log
  /** A metering line, whose fields are JSON text without braces. */
  readonly logMetering: (fields: string) => void
  readonly costUsdPerCpuSecond: number
  /** After this time any node may meter an end. */
  readonly unmeteredMs: number
  readonly onFault: (error: unknown) => void
}

const SAY_EVERY_MS = 1_000

/** An end as its line tells it; of a job that was cancelled while it ran: the time that it had used by then. */
type MeteredEnd = Omit<EndedJob, 'state'> & { readonly state: EndedJob['state'] | 'cancelled' }

interface Written {
  /** The key of the end in the store. */
  readonly end: { readonly accountId: string }
  readonly name: string
}

const nameOf = (jobId: string, fence: number): string => `${jobId} ${fence}`

export class Metering {
  readonly #parts: MeteringParts
  readonly #timer: NodeJS.Timeout
  /** Ends whose line was written since the last timer run, and before that. */
  #written: Written[] = []
  #sayable: Written[] = []

  constructor(parts: MeteringParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.#say(), SAY_EVERY_MS)
    this.#timer.unref()
  }

  /** Records the outcome of a job on this node. */
  note({ job, fence }: Lease, { outcome, code, workerMs, resultBytes }: RunReport): void {
    const trace = traceOf(job)
    const traceId = trace && traceIdOf(trace)
    const ofEnd = { ...job, fence, code, waitMs: waitMsOf(job), workerMs, resultBytes }
    // best effort: the store keeps no list of cancelled jobs that nobody has metered
    if (outcome === 'cancelled') {
      this.#write({ ...ofEnd, state: outcome }, traceId)
      return
    }
    if (outcome !== 'completed' && outcome !== 'failed') {
      const { jobId, requestId, accountId, keyId } = job
      const durationMs = Math.round(workerMs)
      this.#parts.log.info(
        { event: 'job', jobId, requestId, trace_id: traceId, accountId, keyId, fence, outcome, durationMs },
        'job left',
      )
      return
    }
    this.#write({ ...ofEnd, state: outcome }, traceId)
    this.#written.push({ end: job, name: nameOf(job.jobId, fence) })
  }

  /** traceId: known only to the node that ran the job. */
  #write(end: MeteredEnd, traceId?: string): void {
    const { jobId, requestId, accountId, keyId, fence, endpoint, code, waitMs, workerMs, taskCount, resultBytes } = end
    const fields = {
      event: 'metering',
      jobId,
      requestId,
      trace_id: traceId,
      accountId,
      keyId,
      fence,
      endpoint,
      status: end.state,
      code,
      durationMs: Math.round(workerMs),
      waitMs,
      taskCount,
      resultBytes,
      tokenConsumption: 0,
      estimatedCostUsd: Number(((workerMs / 1000) * this.#parts.costUsdPerCpuSecond).toFixed(9)),
    }
    this.#parts.logMetering(JSON.stringify(fields).slice(1, -1))
  }

  async #say(): Promise<void> {
    const said = this.#sayable
    this.#sayable = this.#written
    this.#written = []
    // lines that are not confirmed before this process ends are written again by another node
    await this.#parts.store.metered(said.map(({ end }) => end)).catch(error => {
      this.#sayable.push(...said)
      this.#onFault(error)
    })
  }

  /** Writes the lines that other nodes left. */
  async collect(): Promise<void> {
    await this.#parts.store.shards.each(shard => this.#collectOf(shard)).catch(error => this.#onFault(error))
  }

  async #collectOf(shard: number): Promise<void> {
    const ends = await this.#parts.store.unmetered(shard, this.#parts.unmeteredMs)
    const own = new Set([...this.#written, ...this.#sayable].map(({ name }) => name))
    for (const end of ends) {
      const name = nameOf(end.jobId, end.fence)
      if (own.has(name)) continue
      this.#write(end)
      this.#written.push({ end, name })
    }
  }

  #onFault(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) this.#parts.onFault(error)
  }

  /** Writes and confirms the remaining lines before the process ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#say()
    await this.#say()
  }
}
