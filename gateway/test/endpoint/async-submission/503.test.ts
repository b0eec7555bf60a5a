import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import root from 'tap'
import { configure } from '../../../../shared/test/every-server.ts'
import { until } from '../../../../shared/test/until.ts'
import { roomBytes } from '../../../jobs/memory-shares.ts'
import { CPM, chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService, type TestService } from '../../helpers/service.ts'

const SUBMIT = `${CPM}/async`
const body = { tasks: FOUR_TASKS }
/** Memory budget of each server. */
const BUDGET_BYTES = 12 * 2 ** 20

const service = await startService(root, { REDIS_MEMORY_BUDGET: String(BUDGET_BYTES) })

root.test('a store that would lose jobs in a crash refuses them and is not ready; analyses go on', async t => {
  const key = await service.key('starter')
  const ready = await service.call('/ready')
  t.equal(ready.status, 200)
  t.equal(ready.json.checks.queue, 'ok')
  for (const [name, weak, kept] of [
    ['appendfsync', 'everysec', 'always'],
    ['appendonly', 'no', 'yes'],
  ] as const) {
    await configure(service.redis, name, weak)
    await until('it is not ready', async () => (await service.call('/ready')).status === 503)
    t.equal((await service.call('/ready')).json.checks.queue, 'failed')
    const { status, json, headers } = await service.call(SUBMIT, { key, body })
    t.equal(status, 503)
    t.equal(json.code, 'queue_volatile')
    t.match(json.detail, `its ${name} is ${weak}`)
    t.ok(Number(headers['retry-after']) >= 1)
    t.equal((await service.call(CPM, { key, body })).status, 200)
    await configure(service.redis, name, kept)
    await until('it is ready', async () => (await service.call('/ready')).status === 200)
    t.equal((await service.call(SUBMIT, { key, body })).status, 202)
  }
})

root.test('a start against a server that is weak from the beginning refuses jobs from the first call on', async t => {
  // short: a path of a socket has an end
  const directory = mkdtempSync(join(tmpdir(), 'sis-weak-'))
  const socket = join(directory, 'redis.sock')
  const settings = { port: 0, unixsocket: socket, dir: directory, appendonly: 'yes', appendfsync: 'everysec', save: '' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(process.env.REDIS_SERVER!, args, { stdio: 'ignore' })
  t.teardown(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(directory, { recursive: true, force: true })
  })
  await until('it listens', () => existsSync(socket))
  const weak = await startService(t, { REDIS_URL: `unix://${socket}` })
  const answer = await weak.call(SUBMIT, { key: await weak.key('starter'), body })
  t.equal(`${answer.status} ${answer.json.code}`, '503 queue_volatile')
  t.equal((await weak.call('/ready')).status, 503)
})

root.test('ALLOW_VOLATILE_QUEUE=1 takes jobs all the same', async t => {
  const service = await startService(t, { ALLOW_VOLATILE_QUEUE: '1' })
  await configure(service.redis, 'appendfsync', 'everysec')
  await service.app.gateway.queueGuard.poll()
  t.equal((await service.call('/ready')).status, 200)
  t.equal((await service.call(SUBMIT, { key: await service.key('starter'), body })).status, 202)
})

root.test('the frame is written before the job counts, a small one with it', async t => {
  const key = await service.key('government')
  const { jobs } = service.app.gateway
  const { submit, writeFrame } = jobs
  const calls: string[] = []
  Object.assign(jobs, {
    writeFrame: async (...args: Parameters<typeof writeFrame>) => {
      calls.push('frame')
      await writeFrame(...args)
    },
    submit: (...args: Parameters<typeof submit>) => {
      calls.push('submit')
      return submit(...args)
    },
  })
  t.equal((await service.call(SUBMIT, { key, body })).status, 202)
  t.same(calls, ['submit'])
  t.equal((await service.call(SUBMIT, { key, body: { tasks: chain(20_000) } })).status, 202)
  t.same(calls, ['submit', 'frame', 'submit'])
})

root.test('past the memory budget submissions wait, nothing is lost, and room comes back', async t => {
  const account = () => service.key('government', { callsPerWindow: 'unlimited' })
  let key = await account()
  const accepted: (readonly [path: string, key: string])[] = []
  let refused: Awaited<ReturnType<TestService['call']>> | undefined
  for (let i = 0; i < 200 && refused === undefined; i++) {
    const answer = await service.call(SUBMIT, { key, body: { tasks: chain(5_000) } })
    if (answer.status === 202) accepted.push([answer.json.polling_url, key])
    // an account has its share: the next one goes on
    else if (answer.status === 429) key = await account()
    else refused = answer
  }
  t.equal(refused?.status, 503)
  t.equal(refused?.json.code, 'capacity_exceeded')
  t.ok(Number(refused?.headers['retry-after']) >= 1)
  t.ok(accepted.length > 3, `${accepted.length} were taken before`)
  for (const [path, owner] of accepted) t.equal((await service.call(path, { key: owner })).json.status, 'queued')
  t.equal((await service.call(CPM, { key, body })).status, 200, 'synchronous calls need no room there')
  for (const [path, owner] of accepted) await service.call(`${path}/cancel`, { key: owner, method: 'POST' })
  await until('there is room again', async () => (await service.call(SUBMIT, { key, body })).status === 202)
})

root.test('a burst between two questions to the store stays within the budget', async t => {
  const { queueGuard } = service.app.gateway
  await until('there is room', () => queueGuard.refusal(2 ** 19) === undefined)
  t.equal(await queueGuard.admit(roomBytes(queueGuard.memory!, 'government') - 2 ** 18, 'government'), undefined)
  t.equal(queueGuard.refusal(2 ** 19)?.code, 'capacity_exceeded')
  await until('there is room', () => queueGuard.refusal(2 ** 19) === undefined)
  t.pass('what never came is forgotten')
})

root.test('the store away: submissions and jobs are 503, and a new connection is asked again', async t => {
  const key = await service.key('starter')
  const { json } = await service.call(SUBMIT, { key, body })
  await service.stopRedis()
  await until('the guard knows', () => service.app.gateway.queueGuard.refusal(0) !== undefined)
  t.equal(service.app.gateway.queueGuard.refusal(0)?.code, 'store_unavailable')
  for (const [path, options] of [
    [SUBMIT, { body }],
    [SUBMIT, { body, headers: { 'idempotency-key': 'k' } }],
    [json.polling_url, {}],
    ['/api/v1/jobs', {}],
    [`${json.polling_url}/cancel`, { method: 'POST' }],
  ] as const) {
    const { status, json, headers } = await service.call(path, { key, ...options })
    t.equal(`${status} ${json.code}`, '503 store_unavailable', path)
    t.ok(Number(headers['retry-after']) >= 1)
  }
})
