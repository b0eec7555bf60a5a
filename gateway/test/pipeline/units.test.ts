/** Units charged are analyses answered: for every form and size of an answer, through every lane, by calls, tools, messages and jobs. */

import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { ended, jobPath, startNode } from '../helpers/jobs.ts'
import { callParams, legacy, post } from '../helpers/mcp-messages.ts'
import { chain, FOUR_TASKS } from '../helpers/networks.ts'
import { keep } from '../helpers/schedules.ts'
import { type Answer, startService } from '../helpers/service.ts'

/** Larger bodies go to the lane of large ones, whose calls come by message. */
const service = await startService(t, { LARGE_BODY_BYTES: '20000', WORKER_THREADS: '2' })
await startNode(t, service)
const key = await service.key('starter', { callsPerMonth: 100_000, callsPerWindow: 'unlimited' })

const DATE = '2026-03-02'
/** Some members of a schedule: what is missing decides which analyses can be made. */
const BODIES = {
  small: { tasks: FOUR_TASKS, status_date: DATE },
  dateless: { tasks: FOUR_TASKS },
  medium: { tasks: chain(150), status_date: DATE },
  large: { tasks: chain(500), status_date: DATE },
  /** Its answer is larger than a slot. */
  wide: { tasks: chain(400).map(task => ({ ...task, name: task.id.padEnd(1_000, '.') })), status_date: DATE },
  compared: {
    current_schedule: { tasks: FOUR_TASKS, status_date: DATE },
    baseline_schedule: { tasks: FOUR_TASKS.slice(0, 3) },
  },
  cyclic: {
    tasks: [
      { id: 'A', predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
    status_date: DATE,
  },
  wrong: { tasks: [{ id: 5 }] },
} as const

const ANALYSES = [
  'health.score',
  'health.logic-audit',
  'health.progress-audit',
  'analysis.validate',
  'analysis.cpm',
  'forensics.baseline-compare',
  'forensics.delay-analysis',
] as const
const ACCEPTS = [
  'application/json',
  'application/msgpack',
  'text/html',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

const WAYS = ['call', 'report', 'job', 'report job', 'tool', 'message'] as const
/** Settlements are written ten times a second. */
const SETTLED_MS = 150
const UNITS_MS = 10_000

const what = fc.record({
  way: fc.constantFrom(...WAYS),
  sent: fc.constantFrom('plain', 'plain', 'gzip', 'kept'),
  body: fc.constantFrom(...(Object.keys(BODIES) as (keyof typeof BODIES)[])),
  analyses: fc.uniqueArray(fc.constantFrom(...ANALYSES), { minLength: 1, maxLength: 5 }),
  accept: fc.constantFrom(...ACCEPTS),
})
type What = typeof what extends fc.Arbitrary<infer Value> ? Value : never

const left = async (): Promise<number> =>
  (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining

/** Analyses that a report has. */
const madeIn = (json: Answer['json']): number => Object.keys(json.data.results).length

const handles = new Map<string, string>()
async function bodyOf({ sent, body }: What): Promise<{ body: unknown; headers: Record<string, string> }> {
  const plain = BODIES[body]
  if (sent === 'gzip') {
    const bytes = gzipSync(JSON.stringify(plain))
    return { body: bytes, headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }
  }
  if (sent !== 'kept' || !('tasks' in plain) || body === 'wrong') return { body: plain, headers: {} }
  if (!handles.has(body)) handles.set(body, await keep(service, { key, body: plain }))
  return { body: { schedule_id: handles.get(body) }, headers: {} }
}

/** Does it, and returns how many analyses were answered. */
async function answeredBy(asked: What): Promise<number> {
  const { way, analyses, accept } = asked
  const { body, headers } = await bodyOf(asked)
  const [first] = analyses
  const path = `/api/v1/${first!.replace('.', '/')}`
  const query = `?analyses=${analyses.join()}`
  const asJson = { ...headers, accept: 'application/json' }
  if (way === 'call') {
    const { status } = await service.call(path, { key, body, headers: { ...headers, accept } })
    return status === 200 ? 1 : 0
  }
  if (way === 'report') {
    const { status } = await service.call(`/api/v1/reports${query}`, { key, body, headers: { ...headers, accept } })
    if (status !== 200) return 0
    // what was made is the same in every form; another account asks for it
    const { json } = await service.call(`/api/v1/reports${query}`, {
      key: judge,
      body: BODIES[asked.body],
      headers: { accept: 'application/json' },
    })
    return madeIn(json)
  }
  if (way === 'job' || way === 'report job') {
    const target = way === 'job' ? path : '/api/v1/reports'
    const answer = await service.call(`${target}/async${way === 'job' ? '' : query}`, { key, body, headers: asJson })
    if (answer.status !== 202) return 0
    const { json } = await ended(service, key, jobPath(answer))
    if (json.status !== 'completed') return 0
    return way === 'job' ? 1 : madeIn((await service.call(`${jobPath(answer)}/result`, { key })).json)
  }
  if (way === 'tool') {
    const { status } = await service.call(`/mcp/tools/${toolOf(first!)}`, { key, body, headers: asJson })
    return status === 200 ? 1 : 0
  }
  if (body instanceof Uint8Array) return 0
  const answer = await post(service, key, legacy('tools/call', callParams(toolOf(first!), body as object)))
  return answer.json.result !== undefined && answer.json.result.isError !== true ? 1 : 0
}

const judge = await service.key('enterprise', { callsPerWindow: 'unlimited' })
const toolOf = (id: string): string => id.replaceAll(/[.-]/g, '_')

t.test('each call takes the units of what it answered', async t => {
  const counts = new Map<string, number>()
  let total = 0
  await fc.assert(
    fc.asyncProperty(what, async asked => {
      const before = await left()
      const answered = await answeredBy(asked)
      total += answered
      counts.set(asked.way, (counts.get(asked.way) ?? 0) + answered)
      // a unit too many would come with the next settlements
      await pause(SETTLED_MS)
      await until(
        `${JSON.stringify(asked)} takes ${answered}`,
        async () => before - (await left()) === answered,
        UNITS_MS,
      )
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 40), seed: Number(process.env.PROPERTY_SEED ?? 34) },
  )
  for (const way of WAYS) t.ok((counts.get(way) ?? 0) > 0, `${way}: ${counts.get(way)} analyses`)
  const usage = (await service.call('/api/v1/account/usage', { key })).json
  t.comment(`${total} units`)
  t.ok(JSON.stringify(usage).includes('reports.create'))
})
