/** Many sockets that misbehave for long: T15, T16, T20; and T18 at every limit. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { TIERS, type TierName } from '../../../shared/contract/tiers.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { connectRaw, sendRaw } from '../hostile/helpers/raw-socket.ts'
import { UNANSWERED } from '../hostile/helpers/smuggling-vectors.ts'
import { surviveStorm } from '../hostile/helpers/survive-storm.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** The p-th quantile of what /health takes on new connections, asked for `seconds` long, ms. */
async function healthMs(port: number, seconds: number, quantile: number): Promise<number> {
  const taken: number[] = []
  for (const untilMs = performance.now() + seconds * 1000; performance.now() < untilMs; ) {
    const startMs = performance.now()
    const { statuses } = await sendRaw(port, [HEALTH], 5_000)
    taken.push(statuses[0] === 200 ? performance.now() - startMs : Number.POSITIVE_INFINITY)
    await pause(5)
  }
  return taken.sort((a, b) => a - b)[Math.floor(taken.length * quantile)]!
}

t.test('500 clients a second leave at random bytes for a minute (T15)', async t => {
  await surviveStorm(t, { aborts: 30_000, perSecond: 500 })
})

t.test(
  'bodies at the limit of every tier, declared and in chunks; over it the refusal comes before the body (T18)',
  async t => {
    const processes = await gatewayProcesses(t)
    const gateway = await processes.start()
    const json = Buffer.from(JSON.stringify({ tasks: FOUR_TASKS }))
    for (const tier of ['free', 'professional', 'enterprise', 'government'] as const satisfies TierName[]) {
      const key = await processes.key(tier)
      const limit = TIERS[tier].payloadMegabytesMax * MEGABYTE
      const head = (lines: string) =>
        `POST ${CPM} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ${key}\r\n${lines}\r\n`
      const body = Buffer.alloc(limit + 1, ' ')
      json.copy(body)
      for (const [bytes, status] of [
        [limit - 1, 200],
        [limit, 200],
        [limit + 1, 413],
      ] as const) {
        const sent = body.subarray(0, bytes)
        const declared = await sendRaw(gateway.port, [head(`Content-Length: ${bytes}\r\n`), sent], 20_000)
        t.same(declared.statuses, [status], `${tier}: ${bytes} bytes declared`)
        const size = `${bytes.toString(16)}\r\n`
        const chunked = await sendRaw(
          gateway.port,
          [head('Transfer-Encoding: chunked\r\n'), size, sent, '\r\n0\r\n\r\n'],
          20_000,
        )
        t.same(chunked.statuses, [status], `${tier}: ${bytes} bytes in chunks`)
      }
      const early = await sendRaw(gateway.port, [head(`Content-Length: ${limit + 1}\r\n`)], 2_000)
      t.same(early.statuses, [413], `${tier}: refused without a byte of the body`)
    }
  },
)

t.test('200 readers of 1 KB a second: memory within the budget, /health quick (T16)', async t => {
  const processes = await gatewayProcesses(t)
  const budget = 256 * MEGABYTE
  const gateway = await processes.start({ CPM_SYNC_TASK_LIMIT: '10000', BYTES_IN_FLIGHT_MAX: String(budget) })
  const accounts = await Promise.all(Array.from({ length: 10 }, () => processes.key('government')))
  const body = JSON.stringify({ tasks: chain(10_000) })
  await sendRaw(
    gateway.port,
    [`POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${accounts[0]}\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    1_000,
  )
  gateway.forgetPeak()
  const before = gateway.peakBytes()
  const counts = new Map<string, number>()
  const readers: Socket[] = []
  for (let i = 0; i < 200; i++) {
    const key = accounts[i % accounts.length]
    const reader = connectRaw(
      gateway.port,
      `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    // read by hand: what is not taken stays in the socket, whose window closes
    reader.once('readable', () => {
      const status = (reader.read(12) as Buffer | null)?.toString('latin1').slice(9) ?? 'none'
      counts.set(status, (counts.get(status) ?? 0) + 1)
    })
    readers.push(reader)
    await pause(20)
  }
  const trickle = setInterval(() => {
    for (const reader of readers) reader.read(1024)
  }, 1_000)
  const p95 = await healthMs(gateway.port, 20, 0.95)
  const growth = gateway.peakBytes() - before
  clearInterval(trickle)
  t.comment(
    `${JSON.stringify([...counts])}, ${Math.round(growth / MEGABYTE)} MB more, /health p95 ${p95.toFixed(1)} ms`,
  )
  t.ok(growth < 200 * MEGABYTE, 'memory')
  t.ok(p95 < 20, '/health')
  for (const reader of readers) reader.destroy()
  const after = await sendRaw(
    gateway.port,
    [`POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${accounts[0]}\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    2_000,
  )
  t.same(after.statuses, [200])
})

t.test(
  '2,000 sockets of a byte every five seconds: new clients do not notice; half messages are cut (T20, T17)',
  async t => {
    const processes = await gatewayProcesses(t)
    const gateway = await processes.start()
    const key = await processes.key('government')
    let closed = 0
    const sockets = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) => {
        const socket = connect({ port: gateway.port, host: '127.0.0.1' })
        socket.on('error', () => {})
        socket.on('close', () => closed++)
        const begun =
          i % 2 === 0
            ? 'GET /health HTTP/1.1\r\nX-Slow: '
            : `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Length: 1000\r\n\r\n`
        return new Promise<Socket>(resolve =>
          socket.on('connect', () => resolve(socket.write(begun) ? socket : socket)),
        )
      }),
    )
    const unanswered = Promise.all(
      Object.values(UNANSWERED).map(vector => sendRaw(gateway.port, [vector.replace('{key}', key)], 25_000)),
    )
    const trickle = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('1')
    }, 5_000)
    const p99 = await healthMs(gateway.port, 30, 0.99)
    clearInterval(trickle)
    t.comment(`/health p99 ${p99.toFixed(1)} ms, ${closed} of 2,000 cut`)
    t.ok(p99 < 100)
    for (const { statuses, isClosed } of await unanswered)
      t.ok(statuses.length === 0 && isClosed, 'cut when its idle time is over')
    for (const socket of sockets) socket.destroy()
    t.same(
      gateway.log.filter(line => Number(line.level) >= 50),
      [],
    )
  },
)

t.test('ten rolling restarts under load behind a proxy that obeys /ready: no reset, no 5xx (T21)', async t => {
  const processes = await gatewayProcesses(t)
  const settings = { DRAIN_DELAY_SECONDS: '1', SYNC_DEADLINE_SECONDS: '30' }
  const key = await processes.key('government')
  const body = JSON.stringify({ tasks: chain(200) })
  let current = await processes.start(settings)
  let isOver = false
  const tally = new Map<string, number>()
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
  // the client of a proxy that asks the newest instance, whose /ready has said yes
  const call = async (): Promise<void> => {
    const request = `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const { statuses, text } = await sendRaw(current.port, [request], 20_000)
    count(text.endsWith('}}') ? `${statuses}` : `${statuses} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.length}`)
  }
  const load = (async () => {
    const open = new Set<Promise<void>>()
    for (let n = 0; !isOver; n++) {
      const one = call().finally(() => open.delete(one))
      open.add(one)
      if (n % 3 === 2) await pause(10)
    }
    await Promise.all(open)
  })()
  const exits: unknown[] = []
  for (let restart = 0; restart < 10; restart++) {
    const next = await processes.start(settings)
    t.equal((await fetch(`${next.url}/ready`)).status, 200)
    const old = current
    current = next
    const startMs = performance.now()
    old.child.kill('SIGTERM')
    exits.push([await old.ended, performance.now() - startMs < 30_000])
  }
  isOver = true
  await load
  t.comment(JSON.stringify([...tally]))
  t.same(exits, Array(10).fill([0, true]))
  t.same([...tally.keys()], ['200'])
})
