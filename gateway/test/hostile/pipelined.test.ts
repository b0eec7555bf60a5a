/**
 * Several calls on one connection that do not wait for each other, in pieces and with aborts: answers come in the order of the calls, each is that of its
 * own call, and where uWebSockets cannot answer in order (a call behind one that is still at work) the connection is closed and nobody pays for what
 * was not answered.
 */
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { connectRaw } from './helpers/raw-socket.ts'

const service = await startService(t)
const { gateway } = service.app
const key = await service.key('professional', { callsPerWindow: 'unlimited' })

interface Kind {
  readonly status: number
  readonly path: string
  readonly body?: string
  readonly key?: string
  readonly isMetered?: true
}

const KINDS: readonly Kind[] = [
  { path: '/health', status: 200 },
  { path: '/nothing', status: 404 },
  { path: CPM, status: 401, key: 'none', body: JSON.stringify({ tasks: FOUR_TASKS }) },
  { path: '/api/v1/account/tier', status: 200, key },
  { path: CPM, status: 200, key, body: JSON.stringify({ tasks: FOUR_TASKS }), isMetered: true },
  { path: CPM, status: 200, key, body: JSON.stringify({ tasks: chain(900) }), isMetered: true },
  { path: CPM, status: 422, key, body: '{"tasks":7}' },
]

function textOf({ path, body, key: sent }: Kind, id: string): string {
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, 'Host: x', `X-Request-Id: ${id}`]
  if (sent !== undefined) lines.push(`X-Api-Key: ${sent}`)
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${body.length}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

interface Received {
  readonly status: number
  readonly id: string
}

/** The answers in a stream that are there as a whole, by their lengths. */
function answersIn(bytes: Buffer): { answers: Received[]; rest: number } {
  const answers: Received[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) break
    const head = bytes.subarray(at, end).toString('latin1')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (bytes.length < end + 4 + length || Number.isNaN(length)) break
    answers.push({ status: Number(head.slice(9, 12)), id: /x-request-id: (\S+)/i.exec(head)?.[1] ?? '' })
    at = end + 4 + length
  }
  return { answers, rest: bytes.length - at }
}

let runCount = 0

interface Run {
  readonly kinds: readonly number[]
  /** Places at which the bytes are cut into pieces, as parts of all. */
  readonly cuts: readonly number[]
  /** Milliseconds between the pieces. */
  readonly gapMs: number
  /** The client leaves behind so large a part of the bytes. */
  readonly leavesAt: number | null
  /** Key of the account that pays, where it is not that of all runs. */
  readonly payer?: string
}

async function run({ kinds, cuts, gapMs, leavesAt, payer = key }: Run) {
  const number = ++runCount
  const calls = kinds.map((kind, i) => ({ ...KINDS[kind]!, id: `run-${number}-${i}` }))
  const whole = calls.map(call => textOf(call.key === key ? { ...call, key: payer } : call, call.id)).join('')
  const text = leavesAt === null ? whole : whole.slice(0, Math.floor(leavesAt * whole.length))
  const places = [0, ...cuts.map(cut => Math.floor(cut * text.length)).sort((a, b) => a - b), text.length]
  const socket = connectRaw(service.port, '')
  const parts: Buffer[] = []
  let isClosed = false
  socket.on('data', chunk => parts.push(chunk))
  socket.on('close', () => (isClosed = true))
  for (let i = 0; i + 1 < places.length && !isClosed; i++) {
    socket.write(text.slice(places[i], places[i + 1]))
    if (gapMs > 0) await pause(gapMs)
  }
  const read = () => answersIn(Buffer.concat(parts))
  if (leavesAt === null)
    await until('all is answered, or closed', () => isClosed || read().answers.length === calls.length)
  socket.destroy()
  await until('the service is done with it', () => service.app.inFlight() === 0)
  return { calls, ...read(), isClosed }
}

const runs = fc.record({
  kinds: fc.array(fc.nat(KINDS.length - 1), { minLength: 1, maxLength: 7 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  gapMs: fc.constantFrom(0, 0, 1, 15),
  leavesAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
})

t.test('answers come in the order of the calls, whatever they cost and however they are cut', async t => {
  const numRuns = Number(process.env.PROPERTY_RUNS ?? 120)
  let whole = 0
  await fc.assert(
    fc.asyncProperty(runs, async what => {
      const { calls, answers, isClosed, rest } = await run(what)
      t.same(
        answers,
        calls.slice(0, answers.length).map(({ id, status }) => ({ id, status })),
      )
      if (answers.length < calls.length && what.leavesAt === null) t.ok(isClosed, 'closed, not silent')
      if (answers.length === calls.length) whole++
      t.ok(rest === 0 || isClosed || what.leavesAt !== null)
      return t.passing()
    }),
    { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 34) },
  )
  t.ok(whole > numRuns / 10, `${whole} of ${numRuns} connections were answered whole`)
  t.equal(gateway.bytesInFlight.bytes, 0)
})

t.test('what was not answered is not charged', async t => {
  // an account of its own: units of the runs above may still be on their way back
  const payer = await service.key('professional', { callsPerWindow: 'unlimited' })
  const left = async (): Promise<number> =>
    (await service.call('/api/v1/account/tier', { key: payer })).json.limits.monthly_calls_remaining
  const before = await left()
  let answered = 0
  for (const kinds of [
    [4, 4],
    [5, 4, 0],
    [0, 4],
    [4, 0, 0],
    [1, 0, 5],
    [5, 5, 5],
  ]) {
    const { calls, answers } = await run({ kinds, cuts: [], gapMs: 0, leavesAt: null, payer })
    answered += answers.filter((_, i) => calls[i]!.isMetered).length
  }
  t.ok(answered > 0)
  await until('units are settled', async () => before - (await left()) === answered)
})

t.test('the next connection is served', async t => {
  const { answers } = await run({ kinds: [4], cuts: [], gapMs: 0, leavesAt: null })
  t.equal(answers[0]?.status, 200)
})
