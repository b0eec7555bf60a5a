/**
 * What callers see of jobs while the service is under pressure. Submissions have an Idempotency-Key and a callback, and are repeated until
 * they are accepted. The audit at the end (job-audit.ts) expects for each key one job, one result with the bytes of a call, one metered end
 * and a callback under one id.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { random } from '../../../../compute/test/helpers/random.ts'
import { CPM, chain, FOUR_TASKS } from '../../../../gateway/test/helpers/networks.ts'
import type { TierName } from '../../../../shared/contract/tiers.ts'
import {
  auditAnswers,
  auditCallbacks,
  auditListings,
  auditMetering,
  auditProcesses,
  auditResults,
  type Entry,
} from './job-audit.ts'
import { RECEIVER_HOSTS, receiveCallbacks } from './job-callbacks.ts'
import { JobCalls } from './job-calls.ts'
import type { WholeService } from './whole-service.ts'

const SUBMIT = `${CPM}/async`
const TIERS: readonly TierName[] = ['starter', 'enterprise', 'government']
const SUBMITTERS = 12
const RETRY_MS = 200

/** Tasks with ids that do not compress: from 3,000 on, frame and result are objects where there is a store of them. */
const long = (count: number) => {
  const idOf = (i: number) => createHash('sha256').update(String(i)).digest('hex')
  return Array.from({ length: count }, (_, i) => ({
    id: idOf(i),
    duration_days: 1 + (i % 5),
    predecessors: i === 0 ? [] : [idOf(i - 1)],
  }))
}
/** In turn: many small ones, some that take a thread for a while. */
const BODIES = [FOUR_TASKS, chain(60), FOUR_TASKS, chain(400), chain(60), long(3_000)]

interface AcceptedJobs {
  /** How many were accepted so far. */
  readonly count: () => number
  /** How many answers of which status and code there were to submissions. */
  readonly answers: Readonly<Record<string, number>>
  /** Resolves when all are accepted. */
  readonly submitted: Promise<void>
  /** Reads everything that was accepted, and asserts what is said above. */
  audit(t: Test): Promise<void>
}

/** Settings of a service that calls the receivers of these jobs, and takes the largest of their bodies as a call, too. */
export const JOBS_SETTINGS = {
  CPM_SYNC_TASK_LIMIT: '3000',
  WEBHOOK_ALLOW_HTTP: '1',
  WEBHOOK_ALLOWED_HOSTS: RECEIVER_HOSTS.join(','),
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,4,8,16,32,60',
}

/** everyMs: at least between two submissions. */
export async function submitJobs(
  t: Test,
  service: WholeService,
  { jobCount, seed, everyMs = 0 }: { readonly jobCount: number; readonly seed: number; readonly everyMs?: number },
): Promise<AcceptedJobs> {
  const calls = new JobCalls(t, service)
  const callbacks = await receiveCallbacks(t, random(seed))
  const accounts = await Promise.all(TIERS.map(tier => service.account(tier)))
  const bodies = BODIES.map(tasks => JSON.stringify({ tasks }))
  // before anything is killed
  const expected: string[] = []
  for (const body of bodies) expected.push(await calls.resultHash(body, accounts[2]!.key))

  const entries: Entry[] = Array.from({ length: jobCount }, (_, i) => ({
    idempotencyKey: `job-${i}`,
    account: accounts[i % accounts.length]!,
    body: i % bodies.length,
    jobId: null,
  }))
  const answers: Record<string, number> = {}
  const note = (name: string) => (answers[name] = (answers[name] ?? 0) + 1)

  /** True when it is known to be accepted. After any other answer the same submission is sent again. */
  async function submit(entry: Entry, n: number): Promise<boolean> {
    const callbackUrl = JSON.stringify(callbacks.urls[n % callbacks.urls.length])
    const body = `${bodies[entry.body]!.slice(0, -1)},"callback_url":${callbackUrl}}`
    try {
      const headers = { 'idempotency-key': entry.idempotencyKey }
      const { status, json } = await calls.post(SUBMIT, entry.account.key, body, headers)
      note(`${status}${json.code === undefined ? '' : ` ${json.code}`}`)
      if (status !== 202) return false
      entry.jobId = json.job_id as string
      return true
    } catch (error) {
      note(`no answer: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`)
      return false
    }
  }

  return {
    count: () => entries.filter(({ jobId }) => jobId !== null).length,
    answers,
    submitted: untilAccepted(t, entries, submit, everyMs),
    async audit(t) {
      auditAnswers(t, answers, entries)
      await auditResults(t, calls, entries, expected)
      await auditListings(t, calls, entries)
      await auditCallbacks(t, callbacks, entries)
      await auditMetering(t, service, entries)
      auditProcesses(t, service)
    },
  }
}

/** Submits all entries, each again until it is accepted or the test is over. */
async function untilAccepted(
  t: Test,
  entries: readonly Entry[],
  submit: (entry: Entry, n: number) => Promise<boolean>,
  everyMs: number,
): Promise<void> {
  const waiting = [...entries.entries()]
  let isOver = false
  t.teardown(() => {
    isOver = true
    waiting.splice(0)
  })
  let nextAtMs = 0
  const submitter = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const startMs = Math.max(performance.now(), nextAtMs)
      nextAtMs = startMs + everyMs
      await pause(startMs - performance.now())
      const [n, entry] = next
      if (await submit(entry, n)) continue
      if (isOver) return
      waiting.push(next)
      await pause(RETRY_MS)
    }
  }
  await Promise.all(Array.from({ length: SUBMITTERS }, submitter))
}
