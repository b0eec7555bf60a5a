/**
 * Throughput by the number of accounts that have jobs waiting, and how long a Government job waits meanwhile. Jobs take their time
 * and no processor, on more threads than an account may have entries in a stream: what is measured is whether threads idle. All jobs are
 * submitted while the nodes stand still (SIGSTOP), so that some wait at every moment, however slow submissions are.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Body, Caller, type ListedJob } from './caller.ts'
import { startCluster } from './cluster.ts'
import { at } from './figures.ts'

export interface SharesPlan {
  readonly tree: string | undefined
  readonly nodeCount: number
  readonly threadCount: number
  readonly jobMs: number
  readonly accountCounts: readonly number[]
  readonly rounds: number
  readonly seconds: number
  readonly body: Body
  say(line: string): void
}

export interface Share {
  readonly accounts: number
  readonly jobsPerSecond: number
  readonly governmentJobs: number
  readonly governmentWaitP50Ms: number
  readonly governmentWaitP95Ms: number
}

/** From the moment at which the nodes go on to what counts. */
const WARM_SECONDS = 1
/** Jobs beside those that the threads can run. */
const SPARE = 1.2
const CALLERS = 12
/** Between the submissions of Government jobs. */
const URGENT_MS = 150

/** In each round one number of accounts after the other, each on a cluster of its own. */
export async function measureShares(plan: SharesPlan): Promise<Share[]> {
  const shares: Share[] = []
  for (let round = 0; round < plan.rounds; round++) {
    for (const accounts of plan.accountCounts) {
      const share = await measureShare(plan, accounts)
      shares.push(share)
      plan.say(
        `round ${round + 1}, ${accounts} accounts: ${share.jobsPerSecond.toFixed(1)} jobs/s, government waits p95 ${share.governmentWaitP95Ms} ms`,
      )
    }
  }
  return shares
}

async function measureShare(plan: SharesPlan, accounts: number): Promise<Share> {
  const { nodeCount, threadCount, jobMs, seconds, body } = plan
  const cluster = await startCluster({ tree: plan.tree, nodeCount, threadCount, idleJobMs: jobMs })
  const caller = new Caller(cluster.origin)
  const signalNodes = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of cluster.pids('node')) process.kill(pid, signal)
  }
  try {
    const urgentKey = await cluster.createKey('government')
    const keys: string[] = []
    // of the tier whose queue is long enough for one account
    while (keys.length < accounts) keys.push(await cluster.createKey('enterprise'))
    signalNodes('SIGSTOP')
    let left = Math.ceil(((nodeCount * threadCount * 1000) / jobMs) * (WARM_SECONDS + seconds) * SPARE)
    const fill = async (): Promise<void> => {
      while (left > 0) {
        const key = keys[left-- % accounts]!
        while ((await caller.submit(key, body)) === undefined) await sleep(URGENT_MS)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, fill))

    const fromMs = Date.now() + WARM_SECONDS * 1000
    const untilMs = fromMs + seconds * 1000
    signalNodes('SIGCONT')
    for (; Date.now() < untilMs; await sleep(URGENT_MS)) await caller.submit(urgentKey, body)
    const urgentJobs = await caller.list(urgentKey)
    const jobs = (await Promise.all(keys.map(key => caller.list(key)))).flat()
    if (!jobs.some(({ state }) => state === 'queued')) throw new Error('no job waits any more: too few were submitted')
    const mistake = [...jobs, ...urgentJobs].find(({ state }) => state === 'failed')
    if (mistake !== undefined) throw new Error('a job failed')
    const isWithin = (ms: number): boolean => ms >= fromMs && ms < untilMs
    const waits = urgentJobs.filter(({ createdMs }) => isWithin(createdMs)).map(waitMs)
    return {
      accounts,
      jobsPerSecond: [...jobs, ...urgentJobs].filter(({ completedMs }) => isWithin(completedMs)).length / seconds,
      governmentJobs: waits.length,
      governmentWaitP50Ms: at(waits, 0.5),
      governmentWaitP95Ms: at(waits, 0.95),
    }
  } finally {
    signalNodes('SIGCONT')
    await caller.close()
    await cluster.close()
  }
}

/** One that waits yet has waited until now. */
const waitMs = ({ createdMs, startedMs }: ListedJob): number =>
  (Number.isNaN(startedMs) ? Date.now() : startedMs) - createdMs
