/** The driver against a tiny server: it must see what a caller would see, count everything, and lose nothing. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  type CallTemplate,
  closedLoop,
  describeOutcome,
  dueTimes,
  isClean,
  measureCapacity,
  type OpenLoopPlan,
  openLoop,
  openLoopApart,
} from '../driver.ts'
import { budgetFor, judge, RESPONSE_BUDGETS } from '../scenarios/scenario.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

async function serve(t: Test, handler: Handler): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => handler(request, response, Buffer.concat(chunks)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const get: CallTemplate = { method: 'GET', path: '/', headers: {} }

const openPlan = (origin: string, more: Partial<OpenLoopPlan>): OpenLoopPlan => ({
  origin,
  calls: [get],
  ratePerSecond: 500,
  callCount: 50,
  arrivals: 'constant',
  seed: 1,
  connectionCount: 8,
  outstandingMax: 1_000,
  timeoutMs: 5_000,
  ...more,
})

t.test('arrivals are fixed by rate and seed: evenly spaced, or exponential gaps of the same mean', async t => {
  const constant = dueTimes('constant', 1_001, 200, 1)
  t.equal(constant[0], 0)
  t.ok(Math.abs(constant.at(-1)! - 5_000) < 1e-6)
  const poisson = dueTimes('poisson', 20_001, 200, 1)
  t.ok(Math.abs(poisson.at(-1)! / 100_000 - 1) < 0.03, 'the same rate')
  let squares = 0
  let before = 0
  for (const dueMs of poisson) {
    const gap = dueMs - before
    before = dueMs
    if (gap < 0) t.fail('ascending')
    squares += gap * gap
  }
  t.ok(Math.abs(squares / 20_000 / 50 - 1) < 0.1, 'variance of an exponential gap: the square of its mean')
  t.same(dueTimes('poisson', 10, 200, 1), dueTimes('poisson', 10, 200, 1))
  t.notSame(dueTimes('poisson', 10, 200, 1), dueTimes('poisson', 10, 200, 2))
  t.throws(() => dueTimes('constant', 1, 0, 1), RangeError)
})

// A driver that waits for the answer would send one call into the stall and report one slow call.
for (const isLean of [false, true])
  t.test(
    `a stall is seen by every call that was due in it, counted from when it was due${isLean ? ', lean' : ''}`,
    async t => {
      const stallMs = 400
      let isStalled = false
      const waiting: (() => void)[] = []
      let count = 0
      const { origin } = await serve(t, (_request, response) => {
        if (++count === 10) {
          isStalled = true
          setTimeout(() => {
            isStalled = false
            for (const answer of waiting.splice(0)) answer()
          }, stallMs)
        }
        if (isStalled) waiting.push(() => response.end('late'))
        else response.end('now')
      })
      // 100 calls in 1,000 ms, of which 40 are due in the stall; one connection, so they queue in the driver as well
      const result = await openLoop(
        openPlan(origin, { ratePerSecond: 100, callCount: 100, connectionCount: 1, isLean }),
      )
      t.ok(isClean(result), describeOutcome(result))
      t.equal(result.latency.count, 100)
      t.ok(result.latency.max >= stallMs - 5, `the first one waited all of it: ${result.latency.max}`)
      t.ok(result.latency.p90 >= stallMs / 2, `a tenth waited more than half of it: ${result.latency.p90}`)
      t.ok(result.latency.mean > 0.25 * (stallMs / 2), `the mean shows it: ${result.latency.mean}`)
    },
  )

t.test('calls are sent at their times, not when answers come', async t => {
  const arrivedMs: number[] = []
  let running = 0
  let runningMax = 0
  const { origin } = await serve(t, (_request, response) => {
    arrivedMs.push(performance.now())
    runningMax = Math.max(runningMax, ++running)
    setTimeout(() => {
      running--
      response.end()
    }, 300)
  })
  const result = await openLoop(openPlan(origin, { ratePerSecond: 20, callCount: 20, connectionCount: 20 }))
  t.ok(isClean(result))
  // a machine that stands still at the beginning brings the first ones late
  t.ok(arrivedMs.length === 20 && arrivedMs.at(-1)! - arrivedMs[0]! >= 300, 'spread over their 950 ms')
  t.ok(runningMax >= 4, `up to ${runningMax} at once, not one after another`)
  t.ok(result.latency.p50 >= 295, 'each took what the server took')
})

t.test('statuses, errors, drops and a missing Retry-After are counted', async t => {
  let count = 0
  const { origin } = await serve(t, (request, response) => {
    const nth = count++ % 5
    if (nth === 1) response.writeHead(503, { 'retry-after': '1' }).end()
    else if (nth === 2) response.writeHead(429).end()
    else if (nth === 3) request.socket.destroy()
    else response.end('ok')
  })
  const result = await openLoop(openPlan(origin, { callCount: 50, connectionCount: 1 }))
  t.same(result.statuses, { 200: 20, 429: 10, 503: 10 })
  t.equal(
    Object.values(result.errors).reduce((sum, one) => sum + one, 0),
    10,
  )
  t.equal(result.withoutRetryAfter, 10)
  t.equal(result.latency.count, 20, 'only accepted calls have a latency')
  t.equal(result.responseBytes, 40)
  t.notOk(isClean(result))
  t.match(describeOutcome(result), /200: 20, 429: 10, 503: 10, \w+: 10/)
})

t.test('a call due while too many are unanswered is dropped and counted', async t => {
  const { origin } = await serve(t, (_request, response) => void sleep(300).then(() => response.end()))
  const result = await openLoop(openPlan(origin, { ratePerSecond: 200, callCount: 20, outstandingMax: 4 }))
  t.equal(result.statuses[200]! + result.dropped, 20)
  t.ok(result.dropped >= 10, `${result.dropped} dropped`)
  t.notOk(isClean(result))
  t.match(describeOutcome(result), /dropped: \d+/)
})

t.test('a silent server is an error after the timeout', async t => {
  const { origin } = await serve(t, () => {})
  const result = await openLoop(openPlan(origin, { callCount: 2, timeoutMs: 200 }))
  t.same(result.errors, { UND_ERR_HEADERS_TIMEOUT: 2 })
})

t.test('bodies are sent in turn and whole, from a thread of its own as well', async t => {
  const seen: string[] = []
  const { origin } = await serve(t, (request, response, body) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-api-key']} ${body.length} ${body[0]}`)
    response.end()
  })
  const calls: CallTemplate[] = [1, 2, 3].map(nth => ({
    method: 'POST',
    path: `/${nth}`,
    headers: { 'x-api-key': `key-${nth}` },
    body: new Uint8Array(nth * 100_000).fill(nth),
  }))
  const plan = openPlan(origin, { calls, callCount: 6, ratePerSecond: 50, connectionCount: 1 })
  const expected = [1, 2, 3, 1, 2, 3].map(nth => `POST /${nth} key-${nth} ${nth * 100_000} ${nth}`)
  t.ok(isClean(await openLoop(plan)))
  t.same(seen.splice(0), expected)
  const result = await openLoopApart(plan)
  t.ok(isClean(result))
  t.equal(result.latency.count, 6)
  t.same(seen, expected)
})

t.test('a thread that cannot run its task rejects', async t => {
  await t.rejects(openLoopApart(openPlan('http://127.0.0.1:9', { ratePerSecond: 0 })), RangeError)
})

t.test('the closed loop keeps its callers busy and stops, and capacity takes the best of them', async t => {
  let running = 0
  // two at a time, 10 ms each: 200 calls per second whoever asks
  const queue: (() => void)[] = []
  const next = (): void => {
    while (running < 2 && queue.length > 0) {
      running++
      const answer = queue.shift()!
      setTimeout(() => {
        running--
        answer()
        next()
      }, 10)
    }
  }
  const { origin } = await serve(t, (_request, response) => {
    queue.push(() => response.end())
    next()
  })
  const plan = { origin, calls: [get], timeoutMs: 5_000, callCountMin: 20, durationMsMin: 500 }
  const result = await closedLoop({ ...plan, callerCount: 3 })
  t.ok(isClean(result))
  t.ok(result.planned >= 20 && result.elapsedSeconds >= 0.5)
  const capacity = await measureCapacity({ ...plan, callerCounts: [1, 4] })
  t.equal(capacity.callerCount, 4, 'one caller cannot use both')
  t.ok(capacity.perSecond > 0 && capacity.perSecond <= 200, `${capacity.perSecond} of 200 per second`)
})

t.test('budgets are the numbers of the specification', async t => {
  t.same(
    RESPONSE_BUDGETS.map(({ taskCountMax, p99Ms }) => [taskCountMax, p99Ms]),
    [
      [100, 10],
      [500, 25],
      [1_000, 50],
      [5_000, 200],
      [10_000, 500],
    ],
  )
  t.equal(budgetFor(100)?.p99Ms, 10)
  t.equal(budgetFor(101)?.p99Ms, 25)
  t.equal(budgetFor(10_001), undefined)
  t.same(judge(9.9, 10), { isMet: true, words: 'ok' })
  t.same(judge(10, 10), { isMet: false, words: 'missed by 0.0 ms' })
  t.same(judge(12.34, 10), { isMet: false, words: 'missed by 2.3 ms' })
  const specification = new URL('../../../shared/SPECIFICATION.md', import.meta.url)
  if (!existsSync(specification)) return t.comment('SPECIFICATION.md is not beside the repository: words not compared')
  const words = /CPM response time targets: (.*?)\./.exec(readFileSync(specification, 'utf8'))![1]!
  const targets = [...words.matchAll(/[\d,]+-([\d,]+)(?: tasks)? under (\d+) ms/g)].map(([, tasks, ms]) => ({
    taskCountMax: Number(tasks!.replace(',', '')),
    p99Ms: Number(ms),
  }))
  t.same(targets, RESPONSE_BUDGETS)
})

t.test('the lean client sends the same calls and reads status and length of their answers', async t => {
  const bodies: string[] = []
  const { origin, server } = await serve(t, (request, response, body) => {
    bodies.push(`${request.method} ${request.url} ${request.headers['x-test']} ${body}`)
    const isBusy = bodies.length % 3 === 0
    if (isBusy) response.setHeader('retry-after', '1')
    const text = 'x'.repeat(bodies.length % 2 === 0 ? 1_000_000 : 1)
    response.writeHead(isBusy ? 503 : 200, { 'content-length': text.length }).end(text)
  })
  const call: CallTemplate = { method: 'POST', path: '/p?q', headers: { 'x-test': 'yes' }, body: Buffer.from('sent') }
  const plan = {
    origin,
    calls: [call],
    callerCount: 3,
    callCountMin: 30,
    durationMsMin: 0,
    timeoutMs: 5_000,
    isLean: true,
  }
  const result = await closedLoop(plan)
  t.same([...new Set(bodies)], ['POST /p?q yes sent'])
  t.equal(result.planned, bodies.length)
  t.equal((result.statuses[200] ?? 0) + (result.statuses[503] ?? 0), bodies.length)
  t.equal(result.statuses[503], Math.floor(bodies.length / 3))
  t.equal(result.withoutRetryAfter, 0)
  const largeCount = Math.floor(bodies.length / 2)
  t.equal(result.responseBytes, 1_000_000 * largeCount + (bodies.length - largeCount))
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  t.same((await closedLoop({ ...plan, callCountMin: 1 })).errors, { ECONNREFUSED: 3 })
})

t.test('an answer without a length is an error of the lean client, and so is one that does not come', async t => {
  const { origin } = await serve(t, (request, response) => {
    if (request.url === '/chunked') response.write('x')
    if (request.url === '/cut') request.socket.destroy()
  })
  const plan = { origin, callerCount: 1, callCountMin: 1, durationMsMin: 0, timeoutMs: 200, isLean: true }
  const errorsOf = async (path: string) => (await closedLoop({ ...plan, calls: [{ ...get, path }] })).errors
  t.same(await errorsOf('/cut'), { ECONNRESET: 1 })
  t.same(await errorsOf('/silent'), { ETIMEDOUT: 1 })
  t.same(await errorsOf('/chunked'), { 'no Content-Length': 1 })
})

t.test('a connection whose answer says that it is the last is not used again', async t => {
  const ports = new Set<number>()
  const { origin } = await serve(t, (request, response) => {
    ports.add(request.socket.remotePort!)
    response.setHeader('connection', 'close')
    response.end('x')
  })
  const result = await openLoop(openPlan(origin, { callCount: 20, connectionCount: 2, isLean: true }))
  t.same(result.statuses, { 200: 20 })
  t.same(result.errors, {})
  t.equal(ports.size, 20)
})
