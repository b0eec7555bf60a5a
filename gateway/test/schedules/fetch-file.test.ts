/** The guard of files that are fetched from an address of a caller (T10, T12), over real connections and with names that change their address. */
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { HOSTILE_URLS } from '../../../compute/test/deliverer/helpers/hostile-urls.ts'
import { callbackRules, type Resolve, sourceRules } from '../../../shared/platform/callback/callback-url.ts'
import { resolveBySystem } from '../../../shared/platform/process/guarded-connector.ts'
import { type FetchOutcome, type FetchSettings, fetchFile } from '../../schedules/fetch-file.ts'
import { redirectTo, startFileServer } from '../helpers/file-server.ts'

const noNames: Resolve = hostname => Promise.reject(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }))

interface Fetched {
  readonly outcome: FetchOutcome
  readonly text: string
  readonly encoding: string | undefined
}

async function fetchText(
  url: string,
  {
    allowedHosts,
    stop,
    bytesMax = 1_000_000,
    ...settings
  }: Partial<FetchSettings> & {
    readonly allowedHosts?: string
    readonly stop?: AbortSignal
    readonly bytesMax?: number
  } = {},
): Promise<Fetched> {
  let text = ''
  let encoding: string | undefined
  const outcome = await fetchFile(
    url,
    {
      rules: sourceRules({ sourceUrlAllowedHosts: allowedHosts }),
      resolve: noNames,
      resolveListed: resolveBySystem,
      timeoutMs: 30_000,
      ...settings,
    },
    {
      begin: sent => {
        encoding = sent
        return true
      },
      take: bytes => {
        text += Buffer.from(bytes).toString('latin1')
        return text.length < bytesMax
      },
    },
    stop ?? new AbortController().signal,
  )
  return { outcome, text, encoding }
}

const endless = (response: ServerResponse): void => {
  const write = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  }
  response.on('drain', write)
  write()
}

const server = await startFileServer(t, {
  '/file': 'the file',
  '/once': redirectTo('/file'),
  '/thrice': redirectTo('/twice'),
  '/twice': redirectTo('/once'),
  '/loop': redirectTo('/loop'),
  '/nowhere': redirectTo('https://:0'),
  '/broken': response => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  },
  '/cut': response => {
    response.write('a piece')
    setImmediate(() => response.destroy())
  },
  '/silent': () => {},
  '/drip': response => void response.writeHead(200).write('x'),
  '/endless': endless,
  '/long-head': response => void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
})
const listed = { allowedHosts: server.host }

t.test('a file and what it was encoded by; up to three redirects', async t => {
  t.match(await fetchText(server.urlOf('/file'), listed), {
    outcome: { state: 'fetched' },
    text: 'the file',
    encoding: 'identity',
  })
  for (const path of ['/once', '/twice', '/thrice'])
    t.equal((await fetchText(server.urlOf(path), listed)).text, 'the file', path)
  t.match((await fetchText(server.urlOf('/loop'), listed)).outcome, {
    state: 'failed',
    reason: 'it redirects more than 3 times',
  })
  t.equal(server.requestCounts.get('/loop'), 4)
})

/** Loopback, private, link-local and metadata addresses in the notations that resolvers and URL parsers know. */
const INSIDE = [
  '127.1:PORT',
  '2130706433:PORT',
  '0x7f000001:PORT',
  '0177.0.0.1:PORT',
  '0.0.0.0:PORT',
  '[::1]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '[::ffff:7f00:1]:PORT',
  '[64:ff9b::7f00:1]:PORT',
  '[fd00::1]:PORT',
  '[fe80::1]:PORT',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  'internal.example.:PORT',
  'user:word@127.0.0.1:PORT',
]

t.test('no address of another machine of the network is reached, by whatever name, notation or redirect', async t => {
  const inside = await startFileServer(t, { '/': 'secret' }, { address: '127.0.0.1', isTrusted: false })
  for (const url of HOSTILE_URLS.map(url => url.replace(/^http:/, 'https:').replace('PORT', String(inside.port)))) {
    const { outcome } = await fetchText(url)
    t.match(outcome.state, /refused|failed/, url)
  }
  const redirecting = await startFileServer(t, {
    '/to-address': redirectTo(`https://127.0.0.1:${inside.port}/`),
    '/to-name': redirectTo(`https://internal.example:${inside.port}/`),
    '/to-http': redirectTo(`http://localhost:${inside.port}/`),
    '/to-file': redirectTo('file:///etc/passwd'),
    ...Object.fromEntries(
      INSIDE.map((host, n) => [`/inside-${n}`, redirectTo(`https://${host.replace('PORT', String(inside.port))}/`)]),
    ),
    '/chain': redirectTo('/to-address'),
    '/bare': redirectTo(`//127.0.0.1:${inside.port}/`),
  })
  const resolve: Resolve = async () => ['127.0.0.1']
  for (const [path, reason] of [
    ['/to-address', /it redirects to an address that must name a public host/],
    ['/to-name', /it redirects to an address that must name a public host; an address of this one is not/],
    ['/to-http', /it redirects to an address that must start with https/],
    ['/to-file', /it redirects to an address that must start with https/],
  ] as const)
    t.match(
      (await fetchText(redirecting.urlOf(path), { allowedHosts: redirecting.host, resolve })).outcome,
      { state: 'failed', reason },
      path,
    )
  for (const path of ['/chain', '/bare', ...INSIDE.map((_, n) => `/inside-${n}`)])
    t.match(
      (await fetchText(redirecting.urlOf(path), { allowedHosts: redirecting.host, resolve })).outcome,
      { state: 'failed', reason: /^it redirects to an address that / },
      path,
    )
  t.match((await fetchText(`https://public.example:${inside.port}/`, { resolve })).outcome, {
    state: 'refused',
    reason: /public/,
  })
  t.equal(inside.requestCounts.size, 0)
})

t.test('the checked address is the one that is connected to, and a name is looked up once', async t => {
  let count = 0
  // public at first, then of this machine
  const resolve: Resolve = async () => (count++ === 0 ? ['127.0.0.2'] : ['127.0.0.1'])
  const isForbidden = (address: string) => (address === '127.0.0.2' ? undefined : 'not public')
  const { outcome } = await fetchText(`https://rebound.example:${server.port}/file`, { resolve, isForbidden })
  t.match(
    outcome,
    { state: 'failed', reason: 'its host refused the connection' },
    'nobody listens at the address that was looked at',
  )
  t.equal(count, 1)
})

t.test('https alone, with a certificate for the name of an authority that is known', async t => {
  const plain = await startFileServer(t, { '/': 'x' }, { isPlain: true })
  t.match((await fetchText(plain.urlOf('/'), { allowedHosts: plain.host })).outcome, {
    state: 'refused',
    reason: 'must start with https://',
  })
  t.match((await fetchText(`https://${plain.host}/`, { allowedHosts: plain.host })).outcome, {
    state: 'failed',
    reason: 'its host has no valid certificate',
  })
  const unknown = await startFileServer(t, { '/': 'x' }, { isTrusted: false })
  t.match((await fetchText(unknown.urlOf('/'), { allowedHosts: unknown.host })).outcome, {
    state: 'failed',
    reason: 'its host has no valid certificate',
  })
  t.equal(unknown.requestCounts.size, 0)
  const http = callbackRules({ webhookAllowHttp: '1', webhookAllowedHosts: 'localhost' })
  t.notOk(sourceRules({ sourceUrlAllowedHosts: 'localhost' }).allowHttp, 'also where callbacks may use http')
  t.ok(http.allowHttp)
})

t.test('what goes wrong on the other side is reported in words', async t => {
  for (const [path, reason] of [
    ['/absent', 'its host answered 404'],
    ['/broken', 'the connection broke off'],
    ['/cut', 'its answer is no whole HTTP message'],
    ['/nowhere', /it redirects to an address that is not a URL/],
    ['/long-head', 'its answer is no whole HTTP message'],
  ] as const)
    t.match((await fetchText(server.urlOf(path), listed)).outcome, { state: 'failed', reason }, path)
  for (const path of ['/silent', '/drip'])
    t.match(
      (await fetchText(server.urlOf(path), { ...listed, timeoutMs: 300 })).outcome,
      { state: 'failed', reason: 'it took too long' },
      path,
    )
  t.match((await fetchText('https://nowhere.example/')).outcome, { state: 'failed', reason: 'its host has no address' })
})

t.test('no more is read than is wanted, and nothing for a caller who left', async t => {
  const { outcome, text } = await fetchText(server.urlOf('/endless'), { ...listed, bytesMax: 1_000_000 })
  t.equal(outcome.state, 'fetched')
  t.ok(text.length < 1_100_000, `${text.length} bytes`)
  const gone = new AbortController()
  const waiting = fetchText(server.urlOf('/silent'), { ...listed, stop: gone.signal })
  gone.abort()
  t.equal((await waiting).outcome.state, 'stopped')
  t.equal((await fetchText(server.urlOf('/file'), { ...listed, stop: AbortSignal.abort() })).outcome.state, 'stopped')
})
