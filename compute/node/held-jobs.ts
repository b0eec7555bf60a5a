/** The jobs held by this node, each from its lease to its end, with their records. */
import { laneOf } from '../../shared/contract/job-classes.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { JobStore, Lease } from '../../shared/platform/jobs/job-store.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import type { InlineJobs } from './inline-jobs.ts'
import { JobRun, type RunReport } from './job-run.ts'
import type { HeldJob } from './job-runner.ts'
import type { AbandonedJobs, Leases } from './leases.ts'
import { beginJobSpan, endJobSpan, type Metering } from './metering.ts'
import type { NodeMetrics } from './node-metrics.ts'
import type { Suspects } from './suspects.ts'
import type { Threads } from './threads.ts'
import type { WaitingRun, WaitingRuns } from './waiting-runs.ts'

interface Parts {
  readonly store: JobStore
  readonly limits: Config
  readonly log: Log
  readonly tracing: Tracing | null
  readonly threads: Threads
  readonly inline: InlineJobs
  readonly leases: Leases
  readonly metrics: NodeMetrics
  readonly metering: Metering
  readonly suspects: Suspects
  readonly givenUp: AbandonedJobs
  readonly waiting: WaitingRuns
  /** It is to run on a thread, before those that were taken after it. */
  putAhead(job: HeldJob): void
  /** A thread is free for whoever waits for one. */
  pump(): void
}

export class HeldJobs {
  readonly #parts: Parts
  readonly #runs = new Map<string, JobRun>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get count(): number {
    return this.#runs.size
  }

  /** The drain took too long: the jobs are stopped and returned to their queues. */
  giveBack(): void {
    for (const jobRun of this.#runs.values()) jobRun.kill('drain')
  }

  /** Its owner wants what it has by now. */
  hurry(jobId: string): void {
    this.#runs.get(jobId)?.hurry()
  }

  hold(lease: Lease, takenMs: number): HeldJob {
    const { store, limits, log, tracing, threads, inline, leases, metrics, waiting, putAhead, pump } = this.#parts
    const { job } = lease
    const span = beginJobSpan(tracing, lease)
    const jobRun = new JobRun(lease, {
      store,
      span,
      limits,
      onThreadFree(slot) {
        threads.release(slot)
        inline.release(slot)
        pump()
      },
      onProgress: progress => leases.note(lease, progress),
      onFault: (fault, { fence }) => log.error({ jobId: job.jobId, fence, stack: fault }, 'job fault'),
    })
    this.#runs.set(job.jobId, jobRun)
    leases.hold(lease, takenMs, reason => jobRun.lose(reason))
    metrics.taken(job.jobClass, lease.isSuspect)
    const ended = (report: RunReport): void => this.#end(lease, jobRun, span, report)
    let isInline = inline.takes(lease)
    const held: WaitingRun = {
      jobClass: job.jobClass,
      lane: laneOf(job),
      isSuspect: lease.isSuspect,
      get isUnwanted() {
        return jobRun.isUnwanted
      },
      get isInline() {
        return isInline
      },
      async run(slot) {
        const report = await jobRun.run(slot)
        threads.release(slot)
        inline.release(slot)
        isInline &&= report.outcome !== 'declined'
        if (report.outcome === 'declined') putAhead(held)
        else if (report.outcome === 'waits') waiting.add(held)
        else ended(report)
      },
      returnUnrun: async () => ended(await jobRun.returnUnrun()),
    }
    return held
  }

  #end(lease: Lease, jobRun: JobRun, span: ReturnType<typeof beginJobSpan>, report: RunReport): void {
    const { leases, metrics, metering, suspects, givenUp } = this.#parts
    const { jobId, jobClass } = lease.job
    leases.release(lease)
    if (this.#runs.get(jobId) === jobRun) this.#runs.delete(jobId)
    metrics.ended(jobClass, report)
    metering.note(lease, report)
    endJobSpan(span, report)
    if (report.isSuspect) suspects.wait()
    if (report.outcome === 'not_renewed') void givenUp.requeue(lease)
  }
}
