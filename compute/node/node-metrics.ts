/** Metrics of a compute node; the depths of the queues are in shared/platform/jobs/gauges.ts. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { JOB_CLASSES, JOB_LANES, type JobClass } from '../../shared/contract/job-classes.ts'
import type { Freed } from '../../shared/platform/jobs/job-store.ts'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { InlineJobs } from './inline-jobs.ts'
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
  inline: Pick<InlineJobs, 'ranCount'>,
): NodeMetrics {
  const jobs = jobMetrics(registry)
  const results = removedResults(registry)
  gaugeProcesses(registry, threads, suspects)
  countInline(registry, inline)
  const inFlight = gaugeInFlight(registry)
  return {
    taken(jobClass, isSuspect) {
      jobs.taken.inc({ class: jobClass })
      if (isSuspect) jobs.suspectsTaken.inc({ class: jobClass })
      inFlight[jobClass]++
    },
    ended(jobClass, { outcome, code, workerMs }) {
      inFlight[jobClass]--
      jobs.ended.inc({ class: jobClass, outcome, code: code ?? '' })
      jobs.threadSeconds.observe({ class: jobClass }, workerMs / 1000)
    },
    reclaimed: jobCount => jobs.reclaimed.inc(jobCount),
    relieved(freed) {
      results.count.inc(freed.resultCount)
      results.bytes.inc(freed.bytes)
    },
  }
}

const name = (rest: string): string => METRIC_PREFIX + rest

/** Jobs from their delivery to their end. */
function jobMetrics(registry: Registry) {
  const registers = [registry]
  return {
    taken: new Counter({
      name: name('jobs_taken_total'),
      help: 'Deliveries of jobs to this node.',
      labelNames: ['class'],
      registers,
    }),
    suspectsTaken: new Counter({
      name: name('jobs_suspects_taken_total'),
      help: 'Deliveries of jobs whose node or worker was lost before.',
      labelNames: ['class'],
      registers,
    }),
    ended: new Counter({
      name: name('jobs_ended_total'),
      help: 'Deliveries by how they ended: completed, failed, cancelled, given_back, lost (taken over), not_renewed.',
      labelNames: ['class', 'outcome', 'code'],
      registers,
    }),
    reclaimed: new Counter({
      name: name('jobs_reclaimed_total'),
      help: 'Jobs of lost nodes that this node put back.',
      registers,
    }),
    threadSeconds: new Histogram({
      name: name('job_thread_seconds'),
      help: 'Time a thread was busy with a job.',
      labelNames: ['class'],
      buckets: THREAD_SECONDS,
      registers,
    }),
  }
}

/** Counted here, which for each job is much less than setting a gauge. */
function gaugeInFlight(registry: Registry): Record<JobClass, number> {
  const counts = Object.fromEntries(JOB_CLASSES.map(jobClass => [jobClass, 0])) as Record<JobClass, number>
  new Gauge({
    name: name('jobs_in_flight'),
    help: 'Jobs that this node holds, from their delivery to their end.',
    labelNames: ['class'],
    registers: [registry],
    collect() {
      for (const jobClass of JOB_CLASSES) this.set({ class: jobClass }, counts[jobClass])
    },
  })
  return counts
}

/** Results removed for want of room. */
function removedResults(registry: Registry) {
  const registers = [registry]
  return {
    count: new Counter({
      name: name('jobs_results_removed_total'),
      help: 'Results that this node removed before their time, since the disk of objects had no room beside them.',
      registers,
    }),
    bytes: new Counter({
      name: name('jobs_results_removed_bytes_total'),
      help: 'Bytes of these results.',
      registers,
    }),
  }
}

function countInline(registry: Registry, inline: Pick<InlineJobs, 'ranCount'>): void {
  new Counter({
    name: name('jobs_inline_total'),
    help: 'Deliveries that the event loop of this node ran itself, without a thread.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(inline.ranCount)
    },
  })
}

/** What is read at each scrape. */
function gaugeProcesses(registry: Registry, threads: Threads, suspects: Pick<Suspects, 'runningCount'>): void {
  const registers = [registry]
  new Gauge({
    name: name('job_suspect_processes'),
    help: 'Jobs whose node or worker was lost before that this node is at work with, each in a process of its own; one of each class at most.',
    registers,
    collect() {
      this.set(suspects.runningCount)
    },
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
}
