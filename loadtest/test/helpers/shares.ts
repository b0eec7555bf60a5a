/**
 * Throughput by the number of accounts that have jobs waiting, and how long a Government job waits meanwhile. Jobs take their time
 * and no processor, on more threads than an account may have entries in a stream: what is measured is whether threads idle. All jobs are
 * submitted while the nodes stand still (SIGSTOP), so that some wait at every moment, however slow submissions are.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { quantile } from '../../report.ts'
import { type ClusterPlan, startCluster } from './cluster.ts'

interface SharesPlan extends ClusterPlan {
  readonly accountCounts: readonly number[]
  readonly rounds: number
  readonly seconds: number
  say(line: string): void
}

export interface Share {
  readonly accounts: number
  readonly jobsPerSecond: number
  readonly governmentWaitP95Ms: number
}

/** From the moment at which the nodes go on to what counts. */
const WARM_SECONDS = 1
/** Jobs beside those that the threads can run. */
const SPARE = 1.2
const CALLERS = 12
/** Between the submissions of Government jobs. */
const URGENT_MS = 150
const PATH = '/api/v1/analysis/cpm/async'
const PAGE = 100
const BODY = JSON.stringify({
  tasks: [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ],
})

interface JobData {
  readonly status: string
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
}

/** Calls of jobs over HTTP, as an account makes them. */
class Caller {
  readonly #dispatcher = new Agent({ headersTimeout: 300_000, bodyTimeout: 300_000 })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** False when there is no room for the job now: try again. */
  async submit(key: string): Promise<boolean> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: BODY, dispatcher: this.#dispatcher } as const
    const { statusCode, body } = await request(this.#origin + PATH, options)
    const text = await body.text()
    if (statusCode === 429 || statusCode === 503) return false
    if (statusCode !== 202) throw new Error(`a submission got ${statusCode}: ${text}`)
    return true
  }

  async list(key: string): Promise<JobData[]> {
    const all: JobData[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/api/v1/jobs?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const options = { headers: { 'x-api-key': key }, dispatcher: this.#dispatcher }
      const { statusCode, body } = await request(this.#origin + path, options)
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path} got ${statusCode}: ${text}`)
      const page = JSON.parse(text) as { readonly jobs: readonly JobData[]; readonly next_cursor: string | null }
      all.push(...page.jobs)
      cursor = page.next_cursor
    }
    return all
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy()
  }
}

/** In each round one number of accounts after the other, each on a cluster of its own. */
export async function measureShares(plan: SharesPlan): Promise<Share[]> {
  const shares: Share[] = []
  for (let round = 1; round <= plan.rounds; round++) {
    for (const accounts of plan.accountCounts) {
      const share = await measureShare(plan, accounts)
      shares.push(share)
      plan.say(
        `round ${round}, ${accounts} accounts: ${share.jobsPerSecond.toFixed(1)} jobs/s, government waits p95 ${share.governmentWaitP95Ms} ms`,
      )
    }
  }
  return shares
}

async function measureShare(plan: SharesPlan, accounts: number): Promise<Share> {
  const { nodeCount, threadCount, jobMs, seconds } = plan
  const cluster = await startCluster(plan)
  const caller = new Caller(cluster.origin)
  try {
    const urgentKey = await cluster.createKey('government')
    const keys: string[] = []
    // of the tier whose queue is long enough for one account
    while (keys.length < accounts) keys.push(await cluster.createKey('enterprise'))
    cluster.signalNodes('SIGSTOP')
    let left = Math.ceil(((nodeCount * threadCount * 1000) / jobMs) * (WARM_SECONDS + seconds) * SPARE)
    const fill = async (): Promise<void> => {
      while (left > 0) {
        const key = keys[left-- % accounts]!
        while (!(await caller.submit(key))) await sleep(URGENT_MS)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, fill))

    const fromMs = Date.now() + WARM_SECONDS * 1000
    const untilMs = fromMs + seconds * 1000
    cluster.signalNodes('SIGCONT')
    for (; Date.now() < untilMs; await sleep(URGENT_MS)) await caller.submit(urgentKey)
    const urgentJobs = await caller.list(urgentKey)
    const jobs = (await Promise.all(keys.map(key => caller.list(key)))).flat()
    if (!jobs.some(({ status }) => status === 'queued'))
      throw new Error('no job waits any more: too few were submitted')
    if ([...jobs, ...urgentJobs].some(({ status }) => status === 'failed')) throw new Error('a job failed')
    const isWithin = (time: string | null): boolean => {
      const ms = Date.parse(time ?? '')
      return ms >= fromMs && ms < untilMs
    }
    const waits = urgentJobs.filter(({ created_at }) => isWithin(created_at)).map(waitMs)
    return {
      accounts,
      jobsPerSecond: [...jobs, ...urgentJobs].filter(({ completed_at }) => isWithin(completed_at)).length / seconds,
      governmentWaitP95Ms: quantile(waits, 0.95),
    }
  } finally {
    cluster.signalNodes('SIGCONT')
    await caller.close()
    await cluster.close()
  }
}

/** One that waits yet has waited until now. */
const waitMs = ({ created_at, started_at }: JobData): number =>
  (started_at === null ? Date.now() : Date.parse(started_at)) - Date.parse(created_at)
