/** Submissions, results and the end of an account where large things lie in a store of objects. */
import { createHash } from 'node:crypto'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { dataFolder } from '../../../../shared/test/data-folder.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { until } from '../../../../shared/test/until.ts'
import { beginDeletion, finishDeletion } from '../../../store/delete-account.ts'
import { bothWays, ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const folder = join(dataFolder(t), 'objects')
const service = await startService(t, { OBJECT_STORE: pathToFileURL(folder).href, CPM_SYNC_TASK_LIMIT: '10000' })
await startNode(t, service)
const idOf = (i: number): string => createHash('sha256').update(String(i)).digest('hex')
/** With ids that no compressor makes short. */
const LARGE = {
  tasks: Array.from({ length: 4_000 }, (_, i) => ({
    id: idOf(i),
    duration_days: 1,
    predecessors: i === 0 ? [] : [idOf(i - 1)],
  })),
}

const files = (): number =>
  readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length
const takeAway = (): void => renameSync(folder, `${folder}-away`)
const bringBack = (): void => renameSync(`${folder}-away`, folder)
const isReadyWith = async (state: string): Promise<boolean> =>
  (await service.call('/ready')).json.checks.objects === state

t.test('a large submission is the job of the call, and leaves nothing large in Redis', async t => {
  const key = await service.key('government')
  const { result, direct } = await bothWays(service, CPM, { key, body: LARGE })
  t.ok(isDeepStrictEqual(result, direct))
  t.same(await namesOf(service.redis, '*:result:*'), [])
  t.same(await namesOf(service.redis, '*:frame:*'), [])
  await until('its frame is gone, its result is kept', () => files() === 1)
})

t.test('parts, encodings and the record of a result in an object', async t => {
  const key = await service.key('government')
  const path = jobPath(await submitted(service, CPM, { key, body: LARGE }))
  await ended(service, key, path)
  const whole = await service.call(`${path}/result`, { key })
  t.equal(whole.status, 200)
  t.ok(isDeepStrictEqual((await service.call(path, { key })).json.result, whole.json))
  const part = await service.call(`${path}/result`, { key, headers: { range: 'bytes=300000-300099' } })
  t.equal(part.status, 206)
  t.ok(part.bytes.equals(whole.bytes.subarray(300_000, 300_100)))
  const packed = await service.call(`${path}/result`, { key, headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.equal((await service.call(path, { key, method: 'DELETE' })).status, 204)
})

t.test('without its store large things get 503, small ones go on, and nothing is lost', async t => {
  const key = await service.key('government')
  const path = jobPath(await submitted(service, CPM, { key, body: LARGE }))
  await ended(service, key, path)
  const { bytes } = await service.call(`${path}/result`, { key })
  t.ok(await isReadyWith('ok'))
  takeAway()
  for (const [what, answer] of [
    ['result', await service.call(`${path}/result`, { key })],
    ['job with its result', await service.call(path, { key })],
    ['submission', await service.call(`${CPM}/async`, { key, body: LARGE })],
    ['once more', await service.call(`${CPM}/async`, { key, body: LARGE })],
  ] as const) {
    t.equal(answer.status, 503, what)
    t.equal(answer.json.code, 'store_unavailable')
    t.match(answer.json.detail, 'The store for large schedules and results cannot be reached.')
    t.ok(Number(answer.headers['retry-after']) >= 1)
  }
  const ready = await service.call('/ready')
  t.equal(ready.status, 200, 'balancers go on sending')
  t.equal(ready.json.checks.objects, 'failed')
  t.equal((await service.call(`${path}?include_result=false`, { key })).status, 200)
  const { json } = await ended(
    service,
    key,
    jobPath(await submitted(service, CPM, { key, body: { tasks: FOUR_TASKS } })),
  )
  t.equal(json.status, 'completed')
  bringBack()
  await until('it is back', () => isReadyWith('ok'))
  t.ok(bytes.equals((await service.call(`${path}/result`, { key })).bytes))
  t.equal((await service.call(`${CPM}/async`, { key, body: LARGE })).status, 202)
})

t.test('a refused call costs no unit, and its Idempotency-Key is free again', async t => {
  const key = await service.key('government')
  const headers = { 'idempotency-key': 'one' }
  const remaining = async () => (await service.call('/api/v1/account/tier', { key })).json.monthly_calls_remaining
  const before = await remaining()
  takeAway()
  t.equal((await service.call(`${CPM}/async`, { key, body: LARGE, headers })).status, 503)
  bringBack()
  t.equal(await remaining(), before)
  await until('it is back', () => isReadyWith('ok'))
  t.equal((await service.call(`${CPM}/async`, { key, body: LARGE, headers })).status, 202)
  const again = await service.call(`${CPM}/async`, { key, body: LARGE, headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
})

t.test('an account that ends takes its objects along, and waits for their store to do so', async t => {
  const { text: key, accountId } = await service.keyRecord('government')
  const path = jobPath(await submitted(service, CPM, { key, body: LARGE }))
  await ended(service, key, path)
  const { redis, jobs } = service.app.gateway
  const ofAccount = (): string[] =>
    readdirSync(join(folder, 'objects'), { recursive: true }).filter(name =>
      String(name).includes(accountId),
    ) as string[]
  t.ok(ofAccount().length > 0)
  await beginDeletion(redis, accountId, 'test')
  takeAway()
  await t.rejects(finishDeletion(redis, jobs, accountId, 'test'), { name: 'ObjectsUnavailable' })
  bringBack()
  await until('it is back', () => isReadyWith('ok'))
  await finishDeletion(redis, jobs, accountId, 'test')
  t.same(ofAccount(), [])
})
