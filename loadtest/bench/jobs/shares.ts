/**
 * Throughput by the number of accounts that have jobs waiting, and how long a Government job waits meanwhile. Jobs take their time
 * and no processor, on more threads than an account may have entries in a stream: what is measured is whether threads idle.
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
  /** Of the time of all threads. */
  readonly busyShare: number
  /** Of the accounts' own jobs: as good as none says that they did not submit enough. */
  readonly waitP50Ms: number
  readonly refusedPerSecond: number
  readonly governmentJobs: number
  readonly governmentWaitP50Ms: number
  readonly governmentWaitP95Ms: number
}

/** From the first submission to what counts. */
const WARM_MS = 3_000
/** All accounts together. */
const CALLERS = 12
/** Submissions before those that idle threads could have run by now, of all accounts: some wait always, and not for long. */
const BACKLOG = 300
const AHEAD_MS = 10
/** Before an account whose queue is full tries again. */
const FULL_MS = 50
/** Between the submissions of Government jobs. */
const URGENT_MS = 150

export async function measureShares(plan: SharesPlan): Promise<Share[]> {
  const { nodeCount, threadCount, jobMs, body } = plan
  const cluster = await startCluster({ tree: plan.tree, nodeCount, threadCount, idleJobMs: jobMs })
  const caller = new Caller(cluster.origin)
  try {
    const urgentKey = await cluster.createKey('government')
    const keys: string[] = []
    while (keys.length < Math.max(...plan.accountCounts)) keys.push(await cluster.createKey('professional'))
    const shares: Share[] = []
    // code of the gateway is compiled
    for (const endMs = Date.now() + WARM_MS; Date.now() < endMs; )
      await Promise.all(keys.map(key => caller.submit(key, body)))
    for (const key of keys) await caller.idle(key)
    for (let round = 0; round < plan.rounds; round++) {
      for (const accounts of plan.accountCounts) {
        const startMs = Date.now()
        const untilMs = startMs + WARM_MS + plan.seconds * 1000
        const used = keys.slice(0, accounts)
        let [accepted, refusedCount] = [0, 0]
        const flood = async (key: string): Promise<void> => {
          while (Date.now() < untilMs) {
            if (accepted > BACKLOG + ((Date.now() - startMs) / jobMs) * nodeCount * threadCount) {
              await sleep(AHEAD_MS)
              continue
            }
            accepted++
            if ((await caller.submit(key, body)) !== undefined) continue
            accepted--
            refusedCount++
            await sleep(FULL_MS)
          }
        }
        const urgent = async (): Promise<void> => {
          for (; Date.now() < untilMs; await sleep(URGENT_MS)) await caller.submit(urgentKey, body)
        }
        const callers = Array.from({ length: Math.max(CALLERS, accounts) }, (_, i) => flood(used[i % accounts]!))
        await Promise.all([...callers, urgent()])
        for (const key of [...used, urgentKey]) await caller.idle(key)
        const urgentJobs = await caller.list(urgentKey, startMs)
        const ownJobs = (await Promise.all(used.map(key => caller.list(key, startMs)))).flat()
        const jobs = [...ownJobs, ...urgentJobs]
        const mistake = jobs.find(({ state }) => state !== 'completed')
        if (mistake !== undefined) throw new Error(`a job ended as ${mistake.state}`)
        const isWithin = (ms: number): boolean => ms >= startMs + WARM_MS && ms < untilMs
        const rate = jobs.filter(({ completedMs }) => isWithin(completedMs)).length / plan.seconds
        const waitsOf = (some: readonly ListedJob[]): number[] =>
          some.filter(({ createdMs }) => isWithin(createdMs)).map(waitMs)
        const waits = waitsOf(urgentJobs)
        const share: Share = {
          accounts,
          jobsPerSecond: rate,
          busyShare: (rate * jobMs) / 1000 / (nodeCount * threadCount),
          waitP50Ms: at(waitsOf(ownJobs), 0.5),
          refusedPerSecond: (refusedCount * 1000) / (untilMs - startMs),
          governmentJobs: waits.length,
          governmentWaitP50Ms: at(waits, 0.5),
          governmentWaitP95Ms: at(waits, 0.95),
        }
        shares.push(share)
        plan.say(
          `round ${round + 1}, ${accounts} accounts: ${rate.toFixed(1)} jobs/s, wait p50 ${share.waitP50Ms} ms, ${share.refusedPerSecond.toFixed(0)} refusals/s, government waits p95 ${share.governmentWaitP95Ms} ms`,
        )
      }
    }
    return shares
  } finally {
    await caller.close()
    await cluster.close()
  }
}

const waitMs = ({ createdMs, startedMs }: ListedJob): number => startedMs - createdMs
