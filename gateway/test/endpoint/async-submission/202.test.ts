import { gzipSync } from 'node:zlib'
import { Packr } from 'msgpackr'
import t from 'tap'

import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, chain, FOUR_TASKS, richTasks, VALIDATE } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('government', { callsPerWindow: 'unlimited' })

/** Bytes of an envelope that belong to the result, without those of the reply. */
const ofResult = (bytes: Buffer): string => bytes.toString().replace(/,"endpoint":"[^"]*","request_id":.*$/s, '')

t.test('an accepted submission says where its job is', async t => {
  const { status, json, headers } = await service.call(`${CPM}/async`, { key, body: { tasks: FOUR_TASKS } })
  t.equal(status, 202)
  t.same(Object.keys(json), ['job_id', 'status', 'created_at', 'polling_url'])
  t.equal(json.status, 'queued')
  t.match(json.job_id, /^[0-9a-f-]{36}$/)
  t.equal(json.polling_url, `/api/v1/jobs/${json.job_id}`)
  t.equal(headers.location, json.polling_url)
  t.ok(Math.abs(Date.parse(json.created_at) - Date.now()) < 60_000)
  t.equal(headers['idempotent-replayed'], undefined)
})

t.test('a job ends with the bytes of the synchronous answer', async t => {
  const bodies = [
    [CPM, { tasks: FOUR_TASKS }],
    [CPM, { tasks: richTasks, status_date: '2026-03-20', options: { include_network_details: true }, unknown: 1 }],
    [CPM, { tasks: richTasks, calendar: 'working_days', options: { relationship_types: ['FS'] } }],
    [VALIDATE, { tasks: richTasks, options: { include_details: true } }],
    [VALIDATE, { tasks: [{ id: 'A', predecessors: ['A'], duration_days: 'soon' }, { id: 'A' }, {}] }],
  ] as const
  for (const [path, body] of bodies) {
    const answer = await service.call(path, { key, body })
    t.equal(answer.status, 200, JSON.stringify(answer.json?.detail))
    const submission = await submitted(service, path, { key, body })
    const location = jobPath(submission)
    const job = await ended(service, key, location)
    t.equal(job.json.status, 'completed', JSON.stringify(job.json.error))
    const result = await service.call(`${location}/result`, { key })
    t.equal(ofResult(result.bytes), ofResult(answer.bytes))
    const { metadata } = result.json
    t.equal(metadata.endpoint, path)
    t.equal(metadata.request_id, submission.headers['x-request-id'], 'the result carries the id of its submission')
    t.same(job.json.result.data, answer.json.data, 'the embedded result is the same')
    t.equal(job.json.result.metadata.request_id, submission.headers['x-request-id'])
  }
})

t.test('the rich schedule of these tests has something in nearly every field', async t => {
  const used = new Set(richTasks.flatMap(task => Object.keys(task)))
  t.ok(TASK_FIELDS.filter(({ name }) => used.has(name)).length >= 16)
})

t.test('msgpack and compressed bodies become the same job', async t => {
  const forms = [
    {
      body: new Packr({ useRecords: false }).pack({ tasks: richTasks }),
      headers: { 'content-type': 'application/msgpack' },
    },
    { body: gzipSync(JSON.stringify({ tasks: richTasks })), headers: { 'content-encoding': 'gzip' } },
  ]
  const answer = await service.call(CPM, { key, body: { tasks: richTasks } })
  for (const form of forms) {
    const location = jobPath(await submitted(service, CPM, { key, ...form }))
    await ended(service, key, location)
    t.equal(ofResult((await service.call(`${location}/result`, { key })).bytes), ofResult(answer.bytes))
  }
})

t.test('more tasks than a synchronous call takes', async t => {
  const body = { tasks: chain(20_000) }
  t.equal((await service.call(CPM, { key, body })).status, 413)
  const location = jobPath(await submitted(service, CPM, { key, body }))
  const { json } = await ended(service, key, location)
  t.equal(json.status, 'completed')
  t.equal(json.task_count, 20_000)
  t.equal(json.result.data.tasks.length, 20_000)
  t.equal(json.result.data.tasks.at(-1).early_finish, json.result.data.project_duration_days)
})

t.test('callback_url: null is no callback, and the member does not change the result', async t => {
  const plain = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  const location = jobPath(await submitted(service, CPM, { key, body: { callback_url: null, tasks: FOUR_TASKS } }))
  const { json } = await ended(service, key, location)
  t.equal(json.result.metadata.input_sha256, plain.json.metadata.input_sha256)
  t.same(json.result.metadata.ignored_fields, [])
  t.same((await service.call('/api/v1/webhooks/deliveries', { key })).json.deliveries, [])
})

t.test('an accepted job is a unit of the month, whatever becomes of it', async t => {
  const starter = await service.key('starter')
  const remaining = async () =>
    (await service.call('/api/v1/account/tier', { key: starter })).json.limits.monthly_calls_remaining
  const before = await remaining()
  const location = jobPath(await submitted(service, CPM, { key: starter, body: { tasks: FOUR_TASKS } }))
  await service.call(`${location}/cancel`, { key: starter, method: 'POST' })
  await ended(service, starter, location)
  t.equal(await remaining(), before - 1)
})
