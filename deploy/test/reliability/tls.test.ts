/**
 * Everything on TLS, with authorities of one's own: roles and Redis with certificates of both sides and the users of compose.yaml, the store of
 * objects, the receiver of callbacks, and the caller before a proxy. The files of compose.tls.yaml are the ones that run.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https'
import { type AddressInfo, connect as dial, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createAccount } from '../../../gateway/store/accounts.ts'
import { createKey } from '../../../gateway/store/keys.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { authority } from '../../../shared/test/certificates.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { freePorts } from '../../../shared/test/jobs/cluster.ts'
import { s3Server } from '../../../shared/test/objects/s3-server.ts'
import { relay } from '../../../shared/test/relay.ts'
import { until } from '../../../shared/test/until.ts'
import { listening } from '../helpers/listening.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const USERS = ['gateway', 'node', 'deliverer', 'operator'] as const
type User = (typeof USERS)[number]
const PATHS = {
  gateway: 'gateway/main.ts',
  node: 'compute/node/main.ts',
  deliverer: 'compute/deliverer/main.ts',
  operator: 'gateway/admin/main.ts',
} as const

const folder = dataFolder(t)
const inside = authority(folder, 'inside')
const outside = authority(folder, 'outside')
const ofRedis = inside.issue('redis')
const ofRoles = inside.issue('roles', { days: 10 })
const ofWeb = outside.issue('web')
const [redisPort] = (await freePorts(1)) as [number]

const children: ChildProcess[] = []
const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
t.teardown(async () => {
  for (const child of children.reverse()) await kill(child)
})

/** deploy/redis/tls.conf with the paths and the port of this test. */
function confFile(): string {
  const file = join(folder, 'tls.conf')
  const text = read('deploy/redis/tls.conf')
    .replace('/etc/redis/redis.conf', join(root, 'deploy/redis/redis.conf'))
    .replace('tls-port 6379', `tls-port ${redisPort}`)
    .replace('/etc/redis-tls/ca.crt', inside.ca)
    .replace('/etc/redis-tls/tls.crt', ofRedis.cert)
    .replace('/etc/redis-tls/tls.key', ofRedis.key)
  if (text.includes('/etc/')) throw new Error(`a path of tls.conf is not of this test: ${text}`)
  writeFileSync(file, text)
  return file
}
const conf = confFile()
const password = (user: User): string => `password-of-${user}`

function startRedis(): ChildProcess {
  const child = spawn(
    '/bin/sh',
    [
      join(root, 'deploy/redis/start-with-users.sh'),
      process.env.REDIS_SERVER!,
      conf,
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
    ],
    {
      env: {
        PATH: process.env.PATH!,
        REDIS_USERS_FILE: join(folder, 'users.acl'),
        ...Object.fromEntries(USERS.map(user => [`REDIS_PASSWORD_${user.toUpperCase()}`, password(user)])),
      },
      stdio: 'ignore',
    },
  )
  children.push(child)
  return child
}
let redis = startRedis()

const urlOf = (user: User): string => `rediss://${user}:${password(user)}@127.0.0.1:${redisPort}`
const TLS = { REDIS_TLS_CA: inside.ca, REDIS_TLS_CERT: ofRoles.cert, REDIS_TLS_KEY: ofRoles.key }
const files = { ca: readFileSync(inside.ca), cert: readFileSync(ofRoles.cert), key: readFileSync(ofRoles.key) }
const operator = connect(urlOf('operator'), 'operator', { tls: files })
t.teardown(() => disconnect(operator))
const answers = async (): Promise<boolean> => (await operator.ping().catch(() => '')) === 'PONG'
await until('Redis answers', answers)

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

/** What ends TLS before a plain port. */
const tlsBefore = (port: number): Promise<number> =>
  portOf(
    createTlsServer({ cert: readFileSync(ofWeb.cert), key: readFileSync(ofWeb.key) }, near =>
      relay(near, dial(port, '127.0.0.1')),
    ),
  )

const plainStore = await s3Server(t)
const storePort = await tlsBefore(Number(new URL(plainStore.url).port))
const STORE = { ...plainStore.settings, AWS_ENDPOINT_URL_S3: `https://localhost:${storePort}` }

const received: string[] = []
const receiverPort = await portOf(
  createHttpsServer({ cert: readFileSync(ofWeb.cert), key: readFileSync(ofWeb.key) }, (request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['x-webhook-signature']))
      response.writeHead(204).end()
    })
  }),
)
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
const HOOKS = { WEBHOOK_ALLOWED_HOSTS: `localhost:${receiverPort}`, SECRETS_KEY }

const envOf = (role: User, more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  LOG_LEVEL: 'info',
  PORT: '0',
  METRICS_PORT: '0',
  REDIS_URL: urlOf(role),
  NODE_EXTRA_CA_CERTS: outside.ca,
  ...TLS,
  ...STORE,
  ...more,
})

async function start(role: Exclude<User, 'operator'>, more: Record<string, string>): Promise<{ port: number }> {
  const child = spawn(process.execPath, [PATHS[role]], {
    cwd: root,
    env: envOf(role, more),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return listening(child, role)
}

/** Not spawnSync: what ends TLS for the store is in this process. */
async function admin(words: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PATHS.operator, ...words], {
    cwd: root,
    env: envOf('operator', { SECRETS_KEY, ...more }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [status] = await once(child, 'close')
  return { status, output }
}

t.test(
  'a job goes from its submission to its callback with TLS on every connection, also after Redis was killed',
  async t => {
    const [gateway] = await Promise.all([
      start('gateway', { ...HOOKS, WORKER_START: 'on-demand', WORKER_THREADS: '1' }),
      start('node', {}),
      start('deliverer', HOOKS),
    ])
    const front = await tlsBefore(gateway.port)
    const accountId = await createAccount(operator, { tier: 'government', actor: 'test' })
    const key = await createKey(operator, accountId, { actor: 'test' })
    if (key.state !== 'created') return t.fail(key.state)
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
    const call = (path: string, method = 'GET', body?: object): Promise<{ status: number; json: any }> =>
      new Promise((resolve, reject) => {
        const request = httpsRequest(
          `https://localhost:${front}${path}`,
          {
            method,
            ca: readFileSync(outside.ca),
            agent: false,
            headers: { 'x-api-key': key.text, 'content-type': 'application/json' },
          },
          async response => {
            let text = ''
            for await (const chunk of response) text += chunk
            resolve({ status: response.statusCode!, json: JSON.parse(text) })
          },
        )
        request.on('error', reject)
        request.end(body && JSON.stringify(body))
      })
    await until('the gateway is ready', async () => (await call('/ready')).status === 200)
    const ready = await call('/ready')
    t.match(ready.json.checks, { objects: 'ok', store: 'ok', queue: 'ok', certificates: 'failed' })
    t.match(ready.json.reasons.certificates, /^REDIS_TLS_CERT \(.*roles\.crt\) ends on .*, less than 14 days ahead$/)
    t.match((await call('/api/v1/account/webhook-secret', 'POST')).status, /20[01]/)

    // large enough for the store of objects
    const tasks = Array.from({ length: 20_000 }, (_, i) => ({
      id: `T${i}`,
      name: `Task ${(i * 7919) % 20_011} of the works ${(i * 104_729) % 99_991}`,
      duration_days: (i % 9) + 1,
      ...(i > 0 && { predecessors: [`T${i - 1}`] }),
    }))
    const run = async (): Promise<void> => {
      const before = received.length
      const job = await call('/api/v1/analysis/cpm/async', 'POST', {
        tasks,
        callback_url: `https://localhost:${receiverPort}/`,
      })
      t.equal(job.status, 202, JSON.stringify(job.json))
      await until('the job is completed', async () => {
        const { status, json } = await call(`/api/v1/jobs/${job.json.job_id}?include_result=false`)
        return status === 200 && json.status === 'completed'
      })
      const result = await call(`/api/v1/jobs/${job.json.job_id}/result`)
      t.equal(result.json.metadata.task_count, tasks.length)
      await until('the callback is there', () => received.length > before)
    }
    await run()
    t.match(
      execFileSync('find', [dirname(plainStore.pathOf(''))], { encoding: 'utf8' }),
      /-result-/,
      'the object is in the store',
    )
    await kill(redis)
    await until('the gateway sees it', async () => (await call('/ready')).status === 503)
    redis = startRedis()
    await until('Redis answers', answers)
    await until('the gateway is ready', async () => (await call('/ready')).status === 200)
    await run()
    t.same(await operator.call('ACL', 'LOG'), [])
    const info = String(await operator.call('CLIENT', 'LIST'))
    t.ok(info.split('\n').length > 4)
    t.same(await operator.call('CONFIG', 'GET', 'port'), ['port', '0'])
  },
)

t.test('the operator’s commands use TLS, and the doctor tells the certificate that ends', async t => {
  t.equal((await admin(['account', 'list'])).status, 0)
  const { output } = await admin(['doctor'])
  t.match(output, /certificates +problem +REDIS_TLS_CERT .*less than 14 days ahead/)
  t.match(output, /objects +ok/)
})

t.test('without the authority of the store of objects the doctor says so', async t => {
  const { output } = await admin(['doctor'], { NODE_EXTRA_CA_CERTS: inside.ca })
  t.match(output, /objects +problem .*(certificate|CERT|SIGNED)/i)
})
