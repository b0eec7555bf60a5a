import { brotliCompressSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Packr } from 'msgpackr'
import t from 'tap'
import { CPM, chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government')
const packr = new Packr({ useRecords: false })

t.test('the critical path of four tasks', async t => {
  const { status, json, headers } = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  t.equal(status, 200)
  t.equal(json.data.project_duration_days, 12)
  t.same(json.data.critical_path, ['A', 'B', 'D'])
  t.equal(json.metadata.task_count, 4)
  t.equal(json.metadata.endpoint, CPM)
  t.equal(json.metadata.request_id, headers['x-request-id'])
})

t.test('a msgpack body gives the result of the JSON body', async t => {
  const asJson = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  const asMsgpack = await service.call(CPM, {
    key,
    body: packr.pack({ tasks: FOUR_TASKS }),
    headers: { 'content-type': 'application/msgpack' },
  })
  t.equal(asMsgpack.status, 200)
  t.same(asMsgpack.json.data, asJson.json.data)
  t.equal(asMsgpack.json.metadata.input_sha256, asJson.json.metadata.input_sha256)
})

t.test('a reply in msgpack says the same as one in JSON', async t => {
  const asJson = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  const asMsgpack = await service.call(CPM, {
    key,
    body: { tasks: FOUR_TASKS },
    headers: { accept: 'application/msgpack' },
  })
  t.equal(asMsgpack.headers['content-type'], 'application/msgpack')
  t.same(packr.unpack(asMsgpack.bytes).data, asJson.json.data)
})

t.test('bodies in gzip, br and zstd are read like the plain one', async t => {
  const plain = Buffer.from(JSON.stringify({ tasks: FOUR_TASKS }))
  for (const [encoding, encode] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const answer = await service.call(CPM, { key, body: encode(plain), headers: { 'content-encoding': encoding } })
    t.equal(answer.status, 200, encoding)
    t.equal(answer.json.data.project_duration_days, 12, encoding)
  }
})

t.test('a reply over 1 KiB comes in the encoding that is accepted, and unpacks to the plain one', async t => {
  const body = { tasks: chain(200) }
  const plain = await service.call(CPM, { key, body })
  const packed = await service.call(CPM, { key, body, headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.same(JSON.parse(gunzipSync(packed.bytes).toString()).data, plain.json.data)
  t.ok(packed.bytes.length < plain.bytes.length / 2)
})

t.test('equal requests give equal bytes but for the three members of the reply', async t => {
  const cut = (bytes: Buffer) => bytes.toString().replace(/"endpoint":.*$/s, '')
  const first = await service.call(CPM, { key, body: { tasks: FOUR_TASKS, calendar: 'auto' } })
  const reordered = {
    calendar: 'auto',
    tasks: FOUR_TASKS.map(task => Object.fromEntries(Object.entries(task).reverse())),
  }
  for (let i = 0; i < 20; i++) {
    const again = await service.call(CPM, { key, body: reordered })
    t.equal(cut(again.bytes), cut(first.bytes))
  }
})

t.test("the caller's request id is used, one of another form is replaced", async t => {
  const given = await service.call(CPM, { key, body: { tasks: FOUR_TASKS }, headers: { 'x-request-id': 'my-call_1' } })
  t.equal(given.headers['x-request-id'], 'my-call_1')
  const odd = await service.call(CPM, { key, body: { tasks: FOUR_TASKS }, headers: { 'x-request-id': 'a b' } })
  t.match(odd.headers['x-request-id'], /^[0-9a-f-]{36}$/)
})

t.test('unknown members are named, not refused', async t => {
  const { status, json } = await service.call(CPM, { key, body: { tasks: [{ id: 'A', colour: 'red' }], note: 1 } })
  t.equal(status, 200)
  t.same([...json.metadata.ignored_fields].sort(), ['note', 'tasks.*.colour'])
})

t.test('a chunked body without a declared length is read', async t => {
  const text = JSON.stringify({ tasks: chain(900) })
  const answer = await fetch(service.url + CPM, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: new ReadableStream({
      start(controller) {
        for (let i = 0; i < text.length; i += 1000)
          controller.enqueue(new TextEncoder().encode(text.slice(i, i + 1000)))
        controller.close()
      },
    }),
    duplex: 'half',
  } as RequestInit)
  t.equal(answer.status, 200)
  t.equal(((await answer.json()) as { metadata: { task_count: number } }).metadata.task_count, 900)
})
