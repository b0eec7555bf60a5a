/** A schedule that is kept by its address: the file of a real https server, which the gateway fetches and a worker reads. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pack } from 'msgpackr'
import t from 'tap'
import { request } from 'undici'
import { payloadBytesMax } from '../../../../shared/contract/tiers.ts'
import { type File, startFileServer } from '../../helpers/file-server.ts'
import { MSPDI, PMXML, XER } from '../../helpers/forms.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { AS_FILE, SCHEDULES } from '../../helpers/schedules.ts'
import { startService } from '../../helpers/service.ts'

const JSON_BODY = JSON.stringify({ tasks: FOUR_TASKS, status_date: '2026-03-02' })
const PIECE = Buffer.alloc(2 ** 20, ' ')
/** Answers that are left open. */
const open: ServerResponse[] = []

const encoded =
  (encoding: string, bytes: Uint8Array) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
  }

/** More than the tier may send, without saying so. */
function tooMuch(response: ServerResponse): void {
  let pieces = 2 * (payloadBytesMax('starter') / PIECE.length)
  const write = (): void => {
    while (pieces-- > 0 && response.write(PIECE));
    if (pieces < 0) response.end()
  }
  response.on('drain', write)
  write()
}

const served: Record<string, File> = {
  '/update.xer': XER,
  '/plan.xml': PMXML,
  '/plan': response => void response.writeHead(200, { 'content-type': 'text/html' }).end(MSPDI),
  '/plan.json': JSON_BODY,
  '/gzip': encoded('gzip', gzipSync(XER)),
  '/br': encoded('br', brotliCompressSync(XER)),
  '/compress': encoded('compress', XER),
  '/bomb': encoded('gzip', gzipSync(Buffer.alloc(payloadBytesMax('starter') + 1))),
  '/page': '<html><body>Sign in</body></html>',
  '/text': 'nothing that is known',
  '/faulty': JSON.stringify({ tasks: [{ id: 'A', duration_days: -1 }] }),
  '/other': JSON.stringify({ source_url: 'https://localhost/update.xer' }),
  '/handle': JSON.stringify({ schedule_id: 'sch_00000000000000000000000000' }),
  '/null': 'null',
  '/list': '[{"schedule_id":"x"}]',
  '/no-tasks': JSON.stringify({ tasks: null, schedule_id: null }),
  '/empty': '',
  '/too-much': tooMuch,
  '/open': response => void open.push(response),
}
const files = await startFileServer(t, served)
const service = await startService(t, { SOURCE_URL: '1', SOURCE_URL_ALLOWED_HOSTS: files.host })
const key = await service.key('starter', { callsPerWindow: 'unlimited' })
const load = (path: string, options: object = {}, query = '') =>
  service.call(SCHEDULES + query, { key, body: { source_url: files.urlOf(path) }, ...options })

t.test('201: what the file is, its bytes say; the schedule is that of the file sent', async t => {
  for (const [path, bytes, headers] of [
    ['/update.xer', XER, AS_FILE],
    ['/plan.xml', PMXML, AS_FILE],
    ['/plan', MSPDI, AS_FILE],
    ['/plan.json', JSON_BODY, {}],
    ['/gzip', XER, AS_FILE],
    ['/br', XER, AS_FILE],
  ] as const) {
    const fetched = await load(path)
    t.equal(fetched.status, 201, `${path}: ${JSON.stringify(fetched.json.detail ?? '')}`)
    const sent = await service.call(SCHEDULES, { key, body: bytes, headers })
    const { sha256, counts, import: imported, status_date } = sent.json
    t.match(fetched.json, { sha256, counts, status_date, ...(imported && { import: imported }) }, path)
  }
  const { schedule_id } = (await load('/update.xer', {}, '?ttl=60')).json
  t.equal((await service.call(CPM, { key, body: { schedule_id } })).status, 200)
})

t.test('201: a repeated key names the first schedule and fetches nothing; 422 with another address', async t => {
  const headers = { 'idempotency-key': 'once' }
  const requestCounts = files.requestCounts.get('/update.xer')
  const first = await load('/update.xer', { headers })
  const again = await load('/update.xer', { headers })
  t.equal(again.status, 201)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(again.json.schedule_id, first.json.schedule_id)
  t.equal(files.requestCounts.get('/update.xer'), requestCounts! + 1)
  t.match(await load('/plan.xml', { headers }), { status: 422, json: { code: 'idempotency_reused' } })
})

t.test('422: an address that is none, or of this network; the file did not come', async t => {
  for (const url of [
    'nothing',
    'http://example.com/a.xer',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://u:p@example.com/',
  ])
    t.match(
      await service.call(SCHEDULES, { key, body: { source_url: url } }),
      { status: 422, json: { code: 'validation', detail: [{ loc: ['body', 'source_url'] }] } },
      url,
    )
  for (const body of [{ source_url: 7 }, { source_url: files.urlOf('/update.xer'), status_date: '2026-01-01' }])
    t.match((await service.call(SCHEDULES, { key, body })).json, { code: 'validation', error_count: 1 })
  for (const path of ['/absent', '/empty', '/compress'])
    t.match(await load(path), { status: 422, json: { code: 'source_failed' } }, path)
})

t.test('413, 415, 422: what came is bounded and judged like an upload, and is no address in turn', async t => {
  for (const path of ['/too-much', '/bomb'])
    t.match(await load(path), { status: 413, json: { code: /payload_too_large|inflation_too_large/ } }, path)
  for (const path of ['/page', '/text'])
    t.match(
      await load(path),
      { status: 415, json: { code: 'file_unsupported', detail: /^The file at the given address/ } },
      path,
    )
  t.match((await load('/faulty')).json, {
    code: 'validation',
    detail: [{ loc: ['body', 'tasks', 0, 'duration_days'] }],
  })
  t.match((await load('/other')).json, { code: 'validation', detail: [{ loc: ['body', 'tasks'] }] })
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})

t.test('422: a fetched file is a schedule, and names none that is kept', async t => {
  const own = (await service.call(SCHEDULES, { key, body: JSON_BODY })).json.schedule_id
  served['/own-handle'] = JSON.stringify({ schedule_id: own })
  served['/msgpack-handle'] = pack({ schedule_id: own })
  for (const path of ['/handle', '/own-handle', '/msgpack-handle']) {
    const fetched = await load(path)
    t.match(fetched.json, { code: 'validation', detail: [{ loc: ['body', 'schedule_id'] }] }, path)
    t.match(fetched.json.detail[0].msg, /^The file at the given address names a kept schedule\. It must hold/)
  }
  for (const [path, status] of [
    ['/null', 415],
    ['/list', 422],
    ['/no-tasks', 422],
  ] as const)
    t.equal((await load(path)).status, status, path)
})

t.test('503: an account fetches four at once; a caller who leaves frees the place and the connection', async t => {
  const leaving = new AbortController()
  const waiting = [1, 2, 3, 4].map(async () => {
    const body = JSON.stringify({ source_url: files.urlOf('/open') })
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const call = request(service.url + SCHEDULES, { method: 'POST', headers, body, signal: leaving.signal })
    return t.rejects(call)
  })
  while (open.length < 4) await new Promise(resolve => setTimeout(resolve, 5))
  t.match(await load('/update.xer'), { status: 503, json: { code: 'capacity_exceeded' } })
  const closed = open.map(response => once(response, 'close'))
  leaving.abort()
  await Promise.all([...waiting, ...closed])
  t.equal((await load('/update.xer')).status, 201)
})

t.test('422: a service whose operator has not enabled it says so, and fetches nothing', async t => {
  const off = await startService(t)
  const requestCounts = files.requestCounts.get('/update.xer')
  const answer = await off.call(SCHEDULES, {
    key: await off.key('starter'),
    body: { source_url: files.urlOf('/update.xer') },
  })
  t.match(answer, {
    status: 422,
    json: { code: 'validation', detail: [{ loc: ['body', 'source_url'], msg: /SOURCE_URL/ }] },
  })
  t.equal(files.requestCounts.get('/update.xer'), requestCounts)
})
