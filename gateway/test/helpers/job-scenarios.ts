/**
 * What submissions must live through (RELIABILITY T2, T8, T38), in the size the caller wants: short in `npm test`, long in `npm run
 * test:reliability`. What is random comes from the seed that is printed.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { forkNode } from '../../../compute/test/helpers/jobs.ts'
import { between, random } from '../../../compute/test/helpers/random.ts'
import { JOB_SHARD_COUNT, shardOf } from '../../../shared/contract/job-classes.ts'
import { FINAL_STATES } from '../../../shared/contract/job-states.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { jobKey } from '../../../shared/platform/redis/keys.ts'
import { usedBytes } from '../../../shared/test/every-server.ts'
import { takeOne } from '../../../shared/test/jobs/take-one.ts'
import { until } from '../../../shared/test/until.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { CPM, FOUR_TASKS } from './networks.ts'
import type { TestService } from './service.ts'

const SUBMIT = `${CPM}/async`
const STORM_CALLS = 200

/** T38. Many calls at once with one Idempotency-Key, round after round. */
export async function storms(t: Test, service: TestService, roundCount: number): Promise<void> {
  const body = { tasks: FOUR_TASKS }
  const key = await service.key('government', { callsPerWindow: 'unlimited' })
  let waitCount = 0
  for (let round = 0; round < roundCount; round++) {
    const headers = { 'idempotency-key': `storm-${round}` }
    const call = () => service.call(SUBMIT, { key, body, headers })
    const answers = await Promise.all(Array.from({ length: STORM_CALLS }, call))
    const accepted = answers.filter(({ status }) => status === 202)
    const others = answers.filter(({ status }) => status !== 202)
    t.ok(accepted.length >= 1)
    t.equal(new Set(accepted.map(({ json }) => JSON.stringify(json))).size, 1, 'all answers are the same')
    const refusals = new Set(
      others.map(({ status, json, headers }) => `${status} ${json.code} ${headers['retry-after']}`),
    )
    t.same([...refusals], others.length === 0 ? [] : ['409 idempotency_running 1'])
    waitCount += others.length
    t.equal((await call()).headers['idempotent-replayed'], 'true')
    const other = await service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS.slice(1, 2) }, headers })
    t.equal(`${other.status} ${other.json.code}`, '422 idempotency_reused')
  }
  const jobIds = new Set<string>()
  for (let cursor = ''; ; ) {
    const { json } = await service.call(`/api/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`, { key })
    for (const { job_id } of json.jobs) jobIds.add(job_id)
    if (json.next_cursor === null) break
    cursor = json.next_cursor
  }
  t.equal(jobIds.size, roundCount, 'one job for each key')
  t.comment(`${waitCount} of ${roundCount * STORM_CALLS} calls were told to wait`)
}

/** Submissions at a steady rate, whatever becomes of them. */
interface Submitter {
  /** Ids of the jobs that were accepted so far. */
  readonly accepted: string[]
  /** How many answers of which status and code there were. */
  readonly answers: Readonly<Record<string, number>>
  /** Sends nothing more, and waits for the answers that are due. */
  stop(): Promise<void>
  /** Waits until all that was accepted has ended, and counts how. */
  ends(): Promise<Record<string, number>>
}

const TICK_MS = 5
const READERS = 32

/** bodies: sent in turn. */
export function startSubmitter(
  url: string,
  key: string,
  ratePerSecond: number,
  bodies: readonly string[] = [JSON.stringify({ tasks: FOUR_TASKS })],
): Submitter {
  const dispatcher = new Agent({ connections: 256, pipelining: 1 })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const accepted: string[] = []
  const answers: Record<string, number> = {}
  const running = new Set<Promise<void>>()
  const submit = async (body: string): Promise<void> => {
    const answer = await request(url + SUBMIT, { method: 'POST', dispatcher, headers, body })
    const json = (await answer.body.json()) as { code?: string; job_id: string }
    const name = `${answer.statusCode}${json.code === undefined ? '' : ` ${json.code}`}`
    answers[name] = (answers[name] ?? 0) + 1
    if (answer.statusCode === 202) accepted.push(json.job_id)
  }
  const startMs = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startMs) / 1000) * ratePerSecond; sent++) {
      const one = submit(bodies[sent % bodies.length]!).catch(error => {
        const name = `no answer: ${error.code ?? error.message}`
        answers[name] = (answers[name] ?? 0) + 1
      })
      running.add(one)
      void one.finally(() => running.delete(one))
    }
  }, TICK_MS)
  return {
    accepted,
    answers,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
    async ends() {
      const counts: Record<string, number> = {}
      const count = (name: string) => {
        counts[name] = (counts[name] ?? 0) + 1
      }
      const rest = [...accepted]
      const read = async () => {
        for (let jobId = rest.pop(); jobId !== undefined; jobId = rest.pop()) {
          const path = `${url}/api/v1/jobs/${jobId}?include_result=false`
          await until(`${jobId} ends`, async () => {
            const answer = await request(path, { dispatcher, headers })
            const { status } = (await answer.body.json()) as { status?: string }
            if (answer.statusCode === 404) count('lost')
            else if (answer.statusCode !== 200 || !(FINAL_STATES as readonly string[]).includes(status!)) return false
            else count(status!)
            return true
          })
        }
      }
      await Promise.all(Array.from({ length: READERS }, read))
      await dispatcher.close()
      return counts
    },
  }
}

/** 503: all that waited for a server come at once when it is back, which may be more than the lane takes. */
export function checkAnswers(t: Test, { answers }: Pick<Submitter, 'answers'>): void {
  t.comment(JSON.stringify(answers))
  t.same(
    Object.keys(answers).filter(
      name => !/^(202|503 (store_unavailable|submission_unknown|capacity_exceeded))$/.test(name),
    ),
    [],
    'an answer is 202, or 503 with a reason',
  )
}

export interface KillPlan {
  readonly seed: number
  readonly killCount: number
  readonly ratePerSecond: number
}

/** T2. redis-server is killed again and again while jobs are submitted to a gateway and run by a node, all of them processes. */
export async function killRedisUnderSubmissions(t: Test, plan: KillPlan): Promise<void> {
  const { seed, killCount, ratePerSecond } = plan
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const processes = await gatewayProcesses(t)
  const gateway = await processes.start({ LOG_LEVEL: 'silent' })
  await forkNode(t, processes.redisUrl)
  const submitter = startSubmitter(gateway.url, await processes.key('government'), ratePerSecond)
  for (let kill = 0; kill < killCount; kill++) {
    const target = submitter.accepted.length + between(rnd, ratePerSecond / 4, ratePerSecond)
    await until('more are accepted', () => submitter.accepted.length >= target)
    await processes.killRedis()
  }
  const target = submitter.accepted.length + ratePerSecond / 4
  await until('more are accepted', () => submitter.accepted.length >= target)
  await submitter.stop()
  checkAnswers(t, submitter)
  t.equal(new Set(submitter.accepted).size, submitter.accepted.length)
  t.same(await submitter.ends(), { completed: submitter.accepted.length }, 'every 202 is there and ends')
  t.equal(gateway.child.exitCode, null)
}

interface RetentionPlan {
  readonly jobCount: number
  /** Stored, of a job that completes; every second one fails, and every third one has a callback. */
  readonly resultBytes: number
}

const AT_ONCE = 200
const RETENTION_ACCOUNTS = 40

/** T8. Jobs that have ended pass their retention: the memory of Redis comes back, and their ids are unknown. */
export async function retention(t: Test, service: TestService, plan: RetentionPlan): Promise<void> {
  const { jobCount, resultBytes } = plan
  // past its time when it ends
  const store = redisJobStore(service.redis, { retentionHours: 0 })
  const { text: key, accountId } = await service.keyRecord('government', { callsPerWindow: 'unlimited' })
  const accounts = [accountId, ...Array.from({ length: RETENTION_ACCOUNTS - 1 }, () => randomUUID())]
  const frame = randomBytes(1_000)
  const result = randomBytes(resultBytes)
  const known: string[] = []
  const run = async (i: number): Promise<void> => {
    const jobId = randomUUID()
    const account = accounts[i % accounts.length]!
    if (account === accountId) known.push(jobId)
    await store.writeFrame(account, jobId, [frame])
    await store.submit({
      ...{ jobId, accountId: account, keyId: 'key', jobClass: 'standard', rowId: 'analysis.cpm', endpoint: CPM },
      ...{
        requestId: jobId,
        taskCount: 4,
        linkCount: 4,
        today: 0,
        frameChunks: 1,
        frameBytes: frame.length,
        frameVersion: FRAME_VERSION,
      },
      ...{ callbackUrl: i % 3 === 0 ? 'https://example.test/' : null, reservedBytes: 1_000, queuedCountMax: 1_000_000 },
      idempotency: { keyHash: jobId, fingerprint: 'print' },
    })
    const lease = await oneOf(() => takeOne(store, shardOf(account), 'standard', 'small', 'node'))
    const { job, fence } = lease
    const pointer = { fence, chunkCount: 1, bytes: resultBytes, storedBytes: resultBytes }
    const outcome = i % 2 === 0 ? { result: pointer, chunk: result } : { error: { code: 'timeout', detail: 'Late.' } }
    await store.finish(job, fence, { ...outcome, workerMs: 1 })
    await store.metered([job])
    // an Idempotency-Key is kept for a day of its own
    await service.redis.pexpire(jobKey(shardOf(account), 'idempotency', account, jobId), 1)
    if (job.callbackUrl === null) return
    const delivery = await oneOf(() => store.takeDelivery(shardOf(account), 'deliverer'))
    await store.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 200, failure: null }, 'delivered')
  }
  const used = () => usedBytes(service.redis)
  const sweep = () => Promise.all(Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => store.sweep(shard)))
  // scripts, queues and buffers are there from the first jobs on
  for (let i = 0; i < RETENTION_ACCOUNTS; i++) await run(i)
  await sweep()
  const startBytes = await used()
  for (let i = 0; i < jobCount; i += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, jobCount - i) }, (_, k) => run(i + k)))
  }
  const fullBytes = await used()
  await sweep()
  // what Redis frees and shrinks in the background takes a moment
  await until('the memory comes back', async () => (await used()) <= 1.1 * startBytes).catch(async error =>
    t.fail(`${error.message}: ${await used()} bytes of ${startBytes} at the start`),
  )
  const endBytes = await used()
  t.comment(`${jobCount} jobs: ${startBytes} bytes at the start, ${fullBytes} with them, ${endBytes} after`)
  const step = Math.max(1, Math.floor(known.length / 50))
  for (let i = 0; i < known.length; i += step) {
    for (const rest of ['', '/result']) {
      const { status, json } = await service.call(`/api/v1/jobs/${known[i]}${rest}`, { key })
      if (`${status} ${json.code}` !== '404 job_not_found') t.fail(`${status} ${json.code}`)
    }
  }
  t.same((await service.call('/api/v1/jobs', { key })).json.jobs, [])
}

/** Every asker gets one, not necessarily its own. */
async function oneOf<Value>(request: () => Promise<Value | null>): Promise<Value> {
  let found: Value | null = null
  await until('there is one', async () => {
    found ??= await request()
    return found !== null
  })
  return found!
}
