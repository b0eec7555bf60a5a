/** TLS to Redis where it takes long: every process at its start, renewed certificates, a cluster, Sentinels and their failover. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { mastersOf } from '../../platform/redis/masters.ts'
import type { KeyPair } from '../certificates.ts'
import { dataFolder } from '../data-folder.ts'
import { freePorts, startCluster, tlsFiles } from '../jobs/cluster.ts'
import { launchRedis } from '../launch-redis.ts'
import {
  client,
  clientOf,
  folder,
  listens,
  MUTUAL,
  OTHER_CA,
  OWN,
  ours,
  type Settings,
  shown,
  shows,
  tlsOf,
  tlsServer,
  why,
  writes,
} from '../tls-redis.ts'
import { until } from '../until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

t.test('each process ends with 78 and one sentence where a certificate does not fit', async t => {
  const { url } = await tlsServer(t, { verifiesClients: false })
  const base = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('REDIS_')))
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
  for (const [path, ...words] of [
    ['gateway/main.ts'],
    ['compute/node/main.ts'],
    ['compute/deliverer/main.ts'],
    ['gateway/admin/main.ts', 'doctor'],
  ] as [string, ...string[]][]) {
    const run = (settings: Settings) =>
      spawnSync(process.execPath, [path, ...words], {
        cwd: root,
        env: { ...base, SECRETS_KEY, REDIS_URL: url, PORT: '0', ...settings },
        encoding: 'utf8',
      })
    const untrusted = run({ REDIS_TLS_CA: OTHER_CA })
    t.equal(untrusted.status, 78, path)
    t.match(
      untrusted.stderr,
      /^config: Redis at 127\.0\.0\.1:\d+ cannot be used: its certificate is not signed by a trusted authority .*\n$/,
    )
  }
  const missing = spawnSync(process.execPath, ['gateway/check-config.ts'], {
    cwd: root,
    env: { ...base, REDIS_URL: url, REDIS_TLS_CA: '/no/such.crt' },
    encoding: 'utf8',
  })
  t.equal(missing.status, 78)
  t.match(missing.stderr, /^config: REDIS_TLS_CA="\/no\/such.crt": cannot be read: ENOENT.*\n$/)
})

t.test('a renewed certificate is shown at the next connection, and a half-written one is not', async t => {
  const own = { cert: join(folder, 'own.crt'), key: join(folder, 'own.key') }
  const put = (pair: KeyPair): void => {
    for (const name of ['cert', 'key'] as const) {
      copyFileSync(pair[name], `${own[name]}.new`)
      renameSync(`${own[name]}.new`, own[name])
    }
  }
  put(client)
  const { url } = await tlsServer(t)
  const { redis } = clientOf(t, url, { ...OWN, ...shows(own) })
  const serial = async () => {
    const [server] = await mastersOf(redis)
    return ((server!.stream as TLSSocket).getCertificate() as { subject: { CN: string } }).subject.CN
  }
  const again = async () => {
    const [server] = await mastersOf(redis)
    server!.disconnect(true)
    await once(server!, 'ready')
  }
  await until('it writes', () => writes(redis))
  t.equal(await serial(), 'client')
  const renewed = ours.issue('renewed')
  copyFileSync(renewed.cert, own.cert)
  await again()
  t.equal(await serial(), 'client', 'a certificate without its key')
  put(renewed)
  await again()
  t.equal(await serial(), 'renewed')
  t.equal(await writes(redis), true)
})

t.test('the nodes of a cluster, also those that another node names, are reached by TLS', async t => {
  const pair = ours.issue('node')
  const cluster = await startCluster(dataFolder(t), { tls: { ca: ours.ca, ...pair } })
  t.teardown(() => cluster.stop())
  const { redis } = clientOf(t, `rediss-cluster://127.0.0.1:${cluster.nodes[0]!.port}`, MUTUAL)
  for (let i = 0; i < 12; i++) t.equal(await redis.set(`{${i}}`, '1'), 'OK')
  const masters = await mastersOf(redis)
  t.equal(masters.length, 3)
  for (const { stream } of masters) t.ok(stream instanceof TLSSocket)
  t.match(await why(cluster.url, { REDIS_TLS_CA: OTHER_CA, ...shows(client) }), /trusted authority/)
})

t.test('Sentinels and their masters are reached by TLS, also after a failover', async t => {
  const first = await tlsServer(t)
  const second = await tlsServer(t, { args: ['--replicaof', '127.0.0.1', String(first.port)] })
  const ports = await freePorts(3)
  for (const port of ports) {
    const dir = join(dataFolder(t), String(port))
    mkdirSync(dir, { recursive: true })
    const lines = [
      'port 0',
      `tls-port ${port}`,
      'bind 127.0.0.1',
      `dir ${dir}`,
      'tls-replication yes',
      ...Object.entries(tlsFiles({ ca: ours.ca, ...shown })).map(([name, value]) => `${name} ${value}`),
      `sentinel monitor main 127.0.0.1 ${first.port} 2`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
    ]
    writeFileSync(join(dir, 'sentinel.conf'), `${lines.join('\n')}\n`)
    await launchRedis(t, [join(dir, 'sentinel.conf'), '--sentinel'])
    await until('the Sentinel listens', () => listens(port))
  }
  const { redis } = clientOf(t, `rediss-sentinel://${ports.map(port => `127.0.0.1:${port}`).join(',')}/main`, MUTUAL)
  await until('it writes to the first master', () => writes(redis))
  const sentinel = connect(`rediss://127.0.0.1:${ports[0]}`, 'look', { tls: tlsOf('rediss://', MUTUAL) })
  ;(sentinel as unknown as { connector: { check(): boolean } }).connector.check = () => true
  t.teardown(() => disconnect(sentinel))
  await until('the Sentinels know each other and the replica', async () => {
    const text = String(await sentinel.call('SENTINEL', 'MASTER', 'main'))
    return /num-slaves,1\b/.test(text) && /num-other-sentinels,2\b/.test(text)
  })
  first.child.kill('SIGKILL')
  await until('it writes to the second', () => writes(redis))
  const [server] = await mastersOf(redis)
  t.equal((server!.stream as TLSSocket).remotePort, second.port)
  t.ok(server!.stream instanceof TLSSocket)
})
