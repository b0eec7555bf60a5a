/**
 * The files of deploy/proxy, run by the real programs (of Debian, unpacked into .tools where the machine lacks them) in front of a real
 * gateway. Only addresses, ports and certificates are put into the files.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { Agent, type Dispatcher, request } from 'undici'
import { startService, type TestService } from '../../../gateway/test/helpers/service.ts'
import { until } from '../../../shared/test/until.ts'
import { debianProgram } from '../debian-program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const file = (name: string): string => readFileSync(join(root, 'deploy/proxy', name), 'utf8')
const HOST = 'schedules.example.com'
const CPM = '/api/v1/analysis/cpm'
const SMALL = '{"tasks":[{"id":"A","duration_days":3},{"id":"B","duration_days":5,"predecessors":["A"]}]}'
const MEGABYTE = 2 ** 20
/** How long the gateway keeps an idle connection, and a little more. */
const IDLE_MS = 13_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

interface Certificate {
  readonly crt: string
  readonly key: string
  readonly pem: string
}

function certificateIn(folder: string): Certificate {
  const [crt, key, pem] = ['crt', 'key', 'pem'].map(end => join(folder, `proxy.${end}`)) as [string, string, string]
  const of = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${HOST}`,
    '-addext',
    `subjectAltName=DNS:${HOST}`,
  ]
  execFileSync('openssl', ['req', '-x509', ...of, '-keyout', key, '-out', crt], { stdio: 'ignore' })
  writeFileSync(pem, readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'))
  return { crt, key, pem }
}

interface Setting {
  readonly folder: string
  readonly port: number
  readonly gatewayPort: number
  readonly certificate: Certificate
}

/** A text with each of the pieces replaced, which all must be there. */
function withPieces(text: string, pieces: readonly (readonly [from: string, to: string])[]): string {
  for (const [from] of pieces) if (!text.includes(from)) throw new Error(`"${from}" is not in the file`)
  return pieces.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

/** Each proxy: its program, and how it is started on its file in a place of its own. */
const PROXIES: Readonly<Record<string, (setting: Setting) => readonly [program: string, ...args: string[]]>> = {
  nginx({ folder, port, gatewayPort, certificate }) {
    const conf = join(folder, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(of => `${of}_temp_path ${folder}/${of};`)
    const text = withPieces(file('nginx.conf'), [
      ['127.0.0.1:8080', `127.0.0.1:${gatewayPort}`],
      ['listen 443', `listen 127.0.0.1:${port}`],
      [`/etc/ssl/${HOST}.crt`, certificate.crt],
      [`/etc/ssl/${HOST}.key`, certificate.key],
      ['http {', ['http {', 'access_log off;', ...temporary].join('\n  ')],
    ])
    // beside root, whose workers may not read the folder of the test
    writeFileSync(conf, process.getuid?.() === 0 ? `user root;\n${text}` : text)
    const process_ = `daemon off; pid ${folder}/nginx.pid; error_log stderr;`
    return ['nginx', '-p', folder, '-e', 'stderr', '-c', conf, '-g', process_]
  },
  haproxy({ folder, port, gatewayPort, certificate }) {
    const conf = join(folder, 'haproxy.cfg')
    const pieces = [
      ['127.0.0.1:8080', `127.0.0.1:${gatewayPort}`],
      ['bind :443', `bind 127.0.0.1:${port}`],
      [`/etc/haproxy/${HOST}.pem`, certificate.pem],
    ] as const
    writeFileSync(conf, withPieces(file('haproxy.cfg'), pieces))
    return ['haproxy', '-db', '-f', conf]
  },
  caddy({ folder, port, gatewayPort, certificate }) {
    const conf = join(folder, 'Caddyfile')
    const pieces = [
      ['127.0.0.1:8080', `127.0.0.1:${gatewayPort}`],
      [
        `\n${HOST} {`,
        `\n{\n\tadmin off\n\tauto_https off\n}\nhttps://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.crt} ${certificate.key}`,
      ],
    ] as const
    writeFileSync(conf, withPieces(file('Caddyfile'), pieces))
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', conf]
  },
}

/** Calls from an address of this machine: 127.0.0.2 is another caller than 127.0.0.1. */
const callerAt = (localAddress: string, allowH2 = false): Agent =>
  new Agent({ allowH2, localAddress, connect: { rejectUnauthorized: false, servername: HOST }, bodyTimeout: 60_000 })

interface Proxied {
  readonly name: string
  readonly service: TestService
  readonly port: number
  call(path: string, options?: CallOptions): Promise<{ status: number; headers: Record<string, unknown>; text: string }>
}

interface CallOptions extends Partial<Pick<Dispatcher.RequestOptions, 'method' | 'body'>> {
  readonly headers?: Record<string, string>
  readonly caller?: Agent
}

async function startProxied(t: Test, name: string): Promise<Proxied> {
  const service = await startService(t, { TRUSTED_PROXY_HOPS: '1' })
  const folder = t.testdir()
  const port = await freePort()
  const setting = { folder, port, gatewayPort: service.port, certificate: certificateIn(folder) }
  const [program, ...args] = PROXIES[name]!(setting)
  mkdirSync(join(folder, 'home'))
  const child: ChildProcess = spawn(await debianProgram(program), args, {
    cwd: folder,
    env: { ...process.env, HOME: join(folder, 'home'), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (said += chunk))
  const agent = callerAt('127.0.0.1')
  t.teardown(async () => {
    await agent.destroy()
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (!t.passing()) t.comment(said.slice(-4_000))
  })
  const call: Proxied['call'] = async (path, { method, body, headers, caller = agent } = {}) => {
    const answer = await request(`https://127.0.0.1:${port}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      body: body ?? null,
      headers: { host: HOST, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      dispatcher: caller,
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  await until(`${name} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(said)
    return (await call('/ready').catch(() => ({ status: 0 }))).status === 200
  })
  return { name, service, port, call }
}

const ANSWER_MS_MAX = 20_000

/** What is answered to text, and to the pieces that follow it as long as nothing is answered. */
async function raw(
  port: number,
  text: string,
  piece = '',
  pieceCountMax = 0,
): Promise<{ answer: string; pieceCount: number }> {
  const socket = connectTls({ host: '127.0.0.1', port, servername: HOST, rejectUnauthorized: false })
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', chunk => (answer += chunk))
  socket.write(text)
  const isAnswered = (): boolean => answer.includes('\r\n\r\n') || socket.closed
  const untilMs = performance.now() + ANSWER_MS_MAX
  let pieceCount = 0
  while (!isAnswered() && performance.now() < untilMs) {
    if (pieceCount < pieceCountMax && socket.write(piece)) pieceCount++
    await pause(5)
  }
  socket.destroy()
  return { answer, pieceCount }
}

const KEYS = '/api/v1/playground/keys'

for (const name of Object.keys(PROXIES)) {
  t.test(`through ${name}`, async t => {
    const proxied = await startProxied(t, name)
    const { service, call, port } = proxied
    const key = await service.key('government')

    t.test('a call, over HTTP/1.1 and HTTP/2, is answered as without it', async t => {
      const own = { body: SMALL, headers: { 'x-api-key': key } }
      t.match(JSON.parse((await call(CPM, own)).text), { data: { critical_path: ['A', 'B'] } })
      const caller = callerAt('127.0.0.1', true)
      t.match(JSON.parse((await call(CPM, { ...own, caller })).text), { data: { critical_path: ['A', 'B'] } })
      await caller.destroy()
      const { bytes } = await service.call('/openapi.json')
      t.ok((await call('/openapi.json')).text === bytes.toString(), 'and no byte of a large answer is lost')
    })

    t.test('a client that speaks HTTP/1.0 is answered, by HAProxy with a sentence', async t => {
      const { answer } = await raw(port, `GET /health HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`)
      t.match(answer, name === 'haproxy' ? /^HTTP\/1\.1 505 [\s\S]+"detail":"/ : /^HTTP\/1\.[01] 200 /)
    })

    t.test('a body of 100 MB arrives whole, with and without a length', async t => {
      const body = Buffer.alloc(100 * MEGABYTE, ' ')
      body.write(SMALL)
      const headers = { 'x-api-key': key }
      t.equal((await call(CPM, { body, headers })).status, 200)
      async function* pieces() {
        for (let at = 0; at < body.length; at += MEGABYTE) yield body.subarray(at, at + MEGABYTE)
      }
      t.equal((await call(CPM, { body: pieces() as never, headers })).status, 200)
    })

    t.test('a refusal comes while the body is still being sent', async t => {
      const pieceCountAll = 800
      const piece = ' '.repeat(65_536)
      const length = piece.length * pieceCountAll
      const head = `POST ${CPM} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      const { answer, pieceCount } = await raw(port, head, piece, pieceCountAll)
      t.match(answer, /^HTTP\/1\.1 401 /)
      t.ok(pieceCount < pieceCountAll / 4, `after ${pieceCount} of ${pieceCountAll} pieces`)
    })

    t.test('GET /mcp as events comes at once', async t => {
      const { status, headers, text } = await call('/mcp', { headers: { accept: 'text/event-stream' } })
      t.equal(status, 200)
      t.match(headers['content-type'], 'text/event-stream')
      t.match(text, /^retry: \d+/)
    })

    t.test('the address of a caller is the one that the proxy sees, whatever the caller writes', async t => {
      const statuses: number[] = []
      for (const i of [1, 2, 3, 4]) {
        statuses.push((await call(KEYS, { method: 'POST', headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status)
      }
      t.same(statuses, [201, 201, 201, 429], 'four forged addresses are one caller')
      const caller = callerAt('127.0.0.2')
      t.equal((await call(KEYS, { method: 'POST', caller })).status, 201, 'another address is another caller')
      await caller.destroy()
    })

    t.test('a call after a pause meets no connection that the gateway has closed', async t => {
      const own = { body: SMALL, headers: { 'x-api-key': key } }
      for (let i = 0; i < 3; i++) {
        t.equal((await call(CPM, own)).status, 200)
        await pause(IDLE_MS)
      }
      t.equal((await call(CPM, own)).status, 200)
    })

    t.test('headers of 12 KB, like those with a long bearer token, pass', async t => {
      const { status } = await call(CPM, { body: SMALL, headers: { authorization: `Bearer ${'x'.repeat(12_000)}` } })
      t.equal(status, 401)
    })
  })
}

t.test('nginx with its default of HTTP/1.0 gets 505: what the line of the file is for', async t => {
  const service = await startService(t)
  const socket = (await import('node:net')).connect(service.port, '127.0.0.1')
  socket.write('GET /health HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = await once(socket, 'data')
  socket.destroy()
  t.match(String(answer), /^HTTP\/1\.1 505 /)
})
