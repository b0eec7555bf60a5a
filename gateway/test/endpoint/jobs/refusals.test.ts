import { randomUUID } from 'node:crypto'
import t from 'tap'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const JOBS = '/api/v1/jobs'
const body = { tasks: FOUR_TASKS }
const service = await startService(t)

/** Calls that name a job. */
const CALLS = [
  ['GET', ''],
  ['GET', '?include_result=false'],
  ['GET', '/result'],
  ['POST', '/cancel'],
  ['DELETE', ''],
] as const

t.test("another account's job is like one that never was, byte for byte", async t => {
  const owner = await service.key('starter')
  const location = jobPath(await submitted(service, CPM, { key: owner, body }))
  const strangers = [await service.key('starter'), await service.key('government'), await service.key('demo')]
  for (const key of strangers) {
    for (const [method, rest] of CALLS) {
      const headers = { 'x-request-id': 'same' }
      const [foreign, unknown, malformed] = await Promise.all(
        [location, `${JOBS}/${randomUUID()}`, `${JOBS}/nothing`].map(path =>
          service.call(path + rest, { key, method, headers }),
        ),
      )
      t.equal(foreign!.status, 404)
      t.equal(foreign!.json.code, 'job_not_found')
      t.ok(foreign!.bytes.equals(unknown!.bytes), `${method} ${rest}`)
      t.ok(foreign!.bytes.equals(malformed!.bytes), `${method} ${rest}, not an id at all`)
      t.same(Object.keys(foreign!.headers), Object.keys(unknown!.headers))
    }
    t.same((await service.call(JOBS, { key })).json.jobs, [])
  }
  for (const [method, rest] of CALLS) t.equal((await service.call(location + rest, { method })).status, 401)
  t.equal((await service.call(location, { key: owner })).json.status, 'queued', 'nobody touched it')
})

t.test('an id is found in either case of its letters, and the store is read only for an id', async t => {
  const key = await service.key('starter')
  const location = jobPath(await submitted(service, CPM, { key, body }))
  const jobId = location.split('/').at(-1)!
  t.equal((await service.call(`${JOBS}/${jobId.toUpperCase()}`, { key })).status, 200)
  for (const odd of ['*', `${jobId}:0`, `${jobId}%00`, '..%2F..', '%7Bj:1%7D']) {
    t.equal((await service.call(`${JOBS}/${odd}`, { key })).status, 404, odd)
  }
})

t.test('409 for what does not fit the state of the job', async t => {
  const key = await service.key('starter')
  const queued = jobPath(await submitted(service, CPM, { key, body }))
  const early = await service.call(`${queued}/result`, { key })
  t.equal(`${early.status} ${early.json.code}`, '409 job_not_finished')
  t.match(early.json.detail, 'queued')
  await service.call(`${queued}/cancel`, { key, method: 'POST' })
  const none = await service.call(`${queued}/result`, { key })
  t.equal(`${none.status} ${none.json.code}`, '409 job_without_result')

  const done = jobPath(await submitted(service, CPM, { key, body }))
  await startNode(t, service)
  await ended(service, key, done)
  const late = await service.call(`${done}/cancel`, { key, method: 'POST' })
  t.equal(`${late.status} ${late.json.code}`, '409 job_finished')
  t.match(late.json.detail, 'completed')
  t.equal((await service.call(done, { key })).json.status, 'completed')
})

t.test('a failed job says why, in a code and a sentence', async t => {
  const key = await service.key('starter')
  const location = jobPath(await submitted(service, CPM, { key, body }))
  const [frame] = await namesOf(service.redis, `{j:*}:frame:${location.split('/').at(-1)}:0`)
  await service.redis.set(frame!, 'no frame at all')
  await startNode(t, service)
  const { json } = await ended(service, key, location)
  t.equal(json.status, 'failed')
  t.match(json.error, { code: /^[a-z_]+$/, detail: /^[A-Z].*\.$/ })
  t.ok(json.completed_at)
  t.notOk('result' in json)
  t.equal((await service.call(`${location}/result`, { key })).json.code, 'job_without_result')
})

t.test('422 for a query that cannot be read, naming each fault', async t => {
  const key = await service.key('starter')
  const table = [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?status=done', 'status'],
    ['?cursor=%20', 'cursor'],
    ['?cursor=garbage', 'cursor'],
    [`?cursor=${'9'.repeat(201)}`, 'cursor'],
  ] as const
  for (const [query, name] of table) {
    const { status, json } = await service.call(JOBS + query, { key })
    t.equal(status, 422, query)
    t.equal(json.code, 'validation')
    t.same(json.detail[0].loc, ['query', name])
    t.match(json.detail[0].msg, new RegExp(`^${name} .*, not "?`))
  }
  const said = async (query: string) => (await service.call(JOBS + query, { key })).json.detail[0].msg
  t.equal(await said('?limit=0'), 'limit must be at least 1, not 0.')
  t.match(await said('?status=done'), /^status must be one of queued, processing, .*, not "done"\.$/)
  t.equal((await service.call(`${JOBS}?limit=0&status=x`, { key })).json.error_count, 2)
  t.equal((await service.call(`${JOBS}/${randomUUID()}?include_result=maybe`, { key })).status, 422)
})

t.test('polling has a window five times that of analyses, and costs nothing of the month', async t => {
  const key = await service.key('starter', { callsPerWindow: 2 })
  const location = jobPath(await submitted(service, CPM, { key, body }))
  for (let i = 0; i < 10; i++) t.equal((await service.call(location, { key })).status, 200)
  t.equal((await service.call(location, { key })).status, 429)
})
