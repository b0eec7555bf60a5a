/** T25 to T28: bodies made to hurt. Times and memory are measured in test/reliability; here every answer is looked at. */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { CPM, chain, FOUR_TASKS, VALIDATE } from '../helpers/networks.ts'
import { type Answer, startService } from '../helpers/service.ts'
import { hostileBodies } from './helpers/hostile-bodies.ts'

const ROUTES = [CPM, VALIDATE, '/api/v1/resources/allocate']
/** What stands before a schedule in a message. */
const MESSAGE_HEAD = Buffer.from(
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analysis_cpm","arguments":',
)
const ALLOWED = new Set([200, 400, 402, 413, 422, 501])

/** What is missing of the place that a refusal names. */
function placeless({ status, json }: Answer): string | undefined {
  if (status === 422) {
    const faults = json.detail as { loc: (string | number)[]; msg: string }[]
    return faults.length > 0 && faults.every(({ loc, msg }) => loc[0] === 'body' && msg !== '') ? undefined : 'loc'
  }
  if (json.code === 'body_syntax') return /at byte \d+/.test(json.detail) ? undefined : 'byte'
  if (json.code === 'duplicate_id') return /tasks\.\d+/.test(json.detail) ? undefined : 'tasks'
  return undefined
}

t.test('no body is answered with 5xx, and every refusal names its place (T25)', async t => {
  const service = await startService(t)
  const faults: unknown[] = []
  service.app.gateway.log.error = (...facts: unknown[]) => void faults.push(facts)
  const key = await service.key('government', { callsPerWindow: 'unlimited' })
  const good = { tasks: FOUR_TASKS }
  const before = (await service.call(CPM, { key, body: good })).json.data
  const bodies = hostileBodies()
  t.ok(bodies.size >= 40, `${bodies.size} bodies`)
  for (const route of ROUTES) {
    const statuses = new Map<number, number>()
    for (const [name, { mediaType, bytes }] of bodies) {
      const answer = await service.call(route, {
        method: 'POST',
        key,
        body: bytes,
        headers: { 'content-type': mediaType },
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (!ALLOWED.has(answer.status)) t.fail(`${route}, ${name}: ${answer.status} ${answer.bytes.subarray(0, 300)}`)
      if (placeless(answer)) t.fail(`${route}, ${name}: no ${placeless(answer)} in ${answer.bytes.subarray(0, 300)}`)
    }
    t.comment(`${route}: ${JSON.stringify([...statuses])}`)
  }
  const outcomes = new Map<string, number>()
  for (const [name, { mediaType, bytes }] of bodies) {
    if (mediaType !== 'application/json') continue
    const body = Buffer.concat([MESSAGE_HEAD, bytes, Buffer.from('}}')])
    const { status, json } = await service.call('/mcp', { key, body })
    const outcome = json.error === undefined ? `isError ${json.result.isError}` : `error ${json.error.code}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (![200, 400, 413].includes(status)) t.fail(`message, ${name}: ${status} ${JSON.stringify(json).slice(0, 300)}`)
  }
  t.comment(`messages: ${JSON.stringify([...outcomes])}`)
  t.ok(outcomes.has('error -32700') && outcomes.has('isError true'), 'some cannot be read, some are refused when read')
  t.same(faults, [])
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
  t.same((await service.call(CPM, { key, body: good })).json.data, before, 'the threads answer as before')
})

t.test('a million small values beside the tasks are too many to be checked one by one', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  for (const value of ['8', '1', '""', '{}']) {
    const body = `{"tasks":[{"id":"A"}],"calendar":{"work_days":[${`${value},`.repeat(999_999)}${value}]}}`
    const { status, json } = await service.call(CPM, { key, body })
    t.same([status, json.error_count], [422, 1], value)
    t.same([json.detail[0].loc, json.detail[0].type], [['body'], 'length'], value)
  }
})

t.test('ids that are far too long are shown cut, so that an answer is not larger than what was sent', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  const long = 'x'.repeat(2 ** 19)
  const tasks = [
    { id: `${long}1`, duration_days: 'a', predecessors: [`${long}1`, `${long}2`] },
    { id: `${long}2`, duration_days: -1, percent_complete: 'b', planned_start: 'c', planned_finish: 'd', name: 5 },
    { id: `${long}2`, constraint_type: 'e' },
  ]
  const body = JSON.stringify({ tasks, options: { include_details: true } })
  const { status, bytes, json } = await service.call(VALIDATE, { key, body })
  t.equal(status, 200)
  t.equal(json.data.valid, false)
  t.ok(bytes.length < 100_000, `${bytes.length} bytes for ${body.length}`)
})

t.test('a bomb is refused at the limit of its tier, and without a key it is not looked at (T26)', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  const blank = Buffer.alloc(64 * 2 ** 20, ' ')
  const bombs = {
    gzip: gzipSync(blank),
    br: brotliCompressSync(blank, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    zstd: zstdCompressSync(blank),
  }
  for (const [encoding, body] of Object.entries(bombs)) {
    t.ok(body.length < blank.length / 500, `${encoding}: ${body.length} bytes`)
    const headers = { 'content-encoding': encoding }
    const answer = await service.call(CPM, { key, body, headers })
    t.same([answer.status, answer.json.code], [413, 'payload_too_large'], encoding)
    const stranger = await service.call(CPM, { body, headers })
    t.equal(stranger.status, 401, encoding)
    const twice = await service.call(CPM, {
      key,
      body: gzipSync(body),
      headers: { 'content-encoding': `gzip, ${encoding}` },
    })
    t.equal(twice.status, 415, 'one encoding only')
    const cut = await service.call(CPM, { key, body: body.subarray(0, 8), headers })
    t.equal(cut.status, 400, `${encoding}, cut off`)
  }
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})

t.test('chain, star, ladder and ring of 10,000 tasks: right, or the cycle is named (T28)', async t => {
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '10000' })
  const key = await service.key('government')
  const count = 10_000
  const tasks = (predecessorsOf: (i: number) => number[]) =>
    Array.from({ length: count }, (_, i) => ({
      id: `T${i}`,
      duration_days: 1,
      predecessors: predecessorsOf(i).map(from => `T${from}`),
    }))
  const shapes: readonly (readonly [string, number, (i: number) => number[]])[] = [
    ['chain', count, i => (i === 0 ? [] : [i - 1])],
    ['chain, last first', count, i => (i === count - 1 ? [] : [i + 1])],
    ['star', 2, i => (i === 0 ? [] : [0])],
    ['star, inwards', 2, i => (i === 0 ? Array.from({ length: count - 1 }, (_, n) => n + 1) : [])],
    ['ladder', count / 2, i => (i < 2 ? [] : [i - 2, i - (i % 2 === 0 ? 1 : 3)].filter(from => from >= 0))],
  ]
  for (const [name, days, predecessorsOf] of shapes) {
    const { status, json } = await service.call(CPM, { key, body: { tasks: tasks(predecessorsOf) } })
    t.same([status, json.data?.project_duration_days], [200, days], name)
  }
  const ring = await service.call(CPM, { key, body: { tasks: tasks(i => [(i + 1) % count]) } })
  t.same([ring.status, ring.json.code], [400, 'dependency_cycle'])
  t.match(ring.json.detail, /T\d+ -> T\d+ -> /)
  t.ok(ring.bytes.length < 10_000, 'a long cycle is named in few words')
  t.equal((await service.call(CPM, { key, body: { tasks: chain(10) } })).status, 200)
})
