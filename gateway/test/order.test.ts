/**
 * The order of refusals as one table: a call that breaks every rule from a line downwards is refused by that line.
 * Each line repairs one thing more, so a line that moved up or down the order shows.
 */

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { serviceRows } from '../../shared/contract/endpoint/service.ts'
import { startService, type TestService } from './helpers/service.ts'

const CPM = '/api/v1/analysis/cpm'
const json = { 'content-type': 'application/json' }

const tasks = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `T${i}`, duration_days: 1 }))
const faulty = (list: unknown[]) => ({ tasks: [...list, { id: 5 }, { id: 'X', predecessors: ['X'] }] })

const UNKNOWN_KEY = 'sis_live_0000000000000000000000000000000000000000000_000000'
const isFixedPost = (row: (typeof serviceRows)[number]) => row.method === 'POST' && !row.path.includes('{')
const notBuilt = serviceRows.filter(row => row.pending && isFixedPost(row)).map(({ path }) => path)

type Row = readonly [name: string, status: number, code: string, call: Parameters<TestService['call']>]

/** Two bodies, and keys by what is wrong with them. */
type Parts = Readonly<
  Record<'overlong' | 'inflatesTooFar', Buffer> &
    Record<'suspended' | 'windowless' | 'monthless' | 'free' | 'demo', string>
>

function refusals({ overlong, inflatesTooFar, suspended, windowless, monthless, free, demo }: Parts): readonly Row[] {
  return [
    ['unknown path', 404, 'path_not_found', ['/api/v1/nothing', { body: overlong, key: UNKNOWN_KEY }]],
    ['wrong method', 405, 'method_not_allowed', [CPM, { method: 'PUT', body: overlong, key: UNKNOWN_KEY }]],
    ['moved', 308, 'path_retired', ['/api/v1/schedule/cpm', { body: overlong, key: UNKNOWN_KEY }]],
    ['gone', 410, 'path_gone', ['/api/v1/schedule/analyze', { body: overlong, key: UNKNOWN_KEY }]],
    ...notBuilt.map((path): Row => ['not built', 501, 'not_implemented', [path, { body: overlong, key: UNKNOWN_KEY }]]),
    [
      'no valid key',
      401,
      'credentials_invalid',
      [CPM, { body: overlong, key: UNKNOWN_KEY, headers: { 'content-type': 'text/csv' } }],
    ],
    [
      'suspended',
      403,
      'account_suspended',
      [CPM, { body: overlong, key: suspended, headers: { 'content-type': 'text/csv' } }],
    ],
    [
      'window',
      429,
      'window_exceeded',
      [CPM, { body: overlong, key: windowless, headers: { 'content-type': 'text/csv' } }],
    ],
    [
      'media type',
      415,
      'media_type_unsupported',
      [CPM, { body: overlong, key: monthless, headers: { 'content-type': 'text/csv' } }],
    ],
    [
      'encoding',
      415,
      'encoding_unsupported',
      [CPM, { body: overlong, key: monthless, headers: { ...json, 'content-encoding': 'deflate' } }],
    ],
    ['declared length', 413, 'payload_too_large', [CPM, { body: overlong, key: monthless, headers: json }]],
    ['month', 429, 'month_exceeded', [CPM, { body: '{', key: monthless, headers: json }]],
    [
      'inflated length',
      413,
      'payload_too_large',
      [CPM, { body: inflatesTooFar, key: free, headers: { ...json, 'content-encoding': 'gzip' } }],
    ],
    [
      'syntax',
      400,
      'body_syntax',
      [CPM, { body: `${JSON.stringify(faulty(tasks(150))).slice(0, -1)}`, key: demo, headers: json }],
    ],
    ['tasks of the tier', 402, 'task_limit_tier', [CPM, { body: faulty(tasks(150)), key: demo }]],
    ['tasks of a synchronous call', 413, 'task_limit_sync', [CPM, { body: faulty(tasks(50)), key: demo }]],
    ['schema', 422, 'validation', [CPM, { body: faulty(tasks(2)), key: demo }]],
    [
      'duplicate id before cycle',
      400,
      'duplicate_id',
      [CPM, { body: { tasks: [{ id: 'A', predecessors: ['A'] }, { id: 'A' }] }, key: demo }],
    ],
    ['cycle', 400, 'dependency_cycle', [CPM, { body: { tasks: [{ id: 'A', predecessors: ['A'] }] }, key: demo }]],
    ['nothing wrong', 200, '', [CPM, { body: { tasks: tasks(2) }, key: demo }]],
  ]
}

t.test('a call is refused by the first rule it breaks, in the order of refusals', async t => {
  const service = await startService(t, {
    SYNC_TASK_LIMIT: '20',
    CPM_SYNC_TASK_LIMIT: '20',
    BYTES_IN_FLIGHT_MAX: '4194304',
  })
  const { redis } = service
  const overlong = Buffer.alloc(6 * 2 ** 20, ' ')
  const inflatesTooFar = gzipSync(overlong)

  const suspended = await service.keyRecord('free')
  await redis.hset(`{a:${suspended.accountId}}:account`, { status: 'suspended', reason: 'unpaid' })
  const windowless = await service.keyRecord('free', { callsPerWindow: 1, callsPerMonth: 0 })
  const monthless = await service.key('free', { callsPerMonth: 0 })
  const free = await service.key('free')
  const demo = await service.key('demo')
  await service.call(CPM, { key: windowless.text, body: { tasks: tasks(1) } })
  const table = refusals({
    overlong,
    inflatesTooFar,
    suspended: suspended.text,
    windowless: windowless.text,
    monthless,
    free,
    demo,
  })
  for (const [rule, status, code, call] of table) {
    const answer = await service.call(...call)
    t.equal(`${answer.status} ${answer.json?.code ?? ''}`, `${status} ${code}`, rule)
  }

  for (const { path, pending } of analyses) {
    const { status } = await service.call(path, { key: UNKNOWN_KEY, body: overlong })
    t.equal(status, pending ? 501 : 401, `${path} says whether it is built before it asks for credentials`)
  }
})

t.test('a full window of the address comes before 401, and the tier after the window', async t => {
  const service = await startService(t)
  for (let i = 0; i < 60; i++) t.equal((await service.call(CPM, { body: {} })).status, 401)
  const refused = await service.call(CPM, { body: {} })
  t.equal(refused.status, 429)
  t.equal(refused.json.code, 'window_exceeded')
  t.match(refused.json.detail, /60 calls per 60 seconds/)
  t.ok(Number(refused.headers['retry-after']) >= 1)
  const key = await service.key('free')
  t.equal(
    (await service.call(CPM, { key, body: { tasks: tasks(1) } })).status,
    200,
    'a valid key from the same address goes on',
  )
})

t.test('no room for the body is 503 after the month', async t => {
  const service = await startService(t, { BYTES_IN_FLIGHT_MAX: String(2 ** 20) })
  const key = await service.key('enterprise', { callsPerWindow: 'unlimited' })
  const body = Buffer.concat([Buffer.from(JSON.stringify({ tasks: tasks(1) })), Buffer.alloc(2 ** 20, ' ')])
  t.equal((await service.call(CPM, { key, body })).status, 200, 'an idle service takes any single body')

  const holder = connect(service.port, '127.0.0.1')
  holder.write(
    `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  while (service.app.gateway.bytesInFlight.bytes === 0) await new Promise(resolve => setTimeout(resolve, 5))
  const monthless = await service.key('free', { callsPerMonth: 0 })
  t.equal((await service.call(CPM, { key: monthless, body })).json.code, 'month_exceeded')
  const refused = await service.call(CPM, { key, body })
  t.equal(refused.status, 503)
  t.equal(refused.json.code, 'capacity_exceeded')
  t.ok(Number(refused.headers['retry-after']) >= 1)
  holder.destroy()
  while (service.app.gateway.bytesInFlight.bytes > 0) await new Promise(resolve => setTimeout(resolve, 5))
  t.equal((await service.call(CPM, { key, body })).status, 200, 'room is given back when a client leaves')
})
