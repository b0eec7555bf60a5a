import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { CPM, chain } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const MEGABYTE = 2 ** 20

t.test('over the synchronous limit: refused with a hint to the async path', async t => {
  const service = await startService(t)
  const key = await service.key('starter')
  t.equal((await service.call(CPM, { key, body: { tasks: chain(1000) } })).status, 200)
  const { status, json } = await service.call(CPM, { key, body: { tasks: chain(1001) } })
  t.equal(status, 413)
  t.equal(json.code, 'task_limit_sync')
  t.match(json.detail, `${CPM}/async`)
})

t.test('the synchronous limit is one for all schedules of a call', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  const PATH = '/api/v1/forensics/change-tracking'
  const bodyOf = (last: number) => ({
    current_schedule: { tasks: chain(last), status_date: '2026-03-02' },
    schedule_history: Array.from({ length: 3 }, (_, i) => ({ snapshot_date: `2025-0${i + 1}-02`, tasks: chain(250) })),
  })
  t.equal((await service.call(PATH, { key, body: bodyOf(250) })).status, 200)
  const { status, json } = await service.call(PATH, { key, body: bodyOf(251) })
  t.equal(`${status} ${json.code}`, '413 task_limit_sync')
  t.match(
    json.detail,
    /^The schedules of the request have 1001 tasks together; .* at most 1000 in total\. .*change-tracking\/async/,
  )
})

t.test('CPM_SYNC_TASK_LIMIT lifts it for this path', async t => {
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '3000' })
  const key = await service.key('professional')
  t.equal((await service.call(CPM, { key, body: { tasks: chain(3000) } })).status, 200)
  t.equal((await service.call(CPM, { key, body: { tasks: chain(3001) } })).status, 413)
  t.equal((await service.call('/api/v1/analysis/validate', { key, body: { tasks: chain(1001) } })).status, 413)
})

t.test('a few bytes that inflate to many are refused as soon as it is seen, and charge what they came to', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  await service.call(CPM, {
    key,
    body: gzipSync(JSON.stringify({ tasks: chain(3) })),
    headers: { 'content-encoding': 'gzip' },
  })
  const plain = Buffer.alloc(64 * MEGABYTE, ' ')
  for (const [encoding, encode] of [
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const body = encode(plain)
    const { status, json } = await service.call(CPM, { key, body, headers: { 'content-encoding': encoding } })
    t.equal(`${status} ${json.code}`, '413 inflation_too_large', `${body.length} bytes of ${encoding}`)
    t.match(
      json.detail,
      `${Math.min(body.length, 16_384)} bytes of ${encoding} inflate to more than ${8 * MEGABYTE + 64 * Math.min(body.length, 16_384)}`,
    )
  }
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})

t.test('100,000 regular tasks are no bomb, however they are encoded', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  const tasks = Array.from({ length: 100_000 }, (_, i) => ({ id: `T${i}`, name: `Task ${i}`, duration_days: 5 }))
  const body = Buffer.from(JSON.stringify({ tasks }))
  for (const [encoding, encoded] of [
    ['gzip', gzipSync(body, { level: 9 })],
    ['br', brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['zstd', zstdCompressSync(body)],
  ] as const) {
    const { json } = await service.call(CPM, { key, body: encoded, headers: { 'content-encoding': encoding } })
    t.equal(json.code, 'task_limit_sync', `${Math.round(body.length / encoded.length)} times by ${encoding}`)
  }
})

t.test('5 MB is let in, a byte more is not: declared, in chunks, and inflated (T18)', async t => {
  const service = await startService(t)
  const key = await service.key('free', { callsPerWindow: 'unlimited' })
  const json = Buffer.from(JSON.stringify({ tasks: chain(3) }))
  const bodyOf = (bytes: number) => Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')])
  const chunked = (body: Buffer) =>
    fetch(service.url + CPM, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: new Blob([new Uint8Array(body)]).stream(),
      duplex: 'half',
    } as RequestInit).then(answer => answer.status)
  const gzip = { 'content-encoding': 'gzip' }
  for (const [bytes, expected] of [
    [5 * MEGABYTE - 1, 200],
    [5 * MEGABYTE, 200],
    [5 * MEGABYTE + 1, 413],
  ] as const) {
    const body = bodyOf(bytes)
    t.equal((await service.call(CPM, { key, body })).status, expected, `${bytes} bytes declared`)
    t.equal(await chunked(body), expected, `${bytes} bytes in chunks`)
    t.equal(
      (await service.call(CPM, { key, body: gzipSync(body), headers: gzip })).status,
      expected,
      `${bytes} bytes inflated`,
    )
  }
})
