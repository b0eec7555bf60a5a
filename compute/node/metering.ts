/**
 * One metering event per end of a job; the call that submitted it was counted at the gateway. The script that ends a job notes what is to be
 * metered, the node that ended it writes the line at once and says so a second later, when the line is out of the process. What
 * a node that died did not say, any other one writes: each end has its line, and those of the last seconds of a node that was killed have two,
 * with the same job id and fence.
 */
import type { EndedJob, JobStore, Lease } from '../../shared/jobs/job-store.ts'
import { traceOf } from '../../shared/jobs/job-trace.ts'
import type { Log } from '../../shared/process/log.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import { traceIdOf } from '../../shared/tracing/trace-context.ts'
import type { RunReport } from './job-run.ts'
import { waitMsOf } from './job-span.ts'

interface MeteringParts {
  readonly store: Pick<JobStore, 'shards' | 'unmetered' | 'metered'>
  readonly log: Log
  readonly costUsdPerCpuSecond: number
  /** An end that nobody metered for so long is anybody's. */
  readonly unmeteredMs: number
  readonly onFault: (error: unknown) => void
}

const SAY_EVERY_MS = 1_000

interface Written {
  /** What the store knows the end by. */
  readonly end: { readonly accountId: string }
  readonly name: string
}

const nameOf = (jobId: string, fence: number): string => `${jobId} ${fence}`

export class Metering {
  readonly #parts: MeteringParts
  readonly #timer: NodeJS.Timeout
  /** Ends whose line was written since the timer last ran, and before that. */
  #written: Written[] = []
  #sayable: Written[] = []

  constructor(parts: MeteringParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.#say(), SAY_EVERY_MS)
    this.#timer.unref()
  }

  /** What became of a job here. */
  note({ job, fence }: Lease, { outcome, code, workerMs, resultBytes }: RunReport): void {
    const trace = traceOf(job)
    const traceId = trace && traceIdOf(trace)
    if (outcome !== 'completed' && outcome !== 'failed') {
      const { jobId, requestId, accountId, keyId } = job
      this.#parts.log.info(
        { event: 'job', jobId, requestId, trace_id: traceId, accountId, keyId, fence, outcome },
        'job left',
      )
      return
    }
    this.#write({ ...job, fence, state: outcome, code, waitMs: waitMsOf(job), workerMs, resultBytes }, traceId)
    this.#written.push({ end: job, name: nameOf(job.jobId, fence) })
  }

  /** traceId: known to the node that ran the job. */
  #write(end: EndedJob, traceId?: string): void {
    const { jobId, requestId, accountId, keyId, fence, endpoint, code, waitMs, workerMs, taskCount, resultBytes } = end
    this.#parts.log.info(
      {
        event: 'metering',
        ...{ jobId, requestId, trace_id: traceId, accountId, keyId, fence, endpoint },
        status: end.state,
        code,
        durationMs: Math.round(workerMs),
        waitMs,
        taskCount,
        resultBytes,
        tokenConsumption: 0,
        estimatedCostUsd: Number(((workerMs / 1000) * this.#parts.costUsdPerCpuSecond).toFixed(9)),
      },
      'metering',
    )
  }

  async #say(): Promise<void> {
    const said = this.#sayable
    this.#sayable = this.#written
    this.#written = []
    // what is not said before this process ends is written once more by another node
    await this.#parts.store.metered(said.map(({ end }) => end)).catch(error => {
      this.#sayable.push(...said)
      this.#onFault(error)
    })
  }

  /** Writes what others left. */
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

  /** At the end of a process its lines are written before it goes. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#say()
    await this.#say()
  }
}
