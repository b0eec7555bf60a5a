/** One account does not shut the queue for others: results give way, waiting jobs have shares, and higher classes have room of their own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { type JobClass, shardOf } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { connect } from '../../../shared/platform/redis/connect.ts'
import { takeOne } from '../../../shared/test/jobs/take-one.ts'
import { until } from '../../../shared/test/until.ts'
import { runAdmin } from '../../admin/run.ts'
import { diagnoseMemory } from '../../admin/store-diagnosis.ts'
import { memoryReader } from '../../jobs/store-memory.ts'
import { memoryGauges } from '../../metrics/gauges.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { startService, type TestService } from '../helpers/service.ts'

const SUBMIT = `${CPM}/async`
const MEGABYTE = 2 ** 20
const JOBS = '/api/v1/jobs'
/** Memory budget of each master. */
const BUDGET = 40 * MEGABYTE

/** A finished job with a result of so many bytes, as a node would leave it. */
async function finishedJob(
  service: TestService,
  accountId: string,
  jobClass: JobClass,
  bytes: number,
): Promise<string> {
  const { jobs } = service.app.gateway
  const jobId = randomUUID()
  const submission = await jobs.submit({
    ...{ jobId, accountId, keyId: 'key', jobClass, rowId: 'analysis.cpm', endpoint: CPM, requestId: jobId },
    ...{ taskCount: 4, linkCount: 4, today: 0, frameVersion: FRAME_VERSION, frameChunks: 1, frameBytes: 1 },
    frame: randomBytes(1),
    ...{ callbackUrl: null, reservedBytes: 1, queuedCountMax: 1_000, idempotency: null },
  })
  if (submission.state !== 'queued') throw new Error(submission.state)
  const { job, fence } = (await takeOne(jobs, shardOf(accountId), jobClass, 'small', 'node'))!
  const result = { fence, chunkCount: 1, bytes, storedBytes: bytes }
  await jobs.finish(job, fence, { result, chunk: randomBytes(bytes), workerMs: 1 })
  return jobId
}

interface ListedJob {
  readonly job_id: string
  readonly status: string
  readonly result_url?: string
  readonly result_removed?: { readonly at: string; readonly reason: string }
}

/** Newest first. */
async function completedJobs(service: TestService, key: string): Promise<ListedJob[]> {
  const listed: ListedJob[] = []
  for (let cursor = ''; ; ) {
    const { json } = await service.call(`${JOBS}?limit=100&status=completed${cursor}`, { key })
    listed.push(...json.jobs)
    if (json.next_cursor === null) return listed
    cursor = `&cursor=${json.next_cursor}`
  }
}

/** What is left of the results of an account, 80 KB each, after the oldest were removed. */
interface Left {
  readonly service: TestService
  readonly accountId: string
  readonly leftCount: number
  readonly removedCount: number
}

const megabytesOf = ({ leftCount }: Left): string => ((leftCount * 80_000) / 1e6).toFixed(1)

/** Readiness and metrics: figures without names. */
async function checkFigures(t: Test, { service, accountId, leftCount, removedCount }: Left): Promise<void> {
  const { queueGuard } = service.app.gateway
  const { budgetBytes } = queueGuard.memory!
  await until('the largest account is known', () => queueGuard.largest?.results?.bytes === leftCount * 80_000)
  const { json: ready } = await service.call('/ready')
  t.match(ready.memory, { budget_bytes: budgetBytes, largest_account: { result_bytes: leftCount * 80_000 } })
  t.equal(ready.memory.result_bytes, leftCount * 80_000 + 4 * MEGABYTE)
  t.ok(ready.memory.room_bytes.government > ready.memory.room_bytes.standard && ready.memory.room_bytes.standard > 0)
  t.notMatch(JSON.stringify(ready), accountId, 'nobody is named there')
  const registry = new Registry()
  memoryGauges(registry, queueGuard)
  const lines = (await registry.metrics()).split('\n')
  t.ok(lines.includes(`sis_jobs_memory_budget_bytes ${budgetBytes}`))
  t.ok(lines.includes(`sis_jobs_largest_account_bytes{of="results"} ${leftCount * 80_000}`))
  t.ok(lines.includes(`sis_jobs_results_removed_total ${removedCount}`))
  t.ok(lines.includes(`sis_jobs_results_removed_bytes_total ${removedCount * 80_000}`))
  t.ok(lines.some(line => /^sis_jobs_room_bytes\{class="standard"\} \d+$/.test(line)))
}

/** The diagnosis of the operator, which names the account. */
async function checkDiagnosis(t: Test, left: Left): Promise<void> {
  const { service, accountId } = left
  const outcome = readConfig({ REDIS_MEMORY_BUDGET: String(BUDGET) }, { coreCount: 2, memoryBytes: 2 ** 33 })
  const [finding] = await diagnoseMemory(service.redis, outcome)
  t.match(finding, {
    check: 'memory',
    state: 'ok',
    detail: `most results: ${megabytesOf(left)} MB of account ${accountId}`,
  })
  t.match(finding?.detail, /MB used \(.* results\) and .* MB reserved of .* MB; room for jobs: government .* MB, /)
}

const adminOf =
  (service: TestService) =>
  async (...words: string[]) => {
    const said = { out: '', err: '' }
    const code = await runAdmin(words, {
      connect: () => connect(service.redisUrl, 'admin'),
      out: text => (said.out += text),
      err: text => (said.err += text),
    })
    return { code, ...said }
  }

t.test('480 results of one account shut nobody out: its oldest ones go, and its listing says so', async t => {
  const service = await startService(t, { REDIS_MEMORY_BUDGET: String(BUDGET) })
  const { queueGuard } = service.app.gateway
  const tenant = await service.keyRecord('starter', { callsPerWindow: 'unlimited' })
  const modest = await service.keyRecord('starter', { callsPerWindow: 'unlimited' })
  const agency = await service.keyRecord('government', { callsPerWindow: 'unlimited' })
  const kept = [
    [modest.text, await finishedJob(service, modest.accountId, 'standard', MEGABYTE)],
    [agency.text, await finishedJob(service, agency.accountId, 'government', 3 * MEGABYTE)],
  ] as const
  const jobIds: string[] = []
  for (let i = 0; i < 480; i++) jobIds.push(await finishedJob(service, tenant.accountId, 'standard', 80_000))

  for (const { text: key } of [agency, modest, tenant]) {
    const { status, json } = await service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS } })
    t.equal(status, 202, JSON.stringify(json))
  }
  // of a cluster each master makes room of its own, and most of it lies on the one of the tenant
  const readMemory = memoryReader(service.redis, service.app.gateway.jobs, BUDGET)
  const fullest = async (): Promise<number> =>
    Math.max(...(await readMemory()).masters.map(({ usedBytes }) => usedBytes))
  await until('what is to go is gone', async () => {
    const before = queueGuard.freed.resultCount
    // two looks of the guard, however long they take
    for (let look = 0; look < 2; look++) await queueGuard.poll()
    const { usedBytes, reservedBytes } = queueGuard.memory ?? { usedBytes: BUDGET, reservedBytes: 0 }
    const isSettled = before > 0 && before === queueGuard.freed.resultCount && usedBytes + reservedBytes <= 0.8 * BUDGET
    return isSettled && (await fullest()) <= 0.8 * BUDGET
  })
  const { budgetBytes, usedBytes, reservedBytes } = queueGuard.memory!
  t.ok(usedBytes + reservedBytes <= 0.8 * budgetBytes, 'there is room for higher classes')
  const fullestBytes = await fullest()
  t.ok(
    fullestBytes + reservedBytes >= 0.7 * BUDGET,
    `no more goes than has to: ${fullestBytes} of ${BUDGET} bytes are left`,
  )

  const listed = await completedJobs(service, tenant.text)
  const oldestFirst = listed.toReversed()
  t.same(
    oldestFirst.map(job => job.job_id),
    jobIds,
  )
  const removedCount = oldestFirst.findIndex(job => job.result_removed === undefined)
  t.ok(removedCount > 0 && removedCount < 240, `${removedCount} were removed`)
  for (const [i, job] of oldestFirst.entries()) {
    const isRemoved = i < removedCount
    if (isRemoved !== (job.result_removed !== undefined) || isRemoved !== (job.result_url === undefined))
      t.fail(`${i} of ${removedCount}: ${JSON.stringify(job)}`)
  }
  t.match(oldestFirst[0]?.result_removed, { at: /^\d{4}-\d\d-\d\dT/, reason: 'memory' })

  const gone = await service.call(`${JOBS}/${jobIds[0]}/result`, { key: tenant.text })
  t.equal(`${gone.status} ${gone.json.code}`, '410 result_removed')
  t.match(gone.json.detail, /removed at .*Submit the schedule again/)
  const job = await service.call(`${JOBS}/${jobIds[0]}`, { key: tenant.text })
  t.match(job.json, { status: 'completed', result_removed: { reason: 'memory' } })
  t.notOk('result' in job.json || 'result_url' in job.json)
  for (const [key, jobId] of kept)
    t.ok((await service.call(`${JOBS}/${jobId}?include_result=false`, { key })).json.result_url, 'others keep theirs')

  const left: Left = { service, accountId: tenant.accountId, leftCount: jobIds.length - removedCount, removedCount }
  await checkFigures(t, left)
  await checkDiagnosis(t, left)
  const admin = adminOf(service)
  t.match(
    (await admin('jobs', 'memory')).out,
    new RegExp(`${tenant.accountId} +${left.leftCount * 80_000} .*${agency.accountId}`, 's'),
  )
  t.match(await admin('jobs', 'free'), { code: 2, err: /--account, --older-than, or both/ })
  t.match(await admin('jobs', 'free', '--older-than', 'old'), { code: 2, err: /not a number of hours/ })
  t.match(await admin('jobs', 'free', '--older-than', '1'), { code: 0, out: '0 results are removed, 0.0 MB' })
  const freed = await admin('jobs', 'free', '--account', tenant.accountId)
  t.match(freed, { code: 0, out: `${left.leftCount} results are removed, ${megabytesOf(left)} MB` })
  const newest = await service.call(`${JOBS}/${jobIds.at(-1)}`, { key: tenant.text })
  t.match(newest.json, { status: 'completed', result_removed: { reason: 'operator' } })
  for (const [key, jobId] of kept)
    t.ok((await service.call(`${JOBS}/${jobId}?include_result=false`, { key })).json.result_url, 'others keep theirs')
})

t.test('a queue filled by one account takes jobs of others, and full of one class those of higher ones', async t => {
  const service = await startService(t, { REDIS_MEMORY_BUDGET: String(48 * MEGABYTE) })
  const body = { tasks: chain(5_000) }
  const submitAll = async (key: string) => {
    for (let count = 0; count < 400; count++) {
      const { status, json, headers } = await service.call(SUBMIT, { key, body })
      if (status !== 202) return { count, code: `${status} ${json.code}`, retry: Number(headers['retry-after']), json }
    }
    throw new Error('nothing is refused')
  }
  const account = () => service.key('professional', { callsPerWindow: 'unlimited' })
  const first = await submitAll(await account())
  t.equal(first.code, '429 queue_share')
  t.match(first.json.detail, /jobs of the account \(\d+\) use [\d.]+ MB .* share of one account, currently [\d.]+ MB/)
  t.ok(first.retry >= 1)
  const second = await submitAll(await account())
  t.ok(second.count >= 1, 'the next account is let in')
  t.ok(first.count > second.count && first.count > 5, `alone ${first.count}, after it ${second.count}`)
  let last = second
  for (let i = 0; i < 50 && last.count > 0; i++) last = await submitAll(await account())
  t.equal(last.code, '503 capacity_exceeded', 'the class is full')
  const agency = await service.key('government', { callsPerWindow: 'unlimited' })
  t.equal((await service.call(SUBMIT, { key: agency, body })).status, 202)
  t.equal((await service.call(SUBMIT, { key: await service.key('enterprise'), body })).status, 202)
})
