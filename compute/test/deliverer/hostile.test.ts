/** Receivers and addresses that mean harm (T10, T11, T12), over real name servers and real connections. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Test } from 'tap'
import t from 'tap'
import {
  callbackRules,
  checkCallbackUrl,
  forbiddenAddress,
  type Resolve,
} from '../../../shared/platform/callback/callback-url.ts'
import { mintSecret } from '../../../shared/platform/callback/secrets.ts'
import type { Delivery } from '../../../shared/platform/jobs/callback-store.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { resolveBySystem, resolver } from '../../../shared/platform/process/guarded-connector.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { type Delivered, type DeliverParts, deliver } from '../../deliverer/deliver.ts'
import { type PostOutcome, post } from '../../deliverer/post.ts'
import { HOSTILE_URLS, HOSTILE_ZONE } from './helpers/hostile-urls.ts'
import { startNameServer } from './helpers/name-server.ts'
import { startRaw, startReceiver, withStatus } from './helpers/receivers.ts'

const SECRET = mintSecret()
/** Nobody who answers is given up on a busy machine; SOON_MS is for those who never will. */
const TIMEOUT_MS = 30_000
const SOON_MS = 600
const rulesOf = (webhookAllowedHosts?: string) => callbackRules({ webhookAllowHttp: '1', webhookAllowedHosts })

interface Changes {
  readonly resolve?: Resolve
  readonly allowedHosts?: string
  readonly isForbidden?: (address: string) => string | undefined
  readonly ca?: string
  readonly timeoutMs?: number
}

const BODY_BYTES = Buffer.from('{}')
const NO_RESULT = {
  byteCount: BODY_BYTES.length,
  read: async function* () {
    yield BODY_BYTES
  },
}

const noNames: Resolve = hostname => Promise.reject(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }))

const partsOf = ({ resolve = noNames, allowedHosts, timeoutMs = TIMEOUT_MS, ...guard }: Changes): DeliverParts => ({
  store: { readResult: () => t.fail('it has no result') as never },
  secrets: async () => [SECRET],
  rules: rulesOf(allowedHosts),
  resultBytesMax: 1_000,
  post: { timeoutMs, resolve, resolveListed: resolveBySystem, ...guard },
  retryDelaysMs: [1_000],
})

const deliveryTo = (callbackUrl: string): Delivery => ({
  deliveryId: 'dlv_1',
  attempt: 1,
  fence: 1,
  now: Date.now,
  job: {
    jobId: 'job-1',
    accountId: 'account-1',
    state: 'failed',
    callbackUrl,
    createdAtMs: 0,
    completedAtMs: 1,
    result: null,
    resultRemoved: null,
    error: { code: 'timeout', detail: '' },
  } as unknown as Job,
})

const send = (url: string, changes: Changes = {}): Promise<Delivered> =>
  deliver(deliveryTo(url), partsOf(changes), new AbortController().signal)

/** Servers on both loopback addresses under one port; counts who came. */
async function startCanaries(t: Test): Promise<{ port: number; count: () => number }> {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  const four = await startRaw(t, socket => socket.end(answer))
  const six = await startRaw(t, socket => socket.end(answer), '::1', four.port)
  return { port: four.port, count: () => four.count() + six.count() }
}

t.test('T10: none of the hostile URLs reaches anybody, at submission or at delivery', async t => {
  const canary = await startCanaries(t)
  const server = await startNameServer(t, name => HOSTILE_ZONE[name] ?? null)
  const resolve = resolver({ servers: [server] })
  t.ok(HOSTILE_URLS.length >= 60)
  for (const template of HOSTILE_URLS) {
    const url = template.replaceAll('PORT', String(canary.port))
    t.type(await checkCallbackUrl(url, rulesOf(), resolve), 'string', `${template} is refused at submission`)
    const { attempt } = await send(url, { resolve })
    t.match(attempt.failure, /^(url|address)_forbidden$/, `${template} fails at delivery`)
  }
  t.equal(canary.count(), 0)
})

t.test('a name that cannot be one is refused at submission', async t => {
  const resolve = resolver({ servers: [await startNameServer(t, () => null)] })
  for (const name of ['a..attacker.test', `${'x'.repeat(64)}.attacker.test`, `${'a.'.repeat(130)}test`])
    t.match(await checkCallbackUrl(`https://${name}/`, rulesOf(), resolve), 'existing host', name)
})

t.test('T10: the canaries do count: listed, they are reached', async t => {
  const canary = await startCanaries(t)
  const allowedHosts = `127.0.0.1:${canary.port},[::1]:${canary.port},loopback.attacker.test`
  for (const host of ['127.0.0.1', '[::1]', '2130706433'])
    t.match(await send(`http://${host}:${canary.port}/`, { allowedHosts }), { next: 'delivered' }, host)
  t.equal(canary.count(), 3)
})

// undici calls no lookup for a host that is an address
t.test('T10: a connection looks at its address itself, whoever let the URL pass', async t => {
  const canary = await startCanaries(t)
  const settings = { timeoutMs: TIMEOUT_MS, resolve: noNames, resolveListed: noNames }
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0.0.0.0', '10.0.0.1']) {
    const target = { url: new URL(`http://${host}:${canary.port}/`), isListed: false }
    const outcome = await post(target, {}, NO_RESULT, settings, new AbortController().signal)
    t.same(outcome, { status: null, failure: 'address_forbidden', answerBytes: 0 }, host)
  }
  t.equal(canary.count(), 0)
})

t.test('T10: a redirect is a failure and is not followed', async t => {
  const canary = await startCanaries(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://127.0.0.1:${canary.port}/`
    const receiver = await startReceiver(t, withStatus(status, { location }))
    const { attempt, next } = await send(`http://${receiver.host}/`, { allowedHosts: receiver.host })
    t.match(attempt, { status, failure: 'redirect' })
    t.match(next, { delayMs: Number })
  }
  t.equal(canary.count(), 0)
})

t.test('T11: of 1,000 deliveries to a name that flips, those it points inside are not connected', async t => {
  const inside = await startRaw(t, socket => socket.destroy())
  // in place of a public address, which no test may dial: the one loopback address that is let through
  const outside = '127.0.0.2'
  let reached = 0
  const receiver = await startRaw(
    t,
    socket =>
      socket.once('data', () => {
        reached++
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    outside,
    inside.port,
  )
  let questions = 0
  const answers = [[outside], ['127.0.0.1'], [outside, '127.0.0.1'], ['127.0.0.1', outside], ['10.0.0.1']]
  const server = await startNameServer(t, (_, family) => (family === 4 ? answers[questions++ % answers.length]! : []))
  const changes = {
    resolve: resolver({ servers: [server] }),
    isForbidden: (address: string) => (address === outside ? undefined : forbiddenAddress(address)),
  }
  const outcomes = new Map<string | null, number>()
  for (let batch = 0; batch < 50; batch++) {
    const sent = Array.from({ length: 20 }, () => send(`http://flip.attacker.test:${receiver.port}/`, changes))
    for (const { attempt } of await Promise.all(sent))
      outcomes.set(attempt.failure, (outcomes.get(attempt.failure) ?? 0) + 1)
  }
  t.equal(inside.count(), 0, 'nobody inside was connected to')
  t.same([...outcomes.keys()].sort(), ['address_forbidden', null])
  t.equal(outcomes.get(null), reached, 'the receiver is outside')
  // a question whose answer is late is asked again, which moves the turns
  t.ok(reached > 150 && reached < 250, `${reached} of 1,000 were made`)
  t.ok(questions >= 1_000 && questions < 1_100, `${questions} questions: a name is looked up once per delivery`)
})

t.test('a name server that is silent costs its own delivery its time, no more', async t => {
  const server = await startNameServer(t, name => (name.startsWith('silent') ? 'silent' : null))
  const resolve = resolver({ servers: [server] })
  const silent = await send('http://silent.attacker.test/', { resolve, timeoutMs: SOON_MS })
  t.match(silent, { attempt: { status: null, failure: 'timeout' } })
  t.match(await send('http://absent.attacker.test/', { resolve }), { attempt: { status: null, failure: 'dns' } })
})

// --- T12

interface PostChanges {
  readonly body?: typeof NO_RESULT
  readonly stop?: AbortSignal
  readonly timeoutMs?: number
}

async function postTo(port: number, changes: PostChanges = {}): Promise<PostOutcome> {
  const { body = NO_RESULT, stop = new AbortController().signal, timeoutMs = TIMEOUT_MS } = changes
  const settings = { timeoutMs, resolve: noNames, resolveListed: resolveBySystem }
  return post({ url: new URL(`http://127.0.0.1:${port}/`), isListed: true }, {}, body, settings, stop)
}

t.test('T12: a receiver that trickles its head, or says nothing, is given up at the deadline', async t => {
  const trickling = await startRaw(t, socket => {
    const head = 'HTTP/1.1 200 OK\r\nx-slow: '
    let at = 0
    const timer = setInterval(() => socket.write(head[at++] ?? 'a'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const silent = await startRaw(t, () => {})
  for (const { port } of [trickling, silent]) {
    t.same(await postTo(port, { timeoutMs: SOON_MS }), { status: null, failure: 'timeout', answerBytes: 0 })
  }
})

t.test('T12: an answer without end, or of 1 GB, is a success of which little is read', async t => {
  const closed: number[] = []
  const endless = await startReceiver(t, response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  const huge = await startReceiver(t, response => {
    response.writeHead(200, { 'content-length': 2 ** 30 })
    const piece = Buffer.alloc(65_536)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more).on('close', () => closed.push(response.socket?.bytesWritten ?? 0))
    more()
  })
  // its head comes at once, the rest never: the deadline ends it
  const slow = await postTo(endless.port, { timeoutMs: 5 * SOON_MS })
  t.match(slow, { status: 200, failure: null })
  const large = await postTo(huge.port)
  t.match(large, { status: 200, failure: null })
  t.ok(large.answerBytes >= 65_536 && large.answerBytes < 2 * 65_536, `${large.answerBytes} bytes were read`)
})

t.test('T12: a reset, a refusal, a head that is too long, and what is not HTTP are failures with a name', async t => {
  const cases: readonly (readonly [string, (socket: Socket) => unknown])[] = [
    ['reset', socket => socket.once('data', () => socket.resetAndDestroy())],
    ['reset', socket => socket.once('data', () => socket.end())],
    ['protocol', socket => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)],
    ['protocol', socket => socket.end('220 mail.example ESMTP\r\n')],
    ['protocol', socket => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n'))],
    [
      'reset',
      socket =>
        socket.once('data', () => socket.end('HTTP/1.1 101 Upgrade\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')),
    ],
  ]
  for (const [failure, serve] of cases) {
    const { port } = await startRaw(t, serve)
    t.same(await postTo(port), { status: null, failure, answerBytes: 0 })
  }
})

t.test('T12: nobody listens: refused', async t => {
  const { port } = await new Promise<AddressInfo>(resolve => {
    const server = createTlsServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo
      server.close(() => resolve(address))
    })
  })
  t.same(await postTo(port), { status: null, failure: 'refused', answerBytes: 0 })
})

t.test('T12: any 2xx is success, everything else is not', async t => {
  for (const [status, failure] of [
    [200, null],
    [202, null],
    [204, null],
    [400, 'status'],
    [410, 'status'],
    [500, 'status'],
    [503, 'status'],
  ] as const) {
    const { port } = await startReceiver(t, withStatus(status))
    t.match(await postTo(port), { status, failure })
  }
})

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8')

t.test('T12: TLS is only good for the right name under a known authority', async t => {
  const cert = fixture('callbacks.example.cert')
  let count = 0
  const server = createTlsServer({ cert, key: fixture('callbacks.example.key') }, (request, response) => {
    count++
    request.resume()
    response.end()
  })
  server.listen(0, '127.0.0.2')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const resolve: Resolve = async () => ['127.0.0.2']
  const isForbidden = () => undefined
  const to = (host: string, ca?: string) =>
    send(`https://${host}:${port}/`, { resolve, isForbidden, ...(ca !== undefined && { ca }) })
  t.match(await to('callbacks.example', cert), { next: 'delivered' })
  t.match(await to('wrong.example', cert), { attempt: { status: null, failure: 'tls' } })
  t.match(await to('callbacks.example'), { attempt: { status: null, failure: 'tls' } })
  t.equal(count, 1)
  const plain = await startReceiver(t, withStatus(200), '127.0.0.2')
  const outcome = await send(`https://callbacks.example:${plain.port}/`, { resolve, isForbidden, ca: cert })
  t.match(outcome, { attempt: { status: null, failure: 'tls' } }, 'http is not https')
})

t.test('a receiver that answers before it has the whole body is believed', async t => {
  const early = await startRaw(t, socket => {
    socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'))
  })
  const piece = Buffer.alloc(65_536)
  const body = {
    byteCount: 1_000 * piece.length,
    read: async function* () {
      for (let i = 0; i < 1_000; i++) yield piece
    },
  }
  t.match(await postTo(early.port, { body }), { status: 413, failure: 'status' })
})

t.test('a store that fails while the body is sent is not a failure of the receiver', async t => {
  const receiver = await startReceiver(t, withStatus(200))
  const body = {
    byteCount: 10,
    read: async function* () {
      yield Buffer.from('12345')
      throw new StoreUnavailable('away')
    },
  }
  await t.rejects(postTo(receiver.port, { body }), StoreUnavailable)
  t.equal(receiver.received.length, 0, 'and the receiver has no body that looks whole')
})

t.test('a POST that is stopped says nothing about its receiver', async t => {
  const silent = await startRaw(t, () => stop.abort())
  const stop = new AbortController()
  await t.rejects(postTo(silent.port, { stop: stop.signal }))
  await t.rejects(postTo(silent.port, { stop: AbortSignal.abort() }))
  t.equal(silent.count(), 1)
})
