/**
 * One account fills the memory for jobs, with results and with waiting jobs, without pause: a government account beside it is never refused
 * and waits no longer than a moment.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { forkNode } from '../../../compute/test/helpers/jobs.ts'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { takeOne } from '../../../shared/test/jobs/take-one.ts'
import { ended } from '../helpers/jobs.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const SUBMIT = `${CPM}/async`
const MEGABYTE = 2 ** 20
const BUDGET_BYTES = 40 * MEGABYTE
const RESULT_BYTES = 60_000
const CALLS = 150
const EVERY_MS = 100
const WAIT_MS_MAX = 250

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!

t.setTimeout(600_000)

t.test('government waits at most 250 ms (p95) while one account fills the memory for jobs', async t => {
  const service = await startService(t, { REDIS_MEMORY_BUDGET: String(BUDGET_BYTES) })
  const { jobs, queueGuard } = service.app.gateway
  const unlimited = { callsPerWindow: 'unlimited' } as const
  const tenant = await service.keyRecord('enterprise', unlimited)
  const agency = await service.key('government', unlimited)

  /** A job of another lane of the tenant's that has ended, as a node leaves it. */
  async function finish(): Promise<void> {
    const jobId = randomUUID()
    await jobs.submit({
      ...{ jobId, accountId: tenant.accountId, keyId: 'key', jobClass: 'standard', rowId: 'analysis.cpm' },
      ...{ endpoint: CPM, requestId: jobId, taskCount: 30_000, linkCount: 4, today: 0, callbackUrl: null },
      ...{ frameVersion: FRAME_VERSION, frameChunks: 1, frameBytes: 1, frame: randomBytes(1) },
      ...{ reservedBytes: 1, queuedCountMax: 1_000_000, idempotency: null },
    })
    const lease = await takeOne(jobs, shardOf(tenant.accountId), 'standard', 'large', 'another node')
    if (lease === null) return
    const result = { fence: lease.fence, chunkCount: 1, bytes: RESULT_BYTES, storedBytes: RESULT_BYTES }
    await jobs.finish(lease.job, lease.fence, { result, chunk: randomBytes(RESULT_BYTES), workerMs: 1 })
  }
  for (let i = 0; i < 700; i++) await finish()
  await forkNode(t, service.redisUrl)

  let isOver = false
  const answers = { accepted: 0, refused: 0 }
  async function results(): Promise<void> {
    while (!isOver) await finish()
  }
  async function submissions(): Promise<void> {
    while (!isOver) {
      const { status } = await service.call(SUBMIT, { key: tenant.text, body: { tasks: chain(1_000) } })
      answers[status === 202 ? 'accepted' : 'refused']++
    }
  }
  const flood = [results(), submissions(), submissions()]
  const answerMs: number[] = []
  const paths: string[] = []
  for (let i = 0; i < CALLS; i++) {
    const sinceMs = performance.now()
    const { status, json } = await service.call(SUBMIT, { key: agency, body: { tasks: FOUR_TASKS } })
    answerMs.push(performance.now() - sinceMs)
    if (status === 202) paths.push(json.polling_url)
    else t.fail(`call ${i}: ${status} ${json.code}`)
    await pause(EVERY_MS)
  }
  const waits: number[] = []
  for (const path of paths) {
    const { json } = await ended(service, agency, `${path}?include_result=false`)
    if (json.status !== 'completed') t.fail(`${path}: ${json.status}`)
    waits.push(Date.parse(json.started_at) - Date.parse(json.created_at))
  }
  isOver = true
  await Promise.all(flood)
  const { usedBytes, budgetBytes } = queueGuard.memory!
  t.comment(
    `answers p50 ${quantile(answerMs, 0.5).toFixed(1)} p95 ${quantile(answerMs, 0.95).toFixed(1)} ms; waits p50 ${quantile(waits, 0.5)} p95 ${quantile(waits, 0.95)} ms`,
  )
  t.comment(
    `${queueGuard.freed.resultCount} results removed; the tenant had ${answers.accepted} jobs accepted, ${answers.refused} refused; Redis uses ${usedBytes} of ${budgetBytes}`,
  )
  t.equal(paths.length, CALLS)
  t.ok(quantile(waits, 0.95) <= WAIT_MS_MAX, `p95 ${quantile(waits, 0.95)} ms`)
  t.ok(queueGuard.freed.resultCount > 0, 'results gave way')
  t.ok(usedBytes <= budgetBytes, `${usedBytes} of ${budgetBytes}`)
})
