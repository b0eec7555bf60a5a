/** Threads of small bodies, which share memory with the gateway: each call has its own answer, and a thread that is late or dies takes one call along. */

import { readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import type { WorkId } from '../../shared/contract/catalogue/catalogue.ts'
import { until } from '../../shared/test/until.ts'
import { ComputePool, type PoolOutcome, type PoolSettings, type WorkHeader } from '../worker/pool.ts'
import { random } from './helpers/random.ts'
import { workHeader } from './helpers/work-header.ts'

const CPM = 'analysis.cpm'
const header = (requestId: string, rowId: WorkId = CPM, more: Partial<WorkHeader> = {}): WorkHeader =>
  workHeader(requestId, { rowId, ...more })
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
const chainOf = (length: number, name = '') =>
  Array.from({ length }, (_, i) => ({
    id: `${name}T${i}`,
    duration_days: 1,
    predecessors: i === 0 ? [] : [`${name}T${i - 1}`],
  }))

const faults: unknown[] = []
function open(settings: Partial<PoolSettings> = {}): ComputePool {
  faults.length = 0
  const pool = new ComputePool({
    workerThreads: 2,
    workerStart: 'at-once',
    workerHeapMegabytesMax: 512,
    inlineBodyBytesMax: 0,
    smallBodyBytesMax: 2 ** 20,
    laneQueueMax: 1_000,
    laneWaitMs: 60_000,
    syncDeadlineSeconds: 60,
    onFault: error => faults.push(error),
    ...settings,
  })
  t.teardown(() => pool.close())
  return pool
}
const run = (pool: ComputePool, head: WorkHeader, value: unknown, account = head.requestId): Promise<PoolOutcome> =>
  pool.run('small', account, head, [bytesOf(value)], () => {})
const codeOf = (outcome: PoolOutcome): string => (outcome.kind === 'refusal' ? outcome.refusal.code : outcome.kind)
const replyOf = (outcome: PoolOutcome) => {
  if (outcome.kind !== 'answer') throw new Error(codeOf(outcome))
  const bytes = Buffer.concat(outcome.chunks)
  return JSON.parse(String(outcome.contentEncoding === 'gzip' ? gunzipSync(bytes) : bytes))
}

/** Ids that have nothing in common, each compared with each: ten times the deadline of a late call, in a small body. */
const drawn = random(1)
const letter = () => String.fromCharCode(97 + Math.floor(26 * drawn()))
const unlike = () =>
  Array.from({ length: 4_000 }, () => ({ id: Array.from({ length: 100 }, letter).join(''), duration_days: 5 }))
const LONG = {
  current_schedule: { tasks: unlike(), status_date: '2026-02-02' },
  baseline_schedule: { tasks: unlike(), baseline_date: '2026-01-05' },
  options: { match_strategy: 'fuzzy_id', fuzzy_match_threshold: 0 },
}

t.test('of many calls at once each gets its own answer, whatever its size, form and outcome', async t => {
  const pool = open()
  const kinds = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const id = `r${i}`
      if (i % 10 === 3) return codeOf(await run(pool, header(id), { tasks: [{ id: i }] }))
      if (i % 10 === 5) {
        const { status } = replyOf(
          await run(pool, header(id, 'analysis.validate'), { tasks: [{ id: 'A', predecessors: ['A'] }] }),
        )
        return status
      }
      // the answer of one is larger than a slot
      const length = i === 7 ? 4_000 : 1 + i
      const zipped = i % 10 === 4 ? { acceptEncoding: 'gzip' } : {}
      const { data, metadata } = replyOf(await run(pool, header(id, CPM, zipped), { tasks: chainOf(length, id) }))
      t.equal(metadata.request_id, id)
      t.equal(data.project_duration_days, length)
      t.equal(data.tasks.at(-1).id, `${id}T${length - 1}`)
      return 'answer'
    }),
  )
  t.same(
    Object.fromEntries(
      ['answer', 'validation', 'critical'].map(kind => [kind, kinds.filter(one => one === kind).length]),
    ),
    { answer: 48, validation: 6, critical: 6 },
    String([...new Set(kinds)]),
  )
  t.same(pool.load.small, { running: 0, waiting: 0 })
  const frame = await run(pool, header('job', CPM, { mode: 'frame' }), { tasks: chainOf(10) })
  t.match(frame, { kind: 'frame', taskCount: 10 })
})

t.test('a body that no slot holds is answered, too', async t => {
  const pool = open({ smallBodyBytesMax: 100 })
  t.equal(replyOf(await run(pool, header('r'), { tasks: chainOf(50) })).data.project_duration_days, 50)
})

t.test(
  'a late call is answered as late; its thread is replaced, and other threads answer the waiting calls',
  async t => {
    const pool = open({ syncDeadlineSeconds: 0.03 })
    /** A new thread may itself need longer than the deadline to start; a submission has a second more. */
    const started = async (): Promise<void> => {
      for (let attempt = 0; attempt < 300; attempt++) {
        const both = await Promise.all(
          [1, 2].map(i => run(pool, header(`w${i}`, CPM, { mode: 'frame' }), { tasks: chainOf(2) })),
        )
        if (both.every(outcome => codeOf(outcome) === 'frame')) return
      }
      throw new Error('the threads do not start')
    }
    for (let round = 0; round < 2; round++) {
      await started()
      const late = [0, 1].map(i => run(pool, header(`late${i}`, 'forensics.baseline-compare'), LONG))
      // they come when both threads are at work for longer than the deadline
      await new Promise(resolve => setTimeout(resolve, 15))
      const behind = Array.from({ length: 2 }, (_, i) => run(pool, header(`b${i}`), { tasks: chainOf(3) }))
      t.same((await Promise.all(late)).map(codeOf), ['deadline_exceeded', 'deadline_exceeded'])
      for (const outcome of await Promise.all(behind)) t.match(codeOf(outcome), /^(answer|deadline_exceeded)$/)
    }
    t.same(pool.load.small, { running: 0, waiting: 0 })
    t.same(faults, [])
  },
)

t.test('a thread out of memory costs its own call alone, again and again', async t => {
  const pool = open({ workerHeapMegabytesMax: 32 })
  const bad = { tasks: [{ id: 'A' }], calendar: { work_days: Array(240_000).fill(8) } }
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const isBad = i % 10 === 0
      return [isBad, codeOf(await run(pool, header(`r${i}`), isBad ? bad : { tasks: chainOf(50) }))] as const
    }),
  )
  for (const [isBad, code] of outcomes) t.equal(code, isBad ? 'memory_exceeded' : 'answer')
  t.equal(faults.length, 2, 'each is reported once')
  t.same(pool.load.small, { running: 0, waiting: 0 })
})

t.test('threads that are started on demand come with the calls', async t => {
  const pool = open({ workerStart: 'on-demand' })
  const all = await Promise.all(Array.from({ length: 8 }, (_, i) => run(pool, header(`r${i}`), { tasks: chainOf(5) })))
  t.ok(all.every(outcome => codeOf(outcome) === 'answer'))
})

t.test('where the first thread alone starts at once, warming up starts no other, and calls do', async t => {
  const threadsNow = () => readdirSync('/proc/self/task').length
  const before = threadsNow()
  const pool = open({ workerStart: 'first', workerThreads: 3 })
  const call = (i: number) => ({ header: header(`w${i}`), body: bytesOf({ tasks: chainOf(5) }) })
  await pool.warmUp(Array.from({ length: 6 }, (_, i) => call(i)))
  t.ok(pool.isUp)
  t.equal(threadsNow() - before, 2, 'one of each lane')
  // without a break, since a thread starts only when the others are found busy
  let isThere = false
  const caller = async (i: number): Promise<void> => {
    while (!isThere) t.equal(codeOf(await run(pool, header(`r${i}`), { tasks: chainOf(200) })), 'answer')
  }
  const callers = Array.from({ length: 12 }, (_, i) => caller(i))
  await until('each small one is there', () => threadsNow() - before === 4)
  isThere = true
  await Promise.all(callers)
})
