/**
 * `npm run loadtest:urgent`: how long a Government job waits while a flood of standard ones of the same size is worked off by one
 * node. Service time: from being taken to the stored result on the idle node, afterwards. The wait is what a job takes longer than that,
 * from being accepted to the stored result. Exit
 * code 1: the longest wait is more than two service times and SLACK_MS.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FINAL_STATES } from '../../shared/contract/job-states.ts'
import type { Job } from '../../shared/platform/jobs/job.ts'
import { commandLineOrExit, whole } from '../command-line.ts'
import { machineLine, quantile } from '../report.ts'
import { inputOf, ourJobs } from './peers/jobs.ts'

const SLACK_MS = 20
const ACCOUNT_COUNT = 20
const SUBMISSIONS_UNDER_WAY = 64
/** Before the first urgent job: compilers of the node's threads have done their work. */
const WARM_MS = 1_500
/** Between the end of an urgent job and the next one. */
const PAUSE_MS = 40
const LOOK_MS = 10
/** Urgent jobs on the idle node. */
const IDLE_COUNT = 30

const {
  values: { flood: floodCount, tasks: taskCount, threads: threadCount, seed },
} = commandLineOrExit({
  name: 'npm run loadtest:urgent',
  about: 'How long a government job waits behind a flood of standard jobs.',
  options: {
    flood: whole(10_000, 'standard jobs'),
    tasks: whole(100, 'of each job'),
    threads: whole(2, 'of the node'),
    seed: whole(1, 'of schedules'),
  },
})

const inputs = Array.from({ length: 20 }, (_, i) => inputOf(taskCount, seed + i))
const dataDir = mkdtempSync(join(tmpdir(), 'sis-urgent-'))
const jobs = await ourJobs(dataDir)
process.stdout.write(`${machineLine(new Date())}, seed ${seed}\n`)

let next = 0
const lane = async (): Promise<void> => {
  while (next < floodCount) {
    const i = next++
    await jobs.submit(inputs[i % inputs.length]!, `account-${i % ACCOUNT_COUNT}`, 'standard')
  }
}
await Promise.all(Array.from({ length: SUBMISSIONS_UNDER_WAY }, lane))
await jobs.startNode(threadCount)
await sleep(WARM_MS)

const waitingCount = async (): Promise<number> =>
  (await jobs.store.depths()).reduce((sum, { queued, processing }) => sum + queued + processing, 0)

async function end({ accountId, jobId }: Job): Promise<Job> {
  for (;;) {
    const job = (await jobs.store.read(accountId, jobId))!
    if (FINAL_STATES.includes(job.state)) return job
    await sleep(LOOK_MS)
  }
}

async function runUrgent(i: number): Promise<Job> {
  const job = await end(await jobs.submit(inputs[i % inputs.length]!, 'ministry', 'government'))
  if (job.state !== 'completed') throw new Error(`a job ended as ${job.state}`)
  await sleep(PAUSE_MS)
  return job
}

const urgent: Job[] = []
while ((await waitingCount()) > floodCount / 20) urgent.push(await runUrgent(urgent.length))
while ((await waitingCount()) > 0) await sleep(LOOK_MS)
const idle: Job[] = []
for (let i = 0; i < IDLE_COUNT; i++) idle.push(await runUrgent(i))
await jobs.close()
rmSync(dataDir, { recursive: true, force: true })

if (urgent.length === 0) throw new Error('the flood was over too soon')
const serviceMs = quantile(
  idle.map(job => job.completedAtMs! - job.startedAtMs!),
  0.5,
)
const waits = urgent.map(job => job.completedAtMs! - job.createdAtMs - serviceMs)
const longestMs = Math.max(...waits)
const boundMs = 2 * serviceMs + SLACK_MS
process.stdout.write(
  `${urgent.length} Government jobs of ${taskCount} tasks under ${floodCount} standard ones on ${threadCount} threads: service ` +
    `${serviceMs.toFixed(1)} ms; wait p50 ${quantile(waits, 0.5).toFixed(1)}, p95 ${quantile(waits, 0.95).toFixed(1)}, longest ` +
    `${longestMs.toFixed(1)} ms; bound ${boundMs.toFixed(1)}\n`,
)
process.exit(longestMs <= boundMs ? 0 : 1)
