/** Redis with TLS and without a plain port, what is reported of certificates that do not fit, and that every connection is made by one function. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { certificateEnds } from '../platform/redis/certificate-ends.ts'
import { mastersOf } from '../platform/redis/masters.ts'
import { tlsMistakes } from '../platform/redis/tls-files.ts'
import { freePorts } from './jobs/cluster.ts'
import { launchRedis } from './launch-redis.ts'
import {
  client,
  clientOf,
  configOf,
  folder,
  listens,
  MUTUAL,
  OTHER_CA,
  OWN,
  ours,
  type Settings,
  shows,
  stranger,
  tlsServer,
  why,
  writes,
} from './tls-redis.ts'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

t.test('a server that requires client certificates accepts one of its authority', async t => {
  const { url } = await tlsServer(t)
  const { redis } = clientOf(t, url, MUTUAL)
  t.equal(await writes(redis), true)
  const [server] = await mastersOf(redis)
  t.ok(server!.stream instanceof TLSSocket)
  t.same(await server!.config('GET', 'port'), ['port', '0'])
  t.equal(await why(url, MUTUAL), undefined)
})

t.test('a server that requires none needs the authority alone', async t => {
  const { url } = await tlsServer(t, { verifiesClients: false })
  t.equal(await why(url, OWN), undefined)
  t.equal(await writes(clientOf(t, url, OWN).redis), true)
})

t.test('what does not fit is one sentence, in the look at the start and in the log', async t => {
  const asking = await tlsServer(t)
  const open = await tlsServer(t, { verifiesClients: false })
  const ended = await tlsServer(t, { verifiesClients: false, pair: ours.issue('ended', { days: -1 }) })
  const elsewhere = await tlsServer(t, {
    verifiesClients: false,
    pair: ours.issue('elsewhere', { names: 'DNS:redis.example' }),
  })
  const [plainPort] = (await freePorts(1)) as [number]
  await launchRedis(t, ['--port', String(plainPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder])
  await until('the plain server listens', () => listens(plainPort))
  for (const [url, settings, sentence] of [
    [open.url, {}, /its certificate is not signed by a trusted authority \(\w+\): set REDIS_TLS_CA/],
    [open.url, { REDIS_TLS_CA: OTHER_CA }, /not signed by a trusted authority/],
    [ended.url, OWN, /its certificate, or that of its authority, has expired \(CERT_HAS_EXPIRED\)/],
    [elsewhere.url, OWN, /its certificate is for another name: .*127\.0\.0\.1.* Set REDIS_TLS_NAME/],
    [asking.url, OWN, /it requires a client certificate \(\w+\): set REDIS_TLS_CERT and REDIS_TLS_KEY/],
    [asking.url, { ...OWN, ...shows(stranger) }, /it refuses the certificate of REDIS_TLS_CERT \(\w+\)/],
    [`rediss://127.0.0.1:${plainPort}`, OWN, /it does not use TLS on this port/],
  ] as [string, Settings, RegExp][]) {
    const said = await why(url, settings)
    t.match(said, sentence)
    t.match(said, /^Redis at 127\.0\.0\.1:\d+ cannot be used: /)
  }
  const { lines } = clientOf(t, elsewhere.url, OWN)
  await until('the log says it', () => lines.length > 0)
  t.match(lines[0], /^Redis \(test\) is away .*its certificate is for another name/)
  t.equal(await why(elsewhere.url, { ...OWN, REDIS_TLS_NAME: 'redis.example' }), undefined)
  t.equal(await writes(clientOf(t, elsewhere.url, { ...OWN, REDIS_TLS_NAME: 'redis.example' }).redis), true)
})

t.test('a server that is away is no fault, and the next one is tried', async t => {
  const [nobody] = (await freePorts(1)) as [number]
  t.equal(await why(`rediss://127.0.0.1:${nobody}`, OWN), undefined)
  const { port } = await tlsServer(t, { verifiesClients: false })
  t.match(await why(`rediss-cluster://127.0.0.1:${nobody},127.0.0.1:${port}`, {}), /trusted authority/)
})

t.test('settings of TLS that cannot be used are reported by name, path and reason', t => {
  const at = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const ended = ours.issue('ended-client', { days: -1 })
  const url = 'rediss://localhost'
  const mistakes = (settings: Settings): string =>
    tlsMistakes(configOf({ REDIS_URL: url, ...settings }), Date.now()).join()
  t.equal(mistakes(MUTUAL), '')
  t.match(mistakes({ REDIS_TLS_CA: '/no/such.crt' }), /^REDIS_TLS_CA="\/no\/such.crt": cannot be read: ENOENT/)
  t.match(mistakes({ REDIS_TLS_CA: at('empty.crt', '') }), /holds no certificate \(PEM\)$/)
  const damaged = at('damaged.crt', readFileSync(ours.ca, 'utf8').replace(/\n.{9}/, '\nAAAAAAAAA'))
  t.match(mistakes({ REDIS_TLS_CA: damaged }), /cannot be read: /)
  t.match(mistakes(shows(ended)), /^REDIS_TLS_CERT=.*: the certificate of CN=ended-client expired on \d{4}-/)
  t.match(
    mistakes({ ...shows(client), REDIS_TLS_KEY: stranger.key }),
    /^REDIS_TLS_KEY=.*: is not the key of REDIS_TLS_CERT$/,
  )
  t.match(mistakes({ ...shows(client), REDIS_TLS_KEY: client.cert }), /^REDIS_TLS_KEY=.*: cannot be read: /)
  t.match(mistakes({ REDIS_URL: 'redis://localhost', ...OWN }), /^REDIS_TLS_CA given, but REDIS_URL does not use TLS/)
  t.throws(() => configOf({ REDIS_URL: url, REDIS_TLS_CERT: client.cert }), /^REDIS_TLS_CERT needs REDIS_TLS_KEY$/)
  t.throws(() => configOf({ REDIS_TLS_CA: ours.ca }), /^REDIS_TLS_CA needs REDIS_URL$/)
  t.end()
})

t.test('a certificate that ends within 14 days is reported, of the server and of the files', async t => {
  const { url } = await tlsServer(t, { pair: ours.issue('soon', { days: 13 }) })
  const settings = configOf({ REDIS_URL: url, ...OWN, ...shows(ours.issue('later', { days: 15 })) })
  const { redis } = clientOf(t, url, MUTUAL)
  await until('it writes', () => writes(redis))
  const now = await certificateEnds(redis, settings, Date.now())
  t.match(now.soon, [/^the certificate of Redis at 127\.0\.0\.1 ends on .*, less than 14 days ahead$/])
  t.equal(now.soon.length, 1)
  t.match(now.first, { what: /Redis at/ })
  const later = await certificateEnds(redis, settings, Date.now() + 2 * 86_400_000)
  t.match(later.soon, [/^the certificate of Redis/, /^REDIS_TLS_CERT \(.*later\.crt\) ends on /])
})

/** What stands between the brackets of each call. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`[^.\\w]${name}\\(`, 'g'))].map(({ index, 0: { length } }) => {
    const start = index + length
    let end = start
    for (let depth = 1; depth > 0; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    return text.slice(start, end - 1)
  })
}

t.test('every connection to a Redis of the settings is made by one function and is given their TLS', t => {
  const texts = globSync('{shared,gateway,compute,deploy,loadtest}/**/*.{ts,mjs}', { cwd: root })
    .filter(name => !/node_modules|\/test\//.test(name))
    .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  t.ok(texts.length > 500)
  const makers = texts.filter(({ text }) => /\bnew (Redis|Cluster|IORedis)\(|\bcreateClient\(/.test(text))
  t.same(
    makers.map(({ name }) => name),
    ['shared/platform/redis/connect.ts'],
  )
  const calls = texts
    // the load harness has redis-servers of its own
    .filter(
      ({ name, text }) =>
        !name.startsWith('loadtest/') && /import .*\bconnect\b.* from '.*redis\/connect\.ts'/.test(text),
    )
    .flatMap(({ name, text }) => callsOf('connect', text).map(call => ({ name, call })))
    .filter(({ call }) => call !== '')
  const [withTls, without] = [true, false].map(isGiven =>
    calls.filter(({ call }) => /\btls\b/.test(call) === isGiven).map(({ name }) => name),
  ) as [string[], string[]]
  t.same(withTls.sort(), [
    'compute/deliverer/run-deliverer.ts',
    'compute/node/run-node.ts',
    'gateway/admin/main.ts',
    'gateway/open-gateway.ts',
    'gateway/open-gateway.ts',
    'gateway/open-gateway.ts',
  ])
  t.same(without, ['deploy/backup.ts'], 'of the embedded server alone, behind its unix socket')
  t.end()
})
