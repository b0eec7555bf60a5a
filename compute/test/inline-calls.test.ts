/** Calls that the gateway's own thread runs: the same answers as those of threads, what goes to threads all the same, and what a defect costs. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { refuse } from '../../shared/contract/errors.ts'
import { InlineWatch, inlineWatcher, watchMemory } from '../../shared/platform/process/inline-watch.ts'
import { until } from '../../shared/test/until.ts'
import { InlineCalls } from '../worker/inline-calls.ts'
import { ComputePool, type PoolOutcome, type PoolSettings, type WorkHeader } from '../worker/pool.ts'
import { Slabs } from '../worker/small-call-memory.ts'
import type { ThreadReply } from '../worker/work.ts'
import { bodyOf, built, project } from './helpers/every-analysis.ts'
import { workHeader } from './helpers/work-header.ts'

const INLINE_BYTES = 16 * 1024
const PROJECT = project(1, 51)
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
const textOf = (outcome: PoolOutcome): string => {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome))
  return Buffer.concat(outcome.chunks)
    .toString()
    .replace(/"processing_time_ms":\d+/, '"processing_time_ms":0')
}
/** The answer of a thread lies in memory that the gateway shares with it, or came as a message of its own. */
const isInline = (outcome: PoolOutcome): boolean =>
  outcome.kind === 'answer' &&
  outcome.giveBack !== undefined &&
  !(outcome.chunks[0]!.buffer instanceof SharedArrayBuffer)

async function open(t: Test, settings: Partial<PoolSettings> = {}): Promise<ComputePool> {
  const pool = new ComputePool({
    workerThreads: 1,
    workerStart: 'at-once',
    workerHeapMegabytesMax: 512,
    inlineBodyBytesMax: INLINE_BYTES,
    smallBodyBytesMax: 2 ** 20,
    laneQueueMax: 1_000,
    laneWaitMs: 60_000,
    syncDeadlineSeconds: 60,
    onFault: error => t.fail(String(error)),
    ...settings,
  })
  t.teardown(() => pool.close())
  await pool.warmUp(Array(4).fill({ header: workHeader('warm'), body: bytesOf({ tasks: [{ id: 'A' }] }) }))
  return pool
}
const call = (
  pool: ComputePool,
  body: Uint8Array<ArrayBuffer>,
  header: WorkHeader = workHeader('r'),
  accountId = 'account',
): Promise<PoolOutcome> => pool.run('small', accountId, header, [body.slice()], () => {})

/** Analyses whose time is bounded by the size of a plain body. */
const BOUNDED = [
  'analysis.cpm',
  'analysis.validate',
  'health.dcma-14-point',
  'health.dcma-decm',
  'health.logic-audit',
  'health.progress-audit',
  'health.schedule-risk-index',
  'health.score',
]
/** The first calls of an analysis may take so long, before they are compiled, that threads get the next ones for a while. */
const INLINE_MS_MAX = 60_000
const ATTEMPTS_OF_OTHERS = 3

t.test('the answer is that of a thread, byte for byte, for each analysis', async t => {
  const [here, threads] = [await open(t, { inlineBodyBytesMax: 2 ** 20 }), await open(t, { inlineBodyBytesMax: 0 })]
  const inline: string[] = []
  for (const row of built) {
    const { schedule_history: history, ...plain } = bodyOf(row, PROJECT)
    const body = bytesOf('tasks' in plain ? plain : { ...plain, schedule_history: history })
    const header = workHeader('same', { rowId: row.id, endpoint: row.path })
    const expected = textOf(await call(threads, body, header))
    const untilMs = performance.now() + INLINE_MS_MAX
    const goesOn = (attempt: number): boolean =>
      BOUNDED.includes(row.id) ? performance.now() < untilMs : attempt < ATTEMPTS_OF_OTHERS
    for (let attempt = 0; inline.at(-1) !== row.id && goesOn(attempt); attempt++) {
      const answer = await call(here, body, header, `${row.id} ${attempt}`)
      if (isInline(answer)) inline.push(row.id)
      const text = textOf(answer)
      if (text !== expected || attempt === 0) t.equal(text, expected, row.id)
      await new Promise(resolve => setTimeout(resolve, 3 * Math.min(attempt, 40)))
    }
  }
  t.same(inline.toSorted(), BOUNDED, 'those whose time is bounded by the size of the body are run here')
})

const CALENDAR = { id: 'c', hours_per_day: 8, work_week: { monday: [['08:00', '16:00']] } }
const twoTasks = [{ id: 'A', duration_days: 3 }, { id: 'B' }]

t.test('what could take long goes to a thread', async t => {
  const pool = await open(t)
  const plain = { tasks: [{ id: 'A', duration_days: 3 }] }
  t.ok(isInline(await call(pool, bytesOf(plain))), 'a plain call is run here')
  const others: Record<string, [unknown, Partial<WorkHeader>]> = {
    'a larger body': [{ tasks: [{ id: 'A', name: 'n'.repeat(INLINE_BYTES) }] }, {}],
    'an answer to be compressed': [plain, { acceptEncoding: 'gzip, deflate, br' }],
    'an answer as CSV': [plain, { accept: 'text/csv' }],
    'a tool': [plain, { mode: 'tool' }],
    'a schedule with calendars': [{ ...plain, status_date: '2026-03-02T08:00', calendars: [CALENDAR] }, {}],
    'many days off': [{ ...plain, calendar: { work_days: [1], holidays: Array(300).fill('2026-01-01') } }, {}],
    'a history': [
      { ...plain, status_date: '2026-01-01', schedule_history: [plain, plain] },
      { rowId: 'health.dcma-14-point' },
    ],
    'long lists of ids': [
      { ...plain, tasks: twoTasks, start_task_ids: Array.from({ length: 200 }, (_, i) => `id ${i}`) },
      { rowId: 'health.dcma-decm' },
    ],
  }
  for (const [what, [body, more]] of Object.entries(others)) {
    const answer = await call(pool, bytesOf(body), workHeader('r', more), what)
    t.equal(answer.kind, 'answer', what)
    t.notOk(isInline(answer), what)
  }
})

t.test('who sent a body that is not plain has the next ones read by threads alone, and then tried again', async t => {
  const pool = await open(t)
  const plain = { tasks: [{ id: 'A', duration_days: 3 }] }
  const other = { ...plain, status_date: '2026-03-02T08:00', calendars: [CALENDAR] }
  t.notOk(isInline(await call(pool, bytesOf(other))))
  for (let i = 0; i < 15; i++) t.notOk(isInline(await call(pool, bytesOf(plain))))
  t.ok(isInline(await call(pool, bytesOf(plain), workHeader('r'), 'another')), 'other accounts are not concerned')
  t.ok(isInline(await call(pool, bytesOf(plain))))
})

t.test('refusals are those of a thread', async t => {
  const [here, threads] = [await open(t), await open(t, { inlineBodyBytesMax: 0 })]
  for (const text of [
    '',
    '{',
    '{"tasks":[{"id":"A"},{"id":"A"}]}',
    '{"tasks":[{"id":"A","predecessors":["A"]}]}',
    '{"tasks":[{"id":1}]}',
    '{"schedule_id":"0b0f9b1e-6f0a-4a51-8a36-2f3a6e6f3c11"}',
  ]) {
    const body = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
    const of = async (pool: ComputePool) => {
      const outcome = await call(pool, body)
      if (outcome.kind !== 'refusal') throw new Error(outcome.kind)
      return outcome.refusal
    }
    t.same(await of(here), await of(threads), text)
  }
})

t.test('of many calls at once each has its own answer, kept until it is written', async t => {
  const pool = await open(t)
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      call(pool, bytesOf({ tasks: [{ id: `T${i}`, duration_days: i }] }), workHeader(`r${i}`)),
    ),
  )
  await new Promise(resolve => setImmediate(resolve))
  for (const [i, outcome] of outcomes.entries()) {
    const { data, metadata } = JSON.parse(textOf(outcome))
    t.equal(metadata.request_id, `r${i}`)
    t.equal(data.tasks[0].id, `T${i}`)
  }
  t.same(pool.load.small, { running: 0, waiting: 0 })
})

t.test('an error of the engine costs its own call alone', async t => {
  const faults: string[] = []
  const pool = await open(t, {
    onFault: (error, requestId) => faults.push(`${requestId}: ${(error as Error).message}`),
  })
  const broken = Object.defineProperty({ ...workHeader('broken') }, 'today', {
    get() {
      throw new Error('a defect')
    },
  })
  const body = bytesOf({ tasks: [{ id: 'A' }] })
  t.match(await call(pool, body, broken), { kind: 'refusal', refusal: { code: 'internal' } })
  t.same(faults, ['broken: a defect'])
  t.ok(isInline(await call(pool, body)), 'the next one is answered as ever')
})

const refused = (workerMs: number): ThreadReply => ({
  kind: 'refusal',
  refusal: refuse('body_empty', { format: 'JSON' }),
  taskCount: 0,
  workerMs,
})

const SETTINGS = { bodyBytesMax: INLINE_BYTES, slabs: new Slabs(), watch: new InlineWatch(watchMemory()) }

/** Whether the call was run here. */
const isRunHere = (calls: InlineCalls): Promise<boolean> =>
  new Promise((resolve, reject) =>
    calls.add({
      accountId: 'account',
      header: workHeader('r'),
      slabs: [new Uint8Array(1)],
      answered: () => resolve(true),
      handOver: () => resolve(false),
      failed: reject,
    }),
  )

/** Takes so many milliseconds of a processor. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  const tookMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  while (tookMs() < ms) {}
}

/** So many milliseconds pass without it, as when the system runs other processes. */
const stand = (ms: number): void => void Atomics.wait(NOBODY_WAKES, 0, 0, ms)
const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(4))

/** Calls that take so many milliseconds. */
async function callsOf(tookMs: () => number, take = work): Promise<InlineCalls> {
  const calls = new InlineCalls(SETTINGS)
  await calls.load([], async () => () => {
    const ms = tookMs()
    take(ms)
    return refused(ms)
  })
  return calls
}

t.test('calls of one turn are run here for two milliseconds, threads get the rest', async t => {
  const calls = await callsOf(() => 1.2)
  const here = await Promise.all(Array.from({ length: 6 }, () => isRunHere(calls)))
  t.same(here.slice(0, 1), [true], 'one call at least')
  t.same(here.slice(2), [false, false, false, false], 'two at most')
  t.ok(await isRunHere(calls), 'the next turn has its own two')
})

t.test('time in which the system runs others is no time of a call: a busy machine sends none to threads', async t => {
  const calls = await callsOf(() => 3, stand)
  let hereCount = 0
  for (let turn = 0; turn < 10; turn++) {
    const here = await Promise.all(Array.from({ length: 6 }, () => isRunHere(calls)))
    hereCount += here.filter(Boolean).length
  }
  // by the clock it were the first call of each turn, until the mean of them were too long
  t.ok(hereCount > 30, `${hereCount} of 60 calls are run here, whatever the test itself takes of a processor`)
})

t.test('when calls take long, threads get them for a while', async t => {
  let busyMs = 0
  const calls = await callsOf(() => busyMs)
  for (let i = 0; i < 50; i++) t.ok(await isRunHere(calls), 'short calls are run here')
  busyMs = 100
  t.ok(await isRunHere(calls))
  busyMs = 0
  for (let i = 0; i < 50; i++) t.ok(await isRunHere(calls), 'also behind a single long one')
  // the pause is over after some 50 ms: a machine that stands still for longer sees none of it
  let areShortHandedOver = false
  for (let attempt = 0; attempt < 20 && !areShortHandedOver; attempt++) {
    busyMs = 0.9
    let longCount = 0
    while (await isRunHere(calls)) longCount++
    t.ok(longCount < 20, `after ${longCount} calls of 0.9 ms the next one goes to a thread`)
    busyMs = 0
    areShortHandedOver = !(await isRunHere(calls))
  }
  t.ok(areShortHandedOver, 'and so do short ones')
  await until('the pause is over', () => isRunHere(calls))
})

t.test('a call that does not end is noticed, one after another is not', t => {
  const memory = watchMemory()
  const watch = new InlineWatch(memory)
  let stuckCount = 0
  const look = inlineWatcher(memory, 2, () => stuckCount++)
  for (let second = 0; second < 10; second++) {
    watch.begin()
    look()
    watch.end()
    look()
  }
  for (let second = 0; second < 10; second++) look()
  t.equal(stuckCount, 0, 'calls that end, and none at all')
  watch.begin()
  for (let second = 0; second < 3; second++) look()
  t.equal(stuckCount, 0, 'for two seconds it may run')
  look()
  t.equal(stuckCount, 1)
  t.end()
})

t.test('a process whose call does not end is ended by its threads', async t => {
  const child = fork(fileURLToPath(new URL('helpers/endless-inline-call.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: undefined },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let words = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (words += chunk))
  const [, signal] = await once(child, 'exit')
  t.equal(signal, 'SIGKILL')
  t.match(words, /begins/)
  t.match(words, /the process ends/)
})
