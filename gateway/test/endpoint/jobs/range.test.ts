import t from 'tap'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, chain } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('government', { callsPerWindow: 'unlimited' })
const job = jobPath(await submitted(service, CPM, { key, body: { tasks: chain(3_000) } }))
await ended(service, key, job)
const path = `${job}/result`
const whole = await service.call(path, { key })
const size = whole.bytes.length
const etag = String(whole.headers.etag)
const part = (range: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.call(path, { key, method, headers: { range, ...headers } })

t.test('the whole result says that parts of it can be had, and its bytes are the same each time', async t => {
  t.ok(size > 3 * 2 ** 18, 'several chunks')
  t.equal(whole.status, 200)
  t.equal(whole.headers['accept-ranges'], 'bytes')
  t.match(etag, /^"[^"]+"$/)
  const again = await service.call(path, { key, headers: { 'x-request-id': 'another' } })
  t.ok(again.bytes.equals(whole.bytes))
  t.equal(again.headers.etag, etag)
})

t.test('one range of bytes is 206 with those bytes', async t => {
  const chunk = 2 ** 18
  const table: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    [`bytes=${chunk - 5}-${chunk + 4}`, chunk - 5, chunk + 5],
    ['bytes=1000-', 1000, size],
    ['bytes=-100', size - 100, size],
    [`bytes=-${size + 1}`, 0, size],
    [`bytes=${size - 1}-${size + 50}`, size - 1, size],
    ['Bytes= 7-8 ', 7, 9],
    ['bytes=0-999999999999999', 0, size],
  ]
  for (const [range, from, to] of table) {
    const { status, bytes, headers } = await part(range)
    t.equal(status, 206, range)
    t.ok(bytes.equals(whole.bytes.subarray(from, to)), range)
    t.equal(headers['content-range'], `bytes ${from}-${to - 1}/${size}`)
    t.equal(headers['content-length'], String(to - from))
    t.equal(headers['content-encoding'], undefined)
    t.equal(headers.etag, etag)
  }
  const packed = await part('bytes=0-99', { 'accept-encoding': 'gzip, br, zstd' })
  t.equal(packed.status, 206, 'a part is never encoded')
  t.ok(packed.bytes.equals(whole.bytes.subarray(0, 100)))
})

t.test('a range beyond the end is 416 and says how long the result is', async t => {
  for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0', 'bytes=999999999999999-']) {
    const { status, json, headers } = await part(range)
    t.equal(`${status} ${json.code}`, '416 range_unsatisfiable', range)
    t.equal(headers['content-range'], `bytes */${size}`)
    t.match(json.detail, String(size))
  }
})

t.test('what is no single range of bytes is passed over', async t => {
  const ranges = [
    'bytes=0-1,3-4',
    'bytes=5-4',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    'bytes 0-1',
    `bytes=${'0'.repeat(99)}-`,
  ]
  for (const range of ranges) {
    const { status, bytes } = await part(range)
    t.equal(status, 200, range)
    t.equal(bytes.length, size)
  }
  const refused = await part('bytes=0-9', { 'accept-encoding': 'gzip, identity;q=0' })
  t.equal(refused.status, 200, 'a body without an encoding is not wanted')
  t.equal(refused.headers['content-encoding'], 'gzip')
})

t.test('If-Range: the part of the result it names, the whole of any other', async t => {
  t.equal((await part('bytes=0-9', { 'if-range': etag })).status, 206)
  const gzip = await service.call(path, { key, headers: { 'accept-encoding': 'gzip' } })
  t.not(gzip.headers.etag, etag, 'an encoded body has a tag of its own')
  for (const other of ['"other"', `W/${etag}`, String(gzip.headers.etag), 'Sun, 22 Nov 2026 10:00:00 GMT']) {
    t.equal((await part('bytes=0-9', { 'if-range': other })).status, 200, other)
    t.equal((await part(`bytes=${size}-`, { 'if-range': other })).status, 200, other)
  }
})

t.test('HEAD has the length and the tag, and ignores Range', async t => {
  const head = await part('bytes=0-9', {}, 'HEAD')
  t.equal(head.status, 200)
  t.equal(head.headers['content-length'], String(size))
  t.equal(head.headers['accept-ranges'], 'bytes')
  t.equal(head.headers.etag, etag)
  t.equal(head.bytes.length, 0)
})

t.test('If-None-Match: 304 for the body that the caller has', async t => {
  for (const header of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
    const { status, headers } = await service.call(path, { key, headers: { 'if-none-match': header } })
    t.equal(status, 304, header)
    t.equal(headers.etag, etag)
  }
  t.equal((await service.call(path, { key, headers: { 'if-none-match': '"a"' } })).status, 200)
})

t.test('the job with its result inside has no parts: it changes', async t => {
  const { status, headers } = await service.call(job, { key, headers: { range: 'bytes=0-9' } })
  t.equal(status, 200)
  t.equal(headers['accept-ranges'], undefined)
  t.equal(headers.etag, undefined)
})
