/** What a compute node measures of itself; the depths of the queues are shared/jobs/queue-gauges.ts. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { JOB_CLASSES, JOB_LANES, type JobClass } from '../../shared/jobs/classes.ts'
import type { Freed } from '../../shared/jobs/job-store.ts'
import { METRIC_PREFIX } from '../../shared/process/metrics.ts'
import type { RunReport } from './job-run.ts'
import type { Suspects } from './suspects.ts'
import type { Threads } from './threads.ts'

/** Seconds a thread is busy with a job, from 100 tasks to a million. */
const THREAD_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300]

export interface NodeMetrics {
  taken(jobClass: JobClass, isSuspect: boolean): void
  ended(jobClass: JobClass, report: RunReport): void
  reclaimed(jobCount: number): void
  relieved(freed: Freed): void
}

export function nodeMetrics(
  registry: Registry,
  threads: Threads,
  suspects: Pick<Suspects, 'runningCount'>,
): NodeMetrics {
  const registers = [registry]
  const name = (rest: string): string => METRIC_PREFIX + rest
  const taken = new Counter({
    name: name('jobs_taken_total'),
    help: 'Deliveries of jobs to this node.',
    labelNames: ['class'],
    registers,
  })
  const suspectsTaken = new Counter({
    name: name('jobs_suspects_taken_total'),
    help: 'Deliveries of jobs whose node or worker was lost before.',
    labelNames: ['class'],
    registers,
  })
  new Gauge({
    name: name('job_suspect_processes'),
    help: 'Jobs whose node or worker was lost before that this node is at work with, each in a process of its own; one of each class at most.',
    registers,
    collect() {
      this.set(suspects.runningCount)
    },
  })
  const ended = new Counter({
    name: name('jobs_ended_total'),
    help: 'Deliveries by how they ended: completed, failed, given_back, lost (cancelled or taken over), not_renewed.',
    labelNames: ['class', 'outcome', 'code'],
    registers,
  })
  const inFlight = new Gauge({
    name: name('jobs_in_flight'),
    help: 'Jobs that this node holds, from their delivery to their end.',
    labelNames: ['class'],
    registers,
  })
  const reclaimed = new Counter({
    name: name('jobs_reclaimed_total'),
    help: 'Jobs of lost nodes that this node put back.',
    registers,
  })
  const resultsRemoved = new Counter({
    name: name('jobs_results_removed_total'),
    help: 'Results that this node removed before their time, since the disk of objects had no room beside them.',
    registers,
  })
  const resultBytesRemoved = new Counter({
    name: name('jobs_results_removed_bytes_total'),
    help: 'Bytes of these results.',
    registers,
  })
  const threadSeconds = new Histogram({
    name: name('job_thread_seconds'),
    help: 'Time a thread was busy with a job.',
    labelNames: ['class'],
    buckets: THREAD_SECONDS,
    registers,
  })
  new Gauge({
    name: name('job_threads'),
    help: 'Threads of this node at work, by lane of the job; of `all` there are so many.',
    labelNames: ['lane'],
    registers,
    collect() {
      this.set({ lane: 'all' }, threads.count)
      for (const lane of JOB_LANES) this.set({ lane }, threads.busyCount(lane))
    },
  })
  for (const jobClass of JOB_CLASSES) inFlight.set({ class: jobClass }, 0)
  return {
    taken(jobClass, isSuspect) {
      taken.inc({ class: jobClass })
      if (isSuspect) suspectsTaken.inc({ class: jobClass })
      inFlight.inc({ class: jobClass })
    },
    ended(jobClass, { outcome, code, workerMs }) {
      inFlight.dec({ class: jobClass })
      ended.inc({ class: jobClass, outcome, code: code ?? '' })
      threadSeconds.observe({ class: jobClass }, workerMs / 1000)
    },
    reclaimed: jobCount => reclaimed.inc(jobCount),
    relieved(freed) {
      resultsRemoved.inc(freed.resultCount)
      resultBytesRemoved.inc(freed.bytes)
    },
  }
}
