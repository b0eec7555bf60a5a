/**
 * What one job costs in each role, by its size: processor time, memory and disk of Redis, objects. The steps follow each other, so that
 * each is measured alone: jobs are submitted while the node is stopped (SIGSTOP), then run, then each result is fetched once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from './bodies.ts'
import { Caller } from './caller.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Objects, objectsOf } from './objects.ts'
import { type Idle, idleOf, type JobUse, perJob, usageOf } from './usage.ts'

export interface CostsPlan {
  readonly tree: string | undefined
  readonly threadCount: number
  readonly sizes: readonly number[]
  /** About as many seconds of work of each size. */
  readonly seconds: number
  readonly seed: number
  say(line: string): void
}

export interface Cost {
  readonly tasks: number
  readonly jobs: number
  readonly sentBytes: number
  readonly resultBytes: number
  /** Of each job. */
  readonly frameObjects: Objects
  readonly resultObjects: Objects
  readonly submit: JobUse
  readonly run: JobUse
  readonly read: JobUse
}

export interface Costs {
  /** Of the cluster that does nothing, per ms. */
  readonly idle: Idle
  readonly costs: readonly Cost[]
}

const ACCOUNTS = 6
const CALLERS = 8
const IDLE_MS = 4_000
/** Of the time that the jobs may take, from one look whether they have ended to the next. */
const LOOK_SHARE = 0.05
const LOOK_MS_MAX = 2_000
const JOBS_LEAST = 8
const JOBS_MOST = 1_500
/** Compilers have done their work, and it is known how long a job takes. */
const WARM_SECONDS = 2
const WARM_JOBS_MOST = 400

/** Runs `work` for each number below `count`, CALLERS of them at once. */
async function all<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const i = next++
      results[i] = await work(i)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, lane))
  return results
}

export async function measureCosts({ tree, threadCount, sizes, seconds, seed, say }: CostsPlan): Promise<Costs> {
  const cluster = await startCluster({ tree, nodeCount: 1, threadCount })
  const caller = new Caller(cluster.origin)
  const node = cluster.pids('node')[0]!
  try {
    const keys: string[] = []
    while (keys.length < ACCOUNTS) keys.push(await cluster.createKey('government'))
    await sleep(1_000)
    const still = await usageOf(cluster)
    await sleep(IDLE_MS)
    const idle = idleOf(still, await usageOf(cluster))
    const costs: Cost[] = []
    for (const tasks of sizes) {
      const cost = await costOf(tasks, { cluster, caller, node, keys, idle, seconds, body: await bodyOf(tasks, seed) })
      costs.push(cost)
      say(
        `${tasks} tasks, ${cost.jobs} jobs: submitted ${cost.submit.jobsPerSecond.toFixed(1)}/s, run ${cost.run.jobsPerSecond.toFixed(1)}/s, read ${cost.read.jobsPerSecond.toFixed(1)}/s`,
      )
    }
    return { idle, costs }
  } finally {
    process.kill(node, 'SIGCONT')
    await caller.close()
    await cluster.close()
  }
}

interface Measured {
  readonly cluster: Cluster
  readonly caller: Caller
  /** Process id of the node. */
  readonly node: number
  readonly keys: readonly string[]
  readonly idle: ReturnType<typeof idleOf>
  readonly seconds: number
  readonly body: Awaited<ReturnType<typeof bodyOf>>
}

/** The node is stopped during submissions and runs before the results are read, so that each stage is measured alone. */
async function costOf(tasks: number, measured: Measured): Promise<Cost> {
  const { cluster, caller, node, keys, idle, seconds, body } = measured
  const keyOf = (i: number): string => keys[i % keys.length]!
  const allIdle = async (lookMs?: number): Promise<void> => {
    for (const key of keys) await caller.idle(key, lookMs)
  }
  const submit = async (i: number): Promise<string> => {
    const path = await caller.submit(keyOf(i), body)
    if (path === undefined) throw new Error('a submission was refused for want of room')
    return path
  }
  const perSecond = await warmUp(submit, allIdle)
  const jobs = Math.min(JOBS_MOST, Math.max(JOBS_LEAST, Math.round(perSecond * seconds)))

  process.kill(node, 'SIGSTOP')
  const before = await usageOf(cluster)
  const paths = await all(jobs, submit)
  const queued = await usageOf(cluster)
  const ids = new Set(paths.map(path => path.split('/').at(-1)!))
  const frames = objectsOf(cluster.objectsFolder, ids, 'frame')
  process.kill(node, 'SIGCONT')
  // few looks, since they count
  await allIdle(Math.min(LOOK_MS_MAX, (LOOK_SHARE * jobs * 1000) / perSecond))
  const done = await usageOf(cluster)
  const results = objectsOf(cluster.objectsFolder, ids, 'result')
  let resultBytes = 0
  await all(jobs, async i => {
    resultBytes += (await caller.get(keyOf(i), paths[i]!)).length
  })
  const read = await usageOf(cluster)
  return {
    tasks,
    jobs,
    sentBytes: body.bytes.length,
    resultBytes: resultBytes / jobs,
    frameObjects: { count: frames.count / jobs, bytes: frames.bytes / jobs },
    resultObjects: { count: results.count / jobs, bytes: results.bytes / jobs },
    submit: perJob(before, queued, jobs, idle),
    run: perJob(queued, done, jobs, idle),
    read: perJob(done, read, jobs, idle),
  }
}

/** Jobs per second, submitted and run. */
async function warmUp(submit: (i: number) => Promise<string>, allIdle: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  let warmed = 0
  while (warmed < WARM_JOBS_MOST && performance.now() - startMs < WARM_SECONDS * 1000) {
    await all(CALLERS, submit)
    warmed += CALLERS
  }
  await allIdle()
  return (warmed * 1000) / (performance.now() - startMs)
}
