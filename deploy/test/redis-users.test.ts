/**
 * The users of compose.yaml's Redis, on a real redis-server: gateway, node and deliverer do all their work under a user each, what is not a
 * role's is refused to it, and each process of compose.yaml gets the secrets it needs alone.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createAccount } from '../../gateway/store/accounts.ts'
import { createKey } from '../../gateway/store/keys.ts'
import { settings } from '../../shared/platform/config/config.ts'
import { connect, disconnect } from '../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { listening } from './helpers/listening.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ROLES = {
  gateway: 'gateway/main.ts',
  node: 'compute/node/main.ts',
  deliverer: 'compute/deliverer/main.ts',
} as const
const USERS = ['gateway', 'node', 'deliverer', 'operator'] as const
type User = (typeof USERS)[number]

const children: ChildProcess[] = []
t.teardown(async () => {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const probe = createServer()
const port = await portOf(probe)
await new Promise(resolve => probe.close(resolve))
const dataDir = dataFolder(t)
const usersFile = join(dataDir, 'users.acl')
const password = (user: User): string => `password-of-${user}`
const urlOf = (user: User): string => `redis://${user}:${password(user)}@127.0.0.1:${port}`
const redisServer = process.env.REDIS_SERVER ?? 'redis-server'
const startServer = (): ChildProcess => {
  const child = spawn(
    '/bin/sh',
    [
      join(root, 'deploy/redis/start-with-users.sh'),
      redisServer,
      join(root, 'deploy/redis/redis.conf'),
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir],
    ],
    {
      env: {
        PATH: process.env.PATH!,
        REDIS_USERS_FILE: usersFile,
        ...Object.fromEntries(USERS.map(user => [`REDIS_PASSWORD_${user.toUpperCase()}`, password(user)])),
      },
      stdio: 'ignore',
    },
  )
  children.push(child)
  return child
}
let server = startServer()

const operator = connect(urlOf('operator'), 'operator')
t.teardown(() => disconnect(operator))
const answers = async (): Promise<boolean> => (await operator.ping().catch(() => '')) === 'PONG'
await until('Redis answers', answers)

const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

async function start(role: keyof typeof ROLES, more: Record<string, string>): Promise<{ port: number }> {
  const child = spawn(process.execPath, [ROLES[role]], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info', PORT: '0', METRICS_PORT: '0', REDIS_URL: urlOf(role), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return listening(child, role)
}

t.test('gateway, node and deliverer do their work under their users, and none is refused anything', async t => {
  const received: string[] = []
  const receiver = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['x-webhook-signature']))
      response.writeHead(204).end()
    })
  })
  const receiverPort = await portOf(receiver)
  t.teardown(() => receiver.close())
  const hooks = { WEBHOOK_ALLOW_HTTP: '1', WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${receiverPort}`, SECRETS_KEY }
  const [gateway] = await Promise.all([
    start('gateway', { ...hooks, WORKER_START: 'on-demand', WORKER_THREADS: '1' }),
    start('node', { SECRETS_KEY: '' }),
    start('deliverer', hooks),
  ])
  const accountId = await createAccount(operator, { tier: 'government', actor: 'test' })
  const key = await createKey(operator, accountId, { actor: 'test' })
  if (key.state !== 'created') return t.fail(key.state)
  const call = async (
    path: string,
    method: string,
    body?: object,
    more = {},
  ): Promise<{ status: number; json: Record<string, unknown> }> => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method,
      headers: { 'x-api-key': key.text, 'content-type': 'application/json', ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  const tasks = [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 2, predecessors: ['A'] },
  ]
  t.equal((await call('/ready', 'GET')).status, 200)
  t.equal((await call('/api/v1/analysis/cpm', 'POST', { tasks })).status, 200)
  t.equal((await call('/api/v1/account/usage', 'GET')).status, 200)
  t.equal((await call('/api/v1/playground/keys', 'POST')).status, 201)
  t.match((await call('/api/v1/account/webhook-secret', 'POST')).status, /20[01]/)
  const job = await call('/api/v1/analysis/cpm/async', 'POST', {
    tasks,
    callback_url: `http://127.0.0.1:${receiverPort}/`,
  })
  t.equal(job.status, 202, JSON.stringify(job.json))
  await until('the job is completed', async () => {
    return (await call(`/api/v1/jobs/${job.json.job_id}`, 'GET')).json.status === 'completed'
  })
  await until('the callback is there', () => received.length > 0)
  t.match(received[0], /^\w+/)
  t.equal((await call('/api/v1/jobs', 'GET')).status, 200)
  const refusals = (await operator.call('ACL', 'LOG')) as unknown[]
  t.same(refusals, [])
})

t.test('what is not a role’s is refused to it, and nobody comes in without a password', async t => {
  const refused = async (user: User, ...words: [string, ...string[]]): Promise<void> => {
    const client = connect(urlOf(user), 'test')
    await t.rejects(client.call(...words), { message: /NOPERM/ }, `${user}: ${words.join(' ')}`)
    disconnect(client)
  }
  await refused('node', 'GET', 'key:abc')
  await refused('node', 'HGETALL', '{a:x}:account')
  await refused('node', 'HSET', '{a:x}:webhook-secrets', 'current', 'x')
  await refused('deliverer', 'HSET', '{a:x}:webhook-secrets', 'current', 'x')
  await refused('deliverer', 'HGETALL', '{a:x}:account')
  for (const user of ['gateway', 'node', 'deliverer'] as const) {
    await refused(user, 'FLUSHALL')
    await refused(user, 'CONFIG', 'SET', 'appendfsync', 'no')
    await refused(user, 'ACL', 'LIST')
    await refused(user, 'KEYS', '*')
    await refused(user, 'SHUTDOWN', 'NOSAVE')
  }
  const stranger = connect(`redis://127.0.0.1:${port}`, 'test')
  await t.rejects(stranger.get('key:abc'), { message: /NOPERM|NOAUTH/ })
  disconnect(stranger)
})

// Redis reads its file as the user default, with its rights
t.test('what scripts wrote is there after Redis was killed', async t => {
  const accountId = await createAccount(operator, { tier: 'free', actor: 'test' })
  const names = async () => ((await operator.call('KEYS', '*')) as string[]).sort()
  const before = await names()
  t.ok(before.some(name => name.includes(accountId)))
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
  server = startServer()
  await until('Redis answers', answers)
  const after = new Set(await names())
  // windows of a minute are in memory alone, and what ends by itself may have ended
  t.same(
    before.filter(name => !after.has(name) && !/:window|lease|:take:/.test(name)),
    [],
  )
})

t.test('health checks see the server by a user that may ask for nothing else', async t => {
  const checks = ['deploy/compose.yaml', 'deploy/kubernetes/base/redis.yaml'].flatMap(path => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/redis-cli (.*?) ping \| grep -q PONG/g),
  ])
  t.equal(checks.length, 3)
  for (const [, words] of checks) t.equal(words, '--user health --pass none --no-auth-warning')
  const health = connect(`redis://health:none@127.0.0.1:${port}`, 'test')
  t.teardown(() => disconnect(health))
  t.equal(await health.ping(), 'PONG')
  await t.rejects(health.get('key:abc'), { message: /NOPERM/ })
  await t.rejects(health.call('INFO'), { message: /NOPERM/ })
})

t.test('no password is on a command line or in the file of users', async t => {
  const commandLine = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')
  t.match(commandLine, /(redis|valkey)-server/)
  t.notMatch(commandLine, /password-of/)
  t.notMatch(readFileSync(usersFile, 'utf8'), /password-of/)
  t.notMatch(compose, /--requirepass|redis-cli .*-a /)
})

t.test('a role without a password is refused before anything starts', t => {
  const given = Object.fromEntries(USERS.map(user => [`REDIS_PASSWORD_${user.toUpperCase()}`, password(user)]))
  for (const name of Object.keys(given)) {
    const file = join(dataDir, `${name}.acl`)
    const { status, stdout, stderr } = spawnSync('/bin/sh', [join(root, 'deploy/redis/start-with-users.sh'), 'echo'], {
      env: { PATH: process.env.PATH, ...given, [name]: '', REDIS_USERS_FILE: file },
      encoding: 'utf8',
    })
    t.not(status, 0, name)
    t.equal(stdout, '')
    t.match(stderr, name)
  }
  t.end()
})

t.test('each process of compose.yaml gets its own secrets, and limits of memory and processes', async t => {
  const service = (name: string): string => new RegExp(`\\n  ${name}:\\n((?: {4}.*\\n|\\n)+)`).exec(compose)![1]!
  const blanked = [...compose.matchAll(/^ {2}([A-Z_]+): ""$/gm)].map(match => match[1]!)
  const secrets = settings({ coreCount: 1, memoryBytes: 1 }).flatMap(row =>
    'secret' in row && row.secret ? [row.env] : [],
  )
  // the credentials of the store of objects, and of the collector of traces, are for all four, too
  const ofAll = ['REDIS_URL', 'SECRETS_KEY', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS']
  t.same(
    secrets.filter(name => !ofAll.includes(name) && !blanked.includes(name)),
    [],
    'a new secret must be blanked',
  )
  for (const role of ['node', 'deliverer']) t.match(service(role), '<<: [*environment, *no-passwords, *no-secrets]')
  t.match(service('gateway'), '<<: [*environment, *no-passwords]')
  t.match(service('node'), 'SECRETS_KEY: ""')
  for (const role of ['gateway', 'node', 'deliverer']) {
    t.match(service(role), `REDIS_URL: redis://${role}:\${REDIS_PASSWORD_${role.toUpperCase()}`)
    t.match(service(role), /mem_limit: \d+g/)
  }
  t.match(service('redis'), /mem_limit: [\s\S]+pids_limit: \d+[\s\S]+healthcheck:/)
  t.match(compose, /x-service: &service\n[\s\S]+\n {2}pids_limit: \d+\n[\s\S]+healthcheck: &healthcheck/)
})
