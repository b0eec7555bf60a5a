import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import root, { type Test } from 'tap'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { until } from '../../../../shared/test/until.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const JOBS = '/api/v1/jobs'
const body = { tasks: FOUR_TASKS }
const service = await startService(root)

root.test('jobs of the account, newest first, by state and page by page', async t => {
  const key = await service.key('government')
  const other = await service.key('starter')
  await submitted(service, CPM, { key: other, body })
  const paths: string[] = []
  for (let i = 0; i < 7; i++) paths.push(jobPath(await submitted(service, CPM, { key, body })))
  await service.call(`${paths[2]}/cancel`, { key, method: 'POST' })
  const list = async (query: string) => (await service.call(`${JOBS}?${query}`, { key })).json
  const all = await list('')
  t.same(
    all.jobs.map((job: { polling_url: string }) => job.polling_url),
    paths.toReversed(),
  )
  t.equal(all.next_cursor, null)
  const seen: string[] = []
  let cursor = ''
  let pages = 0
  do {
    const page = await list(`limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
    t.ok(page.jobs.length <= 3)
    seen.push(...page.jobs.map((job: { polling_url: string }) => job.polling_url))
    cursor = page.next_cursor ?? ''
    pages++
  } while (cursor !== '' && pages < 10)
  t.same(seen, paths.toReversed())
  t.same(
    (await list('status=cancelled')).jobs.map((job: { polling_url: string }) => job.polling_url),
    [paths[2]],
  )
  t.equal((await list('status=queued')).jobs.length, 6)
  t.same((await list('status=completed')).jobs, [])
  t.same((await list('unknown=1')).jobs.length, 7, 'names of no meaning are passed over')
  t.notOk('result' in all.jobs[0])
})

/** Tasks that wait for three crews in turn: a search among them goes on to its last schedule. */
const crews = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `T${n}`,
    duration_days: 1 + ((n * 7) % 11),
    predecessors: n < 3 ? [] : [`T${n - 3 - (n % 2)}`].filter(id => id !== 'T-1'),
    resource: `Crew ${(n * 5) % 3}`,
  }))

/** A long job says how far it is, and stops when it is cancelled. */
async function cancelledWhileRunning(t: Test): Promise<void> {
  const key = await service.key('government')
  const path = '/api/v1/analysis/levelling'
  const long = { effort: 'best', objective: 'least_change', schedules_max: 500_000 }
  const body = { tasks: crews(200), status_date: '2026-03-02', options: long }
  const job = jobPath(await submitted(service, path, { key, body }))
  const seen: { done: number }[] = []
  await until('it has come on twice', async () => {
    const { progress } = (await service.call(job, { key })).json
    // before the search it tells passes, which a slow machine has time to see
    if (progress?.unit === 'schedules' && progress.done !== seen.at(-1)?.done) seen.push(progress)
    return seen.length === 2
  })
  t.match(seen[0], { of: 500_000, unit: 'schedules', best_finish: /^202\d-\d\d-\d\d$/, at: /^2/ })
  t.ok(0 < seen[0]!.done && seen[0]!.done < seen[1]!.done)
  t.ok('progress' in (await service.call(JOBS, { key })).json.jobs[0], 'the list has it, too')
  const { status, json } = await service.call(job, { key, method: 'DELETE' })
  t.match({ status, json }, { status: 200, json: { status: 'cancelled', attempts: 1 } })
  t.notOk('progress' in json)
  await pause(100)
  t.equal((await service.call(job, { key })).json.status, 'cancelled')
  t.equal((await service.call(job, { key, method: 'DELETE' })).status, 204, 'it has ended: now it is removed')
  t.equal((await service.call(job, { key })).status, 404)
}

/** A long job that is told to finish completes with its best schedule so far. */
async function finishedWhileRunning(t: Test): Promise<void> {
  const key = await service.key('government')
  const long = { effort: 'best', objective: 'least_change', schedules_max: 500_000 }
  const sent = { tasks: crews(200), status_date: '2026-03-02', options: long }
  const job = jobPath(await submitted(service, '/api/v1/analysis/levelling', { key, body: sent }))
  await until('it searches', async () => (await service.call(job, { key })).json.progress?.unit === 'schedules')
  const told = await service.call(`${job}/finish`, { key, method: 'POST' })
  t.match(told, { status: 200, json: { status: 'processing', queue_position: null } })
  const { json } = await ended(service, key, job)
  t.match(json, { status: 'completed', attempts: 1, result: { data: { settings: { ended_by: 'time' } } } })
  const { schedules, schedules_max } = json.result.data.settings
  t.ok(0 < schedules && schedules < schedules_max, `${schedules} of ${schedules_max}`)
  const again = await service.call(`${job}/finish`, { key, method: 'POST' })
  t.match(again, { status: 200, json: { status: 'completed' } }, 'one that has ended stays as it is')
  const other = await service.key('starter')
  t.equal((await service.call(`${job}/finish`, { key: other, method: 'POST' })).status, 404, 'for its owner alone')
}

root.test('cancelling takes a job out of the queue for good, and stops one that runs', async t => {
  const key = await service.key('starter')
  const location = jobPath(await submitted(service, CPM, { key, body }))
  const { status, json } = await service.call(`${location}/cancel`, { key, method: 'POST' })
  t.equal(status, 200)
  t.match(json, { status: 'cancelled', queue_position: null, attempts: 0 })
  t.ok(json.completed_at >= json.created_at)
  const again = await service.call(`${location}/cancel`, { key, method: 'POST' })
  t.equal(again.status, 200)
  t.same(again.json, json, 'a second cancel is answered like the first')
  await startNode(t, service)
  const later = jobPath(await submitted(service, CPM, { key, body }))
  await ended(service, key, later)
  t.equal((await service.call(location, { key })).json.status, 'cancelled')
  await cancelledWhileRunning(t)
  await finishedWhileRunning(t)
})

root.test('a job on its way and at its end', async t => {
  const key = await service.key('starter')
  const first = jobPath(await submitted(service, CPM, { key, body }))
  const second = jobPath(await submitted(service, CPM, { key, body }))
  const waiting = await service.call(second, { key })
  t.match(waiting.json, { status: 'queued', queue_position: 1, attempts: 0, started_at: null, completed_at: null })
  t.notOk('result' in waiting.json || 'result_url' in waiting.json || 'error' in waiting.json)
  t.equal(waiting.json.endpoint, CPM)
  t.equal(waiting.json.task_count, 4)
  t.equal((await service.call(first, { key })).json.queue_position, 0)
  t.equal(waiting.headers['cache-control'], 'no-store')

  await startNode(root, service)
  const { json } = await ended(service, key, second)
  t.match(json, { status: 'completed', queue_position: null, attempts: 1, result_url: `${second}/result` })
  t.ok(json.created_at <= json.started_at && json.started_at <= json.completed_at)
  t.equal(json.result.data.project_duration_days, 12)
  t.equal(Object.keys(json).at(-1), 'result', 'the result is the last member')
  const bare = await service.call(`${second}?include_result=false`, { key })
  t.notOk('result' in bare.json)
  const { result, ...facts } = json
  t.same(bare.json, facts)
})

root.test('a large result: whole, in every encoding, by HEAD, and with its length', async t => {
  const key = await service.key('government')
  const location = jobPath(await submitted(service, CPM, { key, body: { tasks: chain(20_000) } }))
  const job = await ended(service, key, location)
  t.ok(job.bytes.length > 5 * 2 ** 20, 'many chunks')
  t.equal(Number(job.headers['content-length']), job.bytes.length)
  const call = { key, headers: { 'x-request-id': 'same' } }
  for (const path of [location, `${location}/result`]) {
    const plain = await service.call(path, call)
    t.equal(plain.headers['content-encoding'], undefined)
    for (const [encoding, decode] of [
      ['zstd', zstdDecompressSync],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await service.call(path, { key, headers: { ...call.headers, 'accept-encoding': encoding } })
      t.equal(packed.headers['content-encoding'], encoding)
      t.ok(packed.bytes.length < plain.bytes.length / 4, encoding)
      t.ok(decode(packed.bytes).equals(plain.bytes), `${encoding} unpacks to the plain answer`)
    }
    const head = await service.call(path, { ...call, method: 'HEAD' })
    t.equal(head.bytes.length, 0)
    t.equal(Number(head.headers['content-length']), plain.bytes.length)
  }
  const result = await service.call(`${location}/result`, call)
  t.same(result.json.data, job.json.result.data)
})

root.test('a reader that pauses gets the whole result; one that leaves stops the reading of it', async t => {
  const key = await service.key('government')
  const location = jobPath(await submitted(service, CPM, { key, body: { tasks: chain(60_000) } }))
  const whole = (await ended(service, key, location)).bytes.length
  const { jobs } = service.app.gateway
  const { readResult } = jobs
  let chunkCount = 0
  let openCount = 0
  Object.assign(jobs, {
    async *readResult(...args: Parameters<typeof readResult>) {
      openCount++
      try {
        for await (const chunk of readResult(...args)) {
          chunkCount++
          yield chunk
        }
      } finally {
        openCount--
      }
    },
  })
  const headers = { 'x-api-key': key }
  for (const encoding of ['identity', 'gzip']) {
    chunkCount = 0
    const slow = await fetch(service.url + location, { headers: { ...headers, 'accept-encoding': encoding } })
    const reader = slow.body!.getReader()
    await reader.read()
    await pause(300)
    const readBeforePause = chunkCount
    let bytes = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.byteLength
    t.ok(bytes > whole - 2 ** 20, `${encoding}: all of it came`)
    if (encoding === 'identity') t.ok(readBeforePause < chunkCount, 'the store is read no faster than the client reads')
    await until('the source is closed', () => openCount === 0)

    chunkCount = 0
    const leaving = new AbortController()
    const left = await fetch(service.url + location, {
      headers: { ...headers, 'accept-encoding': encoding },
      signal: leaving.signal,
    })
    await left.body!.getReader().read()
    leaving.abort()
    await until(`${encoding}: the source is closed when the client leaves`, () => openCount === 0)
  }
  await until('no call is left', () => service.app.inFlight() === 0)
})

root.test('a result that is gone in the middle of its download cuts the connection', async t => {
  const key = await service.key('government')
  const location = jobPath(await submitted(service, CPM, { key, body: { tasks: chain(20_000) } }))
  await ended(service, key, location)
  const chunks = await namesOf(service.redis, `{j:*}:result:${location.split('/').at(-1)}:*`)
  await service.redis.del(chunks.find(name => name.endsWith(':9'))!)
  await t.rejects(service.call(location, { key }), 'it is not taken for a whole one')
  await t.rejects(service.call(location, { key, headers: { 'accept-encoding': 'gzip' } }))
  t.equal((await service.call('/health')).status, 200)
  await until('no call is left', () => service.app.inFlight() === 0)
})

root.test('deleting a finished job leaves nothing of it', async t => {
  const key = await service.key('starter')
  const location = jobPath(await submitted(service, CPM, { key, body }))
  const jobId = location.split('/').at(-1)!
  await ended(service, key, location)
  const answer = await service.call(location, { key, method: 'DELETE' })
  t.equal(answer.status, 204)
  t.equal(answer.bytes.length, 0)
  t.equal(answer.headers['content-length'], undefined)
  t.equal((await service.call(location, { key })).status, 404)
  t.equal((await service.call(`${location}/result`, { key })).status, 404)
  t.equal((await service.call(location, { key, method: 'DELETE' })).status, 404)
  t.same((await service.call(JOBS, { key })).json.jobs, [])
  t.same(
    (await namesOf(service.redis, `*${jobId}*`)).filter(name => !name.includes(':removed:')),
    [],
  )
})
