/** The audit of accepted jobs at the end of a test: 0 lost, 0 twice, 0 stuck. Each function compares one kind of record with the submissions. */
import type { Test } from 'tap'
import { FINAL_STATES } from '../../../../shared/contract/job-states.ts'
import { until } from '../../../../shared/test/until.ts'
import type { JobCallbacks } from './job-callbacks.ts'
import { hashOf, type JobCalls } from './job-calls.ts'
import type { WholeService } from './whole-service.ts'

const READERS = 16
/** Another node meters an unmetered end within a minute; a claim of a dead gateway lasts two. */
const SETTLED_MS_MAX = 300_000

export interface Entry {
  readonly idempotencyKey: string
  readonly account: { readonly accountId: string; readonly key: string }
  readonly body: number
  jobId: string | null
}

const ANSWERS = /^(202|503 \w+|429 queue_full|409 idempotency_running|no answer: .*)$/

export function auditAnswers(t: Test, answers: Readonly<Record<string, number>>, entries: readonly Entry[]): void {
  t.comment(`answers to submissions: ${JSON.stringify(answers)}`)
  t.same(
    Object.keys(answers).filter(name => !ANSWERS.test(name)),
    [],
    'an answer is 202, 503 with a reason, 429 of a full queue, 409 while another call with the key is at work, or the end of a killed process',
  )
  t.ok(
    entries.every(({ jobId }) => jobId !== null),
    'each submission is accepted in the end',
  )
}

/** expected: hash of the result of each body, by its index. */
export async function auditResults(t: Test, calls: JobCalls, entries: readonly Entry[], expected: readonly string[]) {
  const states: Record<string, number> = {}
  const differing: string[] = []
  const disorder: string[] = []
  let againCount = 0
  const auditOne = async ({ jobId, account, body }: Entry): Promise<void> => {
    const { state, json } = await endOf(calls, jobId!, account.key)
    states[state] = (states[state] ?? 0) + 1
    if (state !== 'completed') return
    if (Number(json.attempts ?? 1) > 1) againCount++
    const times = [json.created_at, json.started_at, json.completed_at].map(at => Date.parse(String(at)))
    if (times.some((at, i) => i > 0 && at < times[i - 1]!)) disorder.push(`${jobId} ${times.join(' ')}`)
    const result = await calls.read(`/api/v1/jobs/${jobId}/result`, account.key)
    if (result.status !== 200 || hashOf(result.json) !== expected[body]) differing.push(`${jobId} ${result.status}`)
  }
  const rest = [...entries]
  const reader = async (): Promise<void> => {
    for (let entry = rest.pop(); entry !== undefined; entry = rest.pop()) await auditOne(entry)
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  t.same(states, { completed: entries.length }, '0 lost, 0 stuck: every job completed')
  t.same(differing, [], 'each result is that of a call, byte for byte')
  t.same(disorder, [], 'each was created before it started, and started before it ended')
  t.comment(`${againCount} of ${entries.length} were delivered more than once`)
}

async function endOf(calls: JobCalls, jobId: string, key: string) {
  let json: Record<string, unknown> = {}
  let state = ''
  const hasEnded = async (): Promise<boolean> => {
    const answer = await calls.read(`/api/v1/jobs/${jobId}?include_result=false`, key)
    json = answer.json
    state = answer.status === 200 ? String(json.status) : String(answer.status)
    return answer.status !== 200 || (FINAL_STATES as readonly string[]).includes(state)
  }
  await until(`${jobId} ends`, hasEnded, SETTLED_MS_MAX).catch(() => (state = `stuck: ${state}`))
  return { state, json }
}

export async function auditListings(t: Test, calls: JobCalls, entries: readonly Entry[]): Promise<void> {
  const keys = [...new Set(entries.map(({ account }) => account.key))]
  const listed = (await Promise.all(keys.map(key => calls.jobIds(key)))).flat().sort()
  t.same(listed, entries.map(({ jobId }) => jobId).sort(), '0 twice: one job for each key, and no other')
}

export async function auditCallbacks(t: Test, { byJob }: JobCallbacks, entries: readonly Entry[]): Promise<void> {
  const isDelivered = ({ jobId }: Entry): boolean => (byJob.get(jobId!)?.answered ?? 0) > 0
  await until('each callback is delivered', () => entries.every(isDelivered), SETTLED_MS_MAX).catch(() => {})
  t.same(
    entries.filter(entry => !isDelivered(entry)).map(({ jobId }) => jobId),
    [],
    'each has its callback',
  )
  const known = new Set(entries.map(({ jobId }) => jobId))
  t.same(
    [...byJob].filter(
      ([jobId, { webhookIds, statuses }]) =>
        `${[...webhookIds]} ${[...statuses]}` !== `dlv_${jobId} completed` || !known.has(jobId),
    ),
    [],
    'under one id, with one state',
  )
  const posts = [...byJob.values()].reduce((sum, { answered }) => sum + answered, 0)
  t.comment(`${posts - entries.length} callbacks were received and answered more than once`)
}

export async function auditMetering(t: Test, service: WholeService, entries: readonly Entry[]): Promise<void> {
  const lines = () => Map.groupBy(service.metering, ({ jobId }) => String(jobId))
  const areMetered = (): boolean => {
    const byJob = lines()
    return entries.every(({ jobId }) => byJob.has(jobId!))
  }
  await until('each is metered', areMetered, SETTLED_MS_MAX).catch(() => {})
  const byJob = lines()
  t.same(
    entries.filter(({ jobId }) => !byJob.has(jobId!)).map(({ jobId }) => jobId),
    [],
    'each end is metered',
  )
  t.same(
    [...byJob].filter(([, ofJob]) => new Set(ofJob.map(({ fence, status }) => `${fence} ${status}`)).size > 1),
    [],
    'one end each: lines of a job that is metered again have the same id and fence',
  )
  t.comment(`${service.metering.length} metering lines, ${service.metering.length - byJob.size} of them repeated`)
}

export function auditProcesses(t: Test, { endedUnexpectedly, errors }: WholeService): void {
  t.same([...endedUnexpectedly], [], '0 processes ended by themselves')
  const byText = Map.groupBy(errors, line => `${line.process}: ${line.msg} ${String(line.stack ?? '').split('\n')[0]}`)
  t.same(
    [...byText].map(([text, lines]) => `${lines.length} x ${text}`),
    [],
    'no process logs an error of its own',
  )
}
