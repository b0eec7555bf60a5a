/**
 * The fourteen analyses of 10,000 tasks, each with its schedules in the body and with their names, in turns on one thread, bytes to bytes as a gateway's worker does
 * them: the same bytes come back, and the times stand in the comments. The frames come from memory; a store adds its own time.
 */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { comparisonChunks, makeSchedule, requestChunks, scheduleHistory } from '../../../loadtest/schedules.ts'
import { type AnalysisRow, analyses } from '../../../shared/contract/analysis/analyses.ts'
import { ComputePool, type KeptFrame, type WorkHeader } from '../../worker/pool.ts'

t.setTimeout(900_000)

const TASK_COUNT = Number(process.env.TASK_COUNT ?? 10_000)
const TURNS = 5
const SEED = 7
const STATUS_COUNT = 2
/** What travels with the tasks of a container when they are kept. */
const KEPT_MEMBERS = ['tasks', 'calendars', 'default_calendar_id', 'project_start', 'scheduling_options']

type Json = Record<string, unknown>

const pool = new ComputePool({
  workerThreads: 1,
  workerStart: 'on-demand',
  workerHeapMegabytesMax: 2_048,
  inlineBodyBytesMax: 0,
  smallBodyBytesMax: 2 ** 20,
  laneQueueMax: 100,
  laneWaitMs: 600_000,
  syncDeadlineSeconds: 600,
  onFault: error => t.fail(String(error)),
})
t.teardown(() => pool.close())

const header = (more: Partial<WorkHeader>): WorkHeader => ({
  mode: 'answer',
  rowId: 'analysis.cpm',
  mediaType: 'application/json',
  encoding: null,
  tier: 'government',
  ...{ payloadBytesMax: 2 ** 29, taskCountMax: 1e6, syncTaskCountMax: 1e7, syncHint: '', today: 20_000 },
  endpoint: '',
  requestId: 'r',
  accept: 'application/json',
  acceptEncoding: '',
  ...more,
})
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>

const frames = new Map<string, KeptFrame>()
/** Schedules that have been kept, by their text: containers of several analyses are alike. */
const idOf = new Map<string, string>()

async function keep(schedule: Json): Promise<string> {
  const text = JSON.stringify(schedule)
  const known = idOf.get(text)
  if (known !== undefined) return known
  const head = header({ mode: 'load', rowId: 'schedules.create' })
  const loaded = await pool.run(
    'large',
    '',
    head,
    [new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>],
    () => {},
  )
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded))
  const scheduleId = randomUUID()
  frames.set(scheduleId, {
    scheduleId,
    chunks: loaded.chunks as Uint8Array<ArrayBuffer>[],
    frameBytes: loaded.frameBytes,
  })
  idOf.set(text, scheduleId)
  return scheduleId
}

/** The request with the name of a kept schedule in the place of each task list. */
async function named(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(named))
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  const isKept = (name: string): boolean => Array.isArray(object.tasks) && KEPT_MEMBERS.includes(name)
  const made: Json = {}
  for (const [name, inner] of Object.entries(object)) {
    if (name === 'tasks' && Array.isArray(inner))
      made.schedule_id = await keep(Object.fromEntries(Object.entries(object).filter(([each]) => isKept(each))))
    else if (!isKept(name)) made[name] = await named(inner)
  }
  return made
}

type Schema = { readonly properties?: Readonly<Record<string, Schema>> }

function bodyOf(row: AnalysisRow): Json {
  const { properties = {} } = row.request as Schema
  const membersAt = (statusDate: string): Json =>
    'status_date' in (properties.options?.properties ?? {}) ? { options: { status_date: statusDate } } : {}
  const chunks = (): Iterable<Uint8Array> => {
    if (!('current_schedule' in properties)) {
      const schedule = makeSchedule({ seed: SEED, taskCount: TASK_COUNT })
      return requestChunks(schedule, { members: membersAt(schedule.statusDate) })
    }
    const history = scheduleHistory(SEED, TASK_COUNT, STATUS_COUNT)
    const withBaseline = 'baseline_schedule' in properties
    return comparisonChunks(history, { withBaseline, members: membersAt(history.current.statusDate) })
  }
  return JSON.parse(Buffer.concat([...chunks()]).toString()) as Json
}

const copied = (frame: KeptFrame): KeptFrame => ({ ...frame, chunks: frame.chunks!.map(chunk => chunk.slice()) })

async function run(row: AnalysisRow, body: Uint8Array<ArrayBuffer>): Promise<{ ms: number; text: string }> {
  const head = header({ rowId: row.id, endpoint: row.path })
  const outcome = await pool.run('large', '', head, [body.slice()], () => {}, {
    fetchKept: async ids => [...new Set(ids)].map(id => copied(frames.get(id)!)),
  })
  if (outcome.kind !== 'answer') throw new Error(`${row.id}: ${JSON.stringify(outcome)}`)
  const text = Buffer.concat(outcome.chunks)
    .toString('latin1')
    .replace(/"processing_time_ms":\d+/, '')
  return { ms: outcome.workerMs, text }
}

/** The least disturbed turn: a machine that does other things only ever adds. */
const least = (values: readonly number[]): number => Math.min(...values)

t.test(`${analyses.length} analyses of ${TASK_COUNT} tasks by name and by body`, async t => {
  const sums = { body: 0, name: 0, sentBytes: 0, nameBytes: 0 }
  for (const row of analyses) {
    const request = bodyOf(row)
    const body = bytesOf(request)
    const name = bytesOf(await named(request))
    const times: { body: number[]; name: number[] } = { body: [], name: [] }
    // the first turn warms the compiler and is left out
    for (let turn = -1; turn < TURNS; turn++) {
      const byBody = await run(row, body)
      const byName = await run(row, name)
      if (turn < 0) t.ok(byBody.text === byName.text, `${row.id}: the same bytes`)
      else {
        times.body.push(byBody.ms)
        times.name.push(byName.ms)
      }
    }
    const [bodyMs, nameMs] = [least(times.body), least(times.name)]
    sums.body += bodyMs
    sums.name += nameMs
    sums.sentBytes += body.length
    sums.nameBytes += name.length
    t.comment(`${row.id}: ${bodyMs.toFixed(0)} ms by body, ${nameMs.toFixed(0)} ms by name`)
  }
  const frameBytes = [...frames.values()].reduce(
    (sum, frame) => sum + frame.chunks!.reduce((n, c) => n + c.length, 0),
    0,
  )
  t.comment(
    `all: ${sums.body.toFixed(0)} ms by body (${(sums.sentBytes / 2 ** 20).toFixed(1)} MB sent), ${sums.name.toFixed(0)} ms by name ` +
      `(${sums.nameBytes} bytes sent; ${frames.size} schedules kept, ${(frameBytes / 2 ** 20).toFixed(1)} MB stored): ${(sums.name / sums.body).toFixed(2)}`,
  )
  t.ok(sums.nameBytes < 100 * 1_024, 'names alone are sent')
})
