/** What so many jobs a day need of each role, computed from the measured cost of one job. Pure. */
import type { Callbacks, Costs, SizeFigures } from './measured.ts'

export const JOBS_PER_DAY = 10_000_000
/** The busiest seconds beside the mean of the day: assumed. */
export const PEAK_FACTOR = 3
/** JOB_RETENTION_HOURS as it is by default. */
export const RETENTION_HOURS = 24
/** A thread that is busier than this makes calls wait. */
export const BUSY_SHARE_MAX = 0.7
/** Jobs that have a callback: assumed. */
export const CALLBACK_SHARE = 0.5

const DAY_SECONDS = 86_400
const MEGABYTES_PER_GB = 1_000
const KILOBYTES_PER_MB = 1_000

export const JOBS_PER_SECOND = JOBS_PER_DAY / DAY_SECONDS
export const PEAK_PER_SECOND = PEAK_FACTOR * JOBS_PER_SECOND

/** An assumed mix: share of each size of all jobs. */
export const MIX: Readonly<Record<number, number>> = { 2: 0.6, 1000: 0.35, 10000: 0.049, 100000: 0.001 }

type Figures = Omit<SizeFigures, 'tasks' | 'jobs'>

/** One job of the mix. */
export function mixOf({ sizes }: Costs): Figures {
  const mean = (field: keyof Figures): number =>
    sizes.reduce((sum, size) => sum + (MIX[size.tasks] ?? 0) * size[field], 0)
  const { tasks: _, jobs: __, ...fields } = sizes[0]!
  return Object.fromEntries(Object.keys(fields).map(name => [name, mean(name as keyof Figures)])) as unknown as Figures
}

/** Of JOBS_PER_DAY jobs that all take so much. Cores: what must be there for a share of BUSY_SHARE_MAX at the peak. */
export function demandOf(job: Figures) {
  const cores = (ms: number): number => (PEAK_PER_SECOND * ms) / 1000 / BUSY_SHARE_MAX
  const kept = RETENTION_HOURS * 3600 * JOBS_PER_SECOND
  return {
    gatewayCores: cores(job.gatewayMainMs + job.gatewayWorkersMs),
    nodeCores: cores(job.nodeMainMs + job.nodeThreadsMs),
    redisThreads: cores(job.redisMs),
    redisGigabytes: (kept * job.redisDoneKilobytes) / KILOBYTES_PER_MB / MEGABYTES_PER_GB,
    appendedMegabytesPerSecond: (PEAK_PER_SECOND * job.appendedKilobytes) / KILOBYTES_PER_MB,
    scriptsPerSecond: PEAK_PER_SECOND * job.redisScripts,
    objectsPerSecond: PEAK_PER_SECOND * job.objects,
    objectMegabytesPerSecond:
      (PEAK_PER_SECOND * (job.frameObjectKilobytes + job.resultObjectKilobytes)) / KILOBYTES_PER_MB,
    objectGigabytes: (kept * job.resultObjectKilobytes) / KILOBYTES_PER_MB / MEGABYTES_PER_GB,
    receivedMegabytesPerSecond: (PEAK_PER_SECOND * job.bodyKilobytes) / KILOBYTES_PER_MB,
    sentMegabytesPerSecond: (PEAK_PER_SECOND * job.answerKilobytes) / KILOBYTES_PER_MB,
    logGigabytesPerDay: (JOBS_PER_DAY * job.logKilobytes) / KILOBYTES_PER_MB / MEGABYTES_PER_GB,
  }
}

/** Memory of Redis for which the page states how many jobs fit. */
export const REDIS_GIGABYTES = 10
export const OBJECT_TERABYTES = 1

export interface Limit {
  readonly what: string
  /** What one more of it carries. */
  readonly jobsPerSecond: number
  /** How many of it JOBS_PER_DAY need, at the peak where it is about time. */
  readonly needed: number
  readonly grow: string
  readonly alerts: readonly string[]
}

/** In the order in which an installation that has one of each reaches them. */
export function limitsOf(costs: Costs, callbacks: Callbacks): Limit[] {
  const job = mixOf(costs)
  const ofThread = (what: string, ms: number, grow: string, ...alerts: string[]): Limit => {
    const jobsPerSecond = (BUSY_SHARE_MAX * 1000) / ms
    return { what, jobsPerSecond, needed: PEAK_PER_SECOND / jobsPerSecond, grow, alerts }
  }
  const { redisGigabytes, objectGigabytes } = demandOf(job)
  const objectTerabytes = objectGigabytes / 1000 / OBJECT_TERABYTES
  const memoryNeeded = redisGigabytes / REDIS_GIGABYTES
  const limits: Limit[] = [
    ofThread(
      'a thread of a node (`JOB_THREADS`), with a core of its own',
      job.nodeThreadsMs,
      'more nodes, or more threads where there are cores',
      'SisJobsWait',
      'SisUrgentJobsWait',
    ),
    ofThread(
      'the main thread of a node',
      job.nodeMainMs,
      'more nodes: a node needs no more threads than its main thread serves',
      'SisJobsWait',
    ),
    ofThread(
      'a worker thread of a gateway (`WORKER_THREADS`), with a core of its own',
      job.gatewayWorkersMs,
      'more gateways, or more worker threads where there are cores',
      'SisErrors',
    ),
    ofThread('the main thread of a gateway', job.gatewayMainMs, 'more gateways', 'SisSlow'),
    ofThread(
      'the one thread of a redis-server, its waits for the disk not counted',
      job.redisMs + CALLBACK_SHARE * callbacks.redisMs,
      'a cluster of masters: jobs and accounts spread over them by themselves, over 16 shards at most',
      'SisSlow',
      'SisStoreDown',
    ),
    {
      what: `${REDIS_GIGABYTES} GB of memory of Redis for jobs (\`REDIS_MEMORY_BUDGET\`), kept for ${RETENTION_HOURS} h`,
      jobsPerSecond: JOBS_PER_SECOND / memoryNeeded,
      needed: memoryNeeded,
      grow: 'a shorter `JOB_RETENTION_HOURS`, more memory, or a cluster',
      alerts: ['SisMemoryNearBudget', 'SisResultsRemoved', 'SisNoRoom'],
    },
    ofThread(
      'the thread of a deliverer',
      CALLBACK_SHARE * callbacks.delivererMs,
      'more deliverers',
      'SisCallbacksOverdue',
    ),
    {
      what: `${OBJECT_TERABYTES} TB of the store of objects, kept for ${RETENTION_HOURS} h`,
      jobsPerSecond: objectTerabytes === 0 ? Number.POSITIVE_INFINITY : JOBS_PER_SECOND / objectTerabytes,
      needed: objectTerabytes,
      grow: 'a shorter `JOB_RETENTION_HOURS`, a larger disk, or S3',
      alerts: ['SisResultsRemoved', 'SisDiskNearlyFull', 'SisObjectsDown'],
    },
  ]
  return limits.sort((one, other) => other.needed - one.needed)
}
