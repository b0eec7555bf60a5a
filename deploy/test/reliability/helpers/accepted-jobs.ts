/**
 * What callers see of jobs while the service is under pressure: submissions with an Idempotency-Key, repeated until they are accepted, with
 * callbacks; and the account that is made of them at the end. 0 lost, 0 twice, 0 stuck: one job for each key, one result with the bytes of a
 * call, a metering line, a callback under one id.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { startReceiver } from '../../../../compute/test/deliverer/helpers/receivers.ts'
import { type Random, random } from '../../../../compute/test/helpers/random.ts'
import { CPM, chain, FOUR_TASKS } from '../../../../gateway/test/helpers/networks.ts'
import { FINAL_STATES } from '../../../../shared/job-states.ts'
import { until } from '../../../../shared/test/until.ts'
import type { TierName } from '../../../../shared/tiers.ts'
import type { WholeService } from './whole-service.ts'

const SUBMIT = `${CPM}/async`
const TIERS: readonly TierName[] = ['starter', 'enterprise', 'government']
/** Each on an address of its own: a deliverer that dies holds its places of a host until its leases end. */
const RECEIVERS = 8
/** Of the POSTs, which are made again then. */
const REFUSED_SHARE = 0.03
const SUBMITTERS = 12
const READERS = 16
const RETRY_MS = 200
/** An end that its node did not meter is metered by another one within a minute; a claim of a dead gateway lasts two. */
const SETTLED_MS_MAX = 300_000

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

interface Entry {
  readonly idempotencyKey: string
  readonly account: { readonly accountId: string; readonly key: string }
  readonly body: number
  jobId: string | null
}

interface Callbacks {
  readonly webhookIds: Set<string>
  readonly statuses: Set<string>
  answered: number
}

export interface AcceptedJobs {
  /** How many were accepted so far. */
  readonly count: () => number
  /** How many answers of which status and code there were to submissions. */
  readonly answers: Readonly<Record<string, number>>
  /** Resolves when all are accepted. */
  readonly submitted: Promise<void>
  /** Asks for everything that was accepted, and asserts what is said above. */
  audit(t: Test): Promise<void>
}

/** Settings of a service that calls the receivers of these jobs, and takes the largest of their bodies as a call, too. */
export const JOBS_SETTINGS = {
  CPM_SYNC_TASK_LIMIT: '3000',
  WEBHOOK_ALLOW_HTTP: '1',
  WEBHOOK_ALLOWED_HOSTS: Array.from({ length: RECEIVERS }, (_, i) => `127.0.0.${i + 1}`).join(','),
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,4,8,16,32,60',
}

/** everyMs: at least between two submissions. */
export async function submitJobs(
  t: Test,
  service: WholeService,
  { jobCount, seed, everyMs = 0 }: { readonly jobCount: number; readonly seed: number; readonly everyMs?: number },
): Promise<AcceptedJobs> {
  const rnd: Random = random(seed)
  const dispatcher = new Agent({ connections: 64, pipelining: 1, headersTimeout: 40_000, bodyTimeout: 40_000 })
  t.teardown(() => dispatcher.destroy())
  const callbacks = new Map<string, Callbacks>()
  const callbackUrls = await Promise.all(
    Array.from({ length: RECEIVERS }, async (_, i) => {
      const receiver = await startReceiver(
        t,
        (response, count, { body, headers }) => {
          // what is remembered is this, not the posts
          receiver.received.splice(0)
          const { job_id, status } = JSON.parse(body.toString()) as Record<string, string>
          const one = callbacks.get(job_id!) ?? { webhookIds: new Set(), statuses: new Set(), answered: 0 }
          callbacks.set(job_id!, one)
          one.webhookIds.add(String(headers['webhook-id']))
          one.statuses.add(status!)
          const isRefused = rnd() < REFUSED_SHARE
          if (!isRefused) one.answered++
          response.writeHead(isRefused ? 500 : 200).end()
          void count
        },
        `127.0.0.${i + 1}`,
      )
      return `http://${receiver.host}/hook`
    }),
  )
  const accounts = await Promise.all(TIERS.map(tier => service.account(tier)))
  const bodies = BODIES.map(tasks => JSON.stringify({ tasks }))
  const hashOf = (json: Record<string, unknown>): string => {
    const { metadata: _, ...result } = json
    return createHash('sha256').update(JSON.stringify(result)).digest('hex')
  }
  const headersOf = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' })
  /** Of calls, before anything is killed. */
  const expected: string[] = []
  for (const body of bodies) {
    const url = service.gatewayUrls[0]! + CPM
    const answer = await request(url, { method: 'POST', dispatcher, headers: headersOf(accounts[2]!.key), body })
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`)
    expected.push(hashOf((await answer.body.json()) as Record<string, unknown>))
  }

  const entries: Entry[] = Array.from({ length: jobCount }, (_, i) => ({
    idempotencyKey: `job-${i}`,
    account: accounts[i % accounts.length]!,
    body: i % bodies.length,
    jobId: null,
  }))
  const answers: Record<string, number> = {}
  const note = (name: string) => (answers[name] = (answers[name] ?? 0) + 1)
  let turn = 0
  const anyGateway = () => service.gatewayUrls[turn++ % service.gatewayUrls.length]!

  /** True when it is known to be accepted; any other answer is followed by the same submission again. */
  async function submit(entry: Entry): Promise<boolean> {
    const sent = bodies[entry.body]!
    const callbackUrl = callbackUrls[Number(entry.idempotencyKey.slice(4)) % callbackUrls.length]
    try {
      const answer = await request(anyGateway() + SUBMIT, {
        method: 'POST',
        dispatcher,
        headers: { ...headersOf(entry.account.key), 'idempotency-key': entry.idempotencyKey },
        body: `${sent.slice(0, -1)},"callback_url":${JSON.stringify(callbackUrl)}}`,
      })
      const json = (await answer.body.json()) as { code?: string; job_id: string }
      note(`${answer.statusCode}${json.code === undefined ? '' : ` ${json.code}`}`)
      if (answer.statusCode !== 202) return false
      entry.jobId = json.job_id
      return true
    } catch (error) {
      note(`no answer: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`)
      return false
    }
  }

  const waiting = [...entries]
  let isOver = false
  t.teardown(() => {
    isOver = true
    waiting.splice(0)
  })
  let nextAtMs = 0
  const submitter = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const startMs = Math.max(performance.now(), nextAtMs)
      nextAtMs = startMs + everyMs
      await pause(startMs - performance.now())
      if (await submit(entry)) continue
      if (isOver) return
      waiting.push(entry)
      await pause(RETRY_MS)
    }
  }
  const submitted = Promise.all(Array.from({ length: SUBMITTERS }, submitter)).then(() => {})

  async function read(path: string, key: string): Promise<{ status: number; json: Record<string, unknown> }> {
    let found: { status: number; json: Record<string, unknown> } | undefined
    await until(`GET ${path} is answered`, async () => {
      try {
        const answer = await request(anyGateway() + path, { dispatcher, headers: { 'x-api-key': key } })
        const json = (await answer.body.json()) as Record<string, unknown>
        if (answer.statusCode !== 503) found = { status: answer.statusCode, json }
      } catch {
        // that gateway is on its way back
      }
      return found !== undefined
    })
    return found!
  }

  async function idsOf(key: string): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { json } = await read(`/api/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`, key)
      ids.push(...(json.jobs as { job_id: string }[]).map(({ job_id }) => job_id))
      if (json.next_cursor === null) return ids
      cursor = json.next_cursor as string
    }
  }

  async function audit(t: Test): Promise<void> {
    t.comment(`answers to submissions: ${JSON.stringify(answers)}`)
    t.same(
      Object.keys(answers).filter(
        name => !/^(202|503 \w+|429 queue_full|409 idempotency_running|no answer: .*)$/.test(name),
      ),
      [],
      'an answer is 202, 503 with a reason, 429 of a full queue, 409 while another call with the key is at work, or the end of a killed process',
    )
    t.equal(entries.filter(({ jobId }) => jobId !== null).length, jobCount, 'each submission is accepted in the end')

    const states: Record<string, number> = {}
    const differing: string[] = []
    const disorder: string[] = []
    let again = 0
    const rest = [...entries]
    const reader = async (): Promise<void> => {
      for (let entry = rest.pop(); entry !== undefined; entry = rest.pop()) {
        const { jobId, account, body } = entry
        let json: Record<string, unknown> = {}
        let state = ''
        await until(
          `${jobId} ends`,
          async () => {
            const answer = await read(`/api/v1/jobs/${jobId}?include_result=false`, account.key)
            json = answer.json
            state = answer.status === 200 ? String(json.status) : String(answer.status)
            return answer.status !== 200 || (FINAL_STATES as readonly string[]).includes(state)
          },
          SETTLED_MS_MAX,
        ).catch(() => (state = `stuck: ${state}`))
        states[state] = (states[state] ?? 0) + 1
        if (state !== 'completed') continue
        if (Number(json.attempts ?? 1) > 1) again++
        const times = [json.created_at, json.started_at, json.completed_at].map(at => Date.parse(String(at)))
        if (times.some((at, i) => i > 0 && at < times[i - 1]!)) disorder.push(`${jobId} ${times.join(' ')}`)
        const result = await read(`/api/v1/jobs/${jobId}/result`, account.key)
        if (result.status !== 200 || hashOf(result.json) !== expected[body]) differing.push(`${jobId} ${result.status}`)
      }
    }
    await Promise.all(Array.from({ length: READERS }, reader))
    t.same(states, { completed: jobCount }, '0 lost, 0 stuck: every job completed')
    t.same(differing, [], 'each result is that of a call, byte for byte')
    t.same(disorder, [], 'each was created before it started, and started before it ended')
    t.comment(`${again} of ${jobCount} were delivered more than once`)

    const listed = (await Promise.all(accounts.map(({ key }) => idsOf(key)))).flat().sort()
    t.same(listed, entries.map(({ jobId }) => jobId).sort(), '0 twice: one job for each key, and no other')

    const isDelivered = ({ jobId }: Entry) => (callbacks.get(jobId!)?.answered ?? 0) > 0
    await until('each is told', () => entries.every(isDelivered), SETTLED_MS_MAX).catch(() => {})
    t.same(
      entries.filter(entry => !isDelivered(entry)).map(({ jobId }) => jobId),
      [],
      'each has its callback',
    )
    t.same(
      [...callbacks].filter(
        ([jobId, { webhookIds, statuses }]) =>
          `${[...webhookIds]} ${[...statuses]}` !== `dlv_${jobId} completed` || !listed.includes(jobId),
      ),
      [],
      'under one id, with one state',
    )
    const posts = [...callbacks.values()].reduce((sum, { answered }) => sum + answered, 0)
    t.comment(`${posts - jobCount} callbacks were received and answered more than once`)

    const lines = () => Map.groupBy(service.metering, ({ jobId }) => String(jobId))
    await until('each is metered', () => entries.every(({ jobId }) => lines().has(jobId!)), SETTLED_MS_MAX).catch(
      () => {},
    )
    const ofJobs = lines()
    t.same(
      entries.filter(({ jobId }) => !ofJobs.has(jobId!)).map(({ jobId }) => jobId),
      [],
      'each end is metered',
    )
    t.same(
      [...ofJobs].filter(([, of]) => new Set(of.map(({ fence, status }) => `${fence} ${status}`)).size > 1),
      [],
      'one end each: lines of a job that is metered again have the same id and fence',
    )
    t.comment(`${service.metering.length} metering lines, ${service.metering.length - ofJobs.size} of them repeated`)

    t.same([...service.endedUnexpectedly], [], '0 processes ended by themselves')
    const errors = [
      ...Map.groupBy(service.errors, line => `${line.process}: ${line.msg} ${String(line.stack ?? '').split('\n')[0]}`),
    ]
    t.same(
      errors.map(([text, of]) => `${of.length} x ${text}`),
      [],
      'no process logs an error of its own',
    )
  }

  return { count: () => entries.filter(({ jobId }) => jobId !== null).length, answers, submitted, audit }
}
