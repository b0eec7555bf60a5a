/** The envelope: its member order, its status, its splice, and the headers and encodings of replies. */
import zlib from 'node:zlib'
import { Unpackr } from 'msgpackr'
import t from 'tap'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Envelope } from '../../../../shared/contract/endpoint/data/envelope-data.ts'
import {
  type EnvelopeStatus,
  FINDING_TASKS_MAX,
  jsonTail,
  type ResultContext,
  statusOf,
} from '../../../../shared/contract/envelope.ts'
import { chooseEncoding, chooseMediaType, MEDIA_TYPES, wantsProblem } from '../../../../shared/contract/negotiate.ts'
import { type AnalysisResult, References, Table } from '../../../engine/result/result.ts'
import { ByteSink, owned } from '../../../engine/write/byte-sink.ts'
import { COMPRESS_BYTES_MIN, compress } from '../../../engine/write/compress.ts'
import { spliceTail, writeEnvelope, writeReply } from '../../../engine/write/envelope.ts'
import { JsonWriter } from '../../../engine/write/json-writer.ts'

const ids = { bytes: new Uint8Array(Buffer.from('A1A2')), offsets: Uint32Array.of(0, 2, 4) }
const result: AnalysisResult = {
  score: 78,
  grade: 'C',
  summary: 'Two tasks.',
  breakdown: { logic: { score: null, weight: 25, label: 'Logic' } },
  findings: [
    {
      code: 'V001',
      severity: 'high',
      title: 'Title',
      description: 'Description',
      task_ids: new References(Uint32Array.of(1, 0), ids),
      count: 2,
    },
  ],
  recommendations: [{ priority: 1, title: 'Do', description: 'It', codes: ['V001'], effect: 10 }],
  data: { tasks: new Table(2, { id: { kind: 'text', values: ids } }), unset: undefined },
}
const facts: ResultContext = { taskCount: 2, inputSha256: '0'.repeat(64), ignoredFields: ['tasks.*.foo'] }
const reply = { endpoint: '/api/v1/analysis/cpm', requestId: 'r"1', processingTimeMs: 7 }
const empty: AnalysisResult = { findings: [], recommendations: [], data: {} }

function whole(analysed: AnalysisResult, format: (typeof MEDIA_TYPES)[number]): Record<string, unknown> {
  const bytes = Buffer.concat([...writeEnvelope(analysed, facts, format).chunks, spliceTail(format, reply)])
  return format === 'application/json' ? JSON.parse(bytes.toString()) : new Unpackr({ useRecords: false }).unpack(bytes)
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

t.test(
  'a lent reply is the bytes of one that owns its memory, which anything written later does not change',
  async t => {
    for (const format of MEDIA_TYPES) {
      const own = Buffer.concat(writeReply(result, facts, format, () => reply))
      const lent = writeReply(result, facts, format, () => reply, true)
      t.ok(own.equals(Buffer.concat(lent)))
      const copies = lent.map(owned)
      writeReply({ ...result, summary: 'Another.' }, facts, format, () => reply)
      t.ok(own.equals(Buffer.concat(copies)))
      t.ok(copies.every(({ byteLength, buffer }) => byteLength === buffer.byteLength))
    }
  },
)

t.test(
  'a reply of many chunks that is lent is good until the next one, and nothing of it may be given away',
  async t => {
    const rows = 60_000
    const long = (by: number): AnalysisResult => ({
      ...empty,
      data: {
        tasks: new Table(rows, { n: { kind: 'number', values: Uint32Array.from({ length: rows }, (_, i) => by * i) } }),
      },
    })
    for (const by of [1, 3, 2]) {
      const own = writeReply(long(by), facts, 'application/json', () => reply)
      t.ok(own.length >= 3, `${own.length} chunks`)
      const lent = writeReply(long(by), facts, 'application/json', () => reply, true)
      t.ok(Buffer.concat(lent).equals(Buffer.concat(own)))
      const kept = lent.map(owned)
      writeReply(long(5), facts, 'application/json', () => reply, true)
      t.ok(Buffer.concat(kept).equals(Buffer.concat(own)), 'what was copied is as it was')
    }
  },
)

t.test('the end of a stored result is the same bytes whoever writes it', async t => {
  for (const processingTimeMs of [0, 7, 12.5, 1e6])
    t.equal(
      textOf(jsonTail({ ...reply, processingTimeMs })),
      textOf(spliceTail('application/json', { ...reply, processingTimeMs })),
    )
})

t.test(
  'an envelope is written in its fixed order with the members of the reply last, the same in both forms',
  async t => {
    const json = whole(result, 'application/json')
    t.equal(JSON.stringify(whole(result, 'application/msgpack')), JSON.stringify(json))
    t.equal(Object.keys(json).join(), 'status,score,grade,summary,breakdown,findings,recommendations,data,metadata')
    t.equal(
      Object.keys(json.metadata as object).join(),
      'task_count,api_version,engine_version,input_sha256,ignored_fields,endpoint,request_id,processing_time_ms',
    )
    t.match(json, {
      status: 'warning',
      findings: [{ task_ids: ['A2', 'A1'] }],
      data: { tasks: [{ id: 'A1' }, { id: 'A2' }] },
      metadata: { endpoint: reply.endpoint, request_id: reply.requestId, processing_time_ms: 7 },
    })
  },
)

t.test('an envelope with and without its optional members matches the schema that the catalogue shows', async t => {
  const validator = Compile(Envelope(Type.Object({}, { additionalProperties: true })))
  for (const analysed of [result, empty, { ...empty, score: null, grade: null, skipped: true }]) {
    for (const format of MEDIA_TYPES) {
      const written = whole(analysed, format)
      t.ok(validator.Check(written), JSON.stringify([...validator.Errors(written)]))
    }
  }
  t.notOk(validator.Check({ ...whole(empty, 'application/json'), status: 'fine' }))
  t.notOk(validator.Check({ ...whole(empty, 'application/json'), metadata: null }))
})

t.test('the bytes before the splice do not depend on the reply, and byteCount counts them', async t => {
  for (const format of MEDIA_TYPES) {
    const first = writeEnvelope(result, facts, format)
    t.ok(Buffer.concat(first.chunks).equals(Buffer.concat(writeEnvelope(result, facts, format).chunks)))
    t.equal(first.byteCount, Buffer.concat(first.chunks).length)
  }
})

t.test('status follows the gravest finding, and a skipped check is at least a warning', async t => {
  const rows: [Parameters<typeof statusOf>[0], boolean, EnvelopeStatus][] = [
    [[], false, 'success'],
    [['low', 'info'], false, 'success'],
    [['medium'], false, 'warning'],
    [['info', 'high'], false, 'warning'],
    [[], true, 'warning'],
    [['medium', 'critical', 'low'], true, 'critical'],
  ]
  for (const [severities, skipped, status] of rows) t.equal(statusOf(severities, skipped), status)
  t.equal(FINDING_TASKS_MAX, 20, 'a finding names the first 20')
})

t.test('a reply is JSON unless msgpack is wanted more, and a problem document only when named', async t => {
  const rows: [string | null, string, boolean][] = [
    [null, 'application/json', false],
    ['', 'application/json', false],
    ['*/*', 'application/json', false],
    ['application/*', 'application/json', false],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json', false],
    ['text/html', 'application/json', false],
    ['application/msgpack', 'application/msgpack', false],
    ['APPLICATION/MSGPACK ; q=0.5', 'application/msgpack', false],
    ['application/msgpack, */*', 'application/msgpack', false],
    ['*/*, application/msgpack', 'application/msgpack', false],
    ['application/msgpack;q=0.4, */*', 'application/json', false],
    ['application/msgpack, application/json', 'application/msgpack', false],
    ['application/json, application/msgpack', 'application/json', false],
    ['application/json;q=0, */*', 'application/msgpack', false],
    ['application/msgpack;q=0', 'application/json', false],
    ['application/msgpack;q=bad, application/json;q=0.9', 'application/msgpack', false],
    ['application/problem+json', 'application/json', true],
    ['application/msgpack, application/problem+json', 'application/msgpack', true],
    ['application/problem+json;q=0', 'application/json', false],
    [',;,;;q=1,', 'application/json', false],
  ]
  for (const [accept, mediaType, problem] of rows) {
    t.equal(chooseMediaType(accept), mediaType, String(accept))
    t.equal(wantsProblem(accept), problem, String(accept))
  }
})

t.test('the encoding of a reply is the one wanted most, ours first among equals', async t => {
  const rows: [string | null, string | null][] = [
    [null, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'zstd'],
    ['*, zstd;q=0', 'br'],
    ['*;q=0', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=1', 'gzip'],
    ['deflate', null],
  ]
  for (const [accept, encoding] of rows) t.equal(chooseEncoding(accept), encoding, String(accept))
})

t.test('an encoded reply inflates to the bytes that were written, and a short one is left as it is', async t => {
  const sink = new ByteSink()
  const numbers = Float64Array.from({ length: 40_000 }, (_, i) => i / 7)
  new JsonWriter(sink).value(new Table(numbers.length, { x: { kind: 'number', values: numbers } }))
  const chunks = sink.finish()
  t.ok(chunks.length > 1, 'several chunks')
  const plain = Buffer.concat(chunks)
  const inflate = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync }
  for (const encoding of ['gzip', 'br', 'zstd'] as const) {
    for (const input of [chunks, [new Uint8Array(COMPRESS_BYTES_MIN).fill(65)]]) {
      const encoded = compress(input, encoding)
      t.equal(encoded.encoding, encoding)
      t.ok(inflate[encoding](Buffer.concat(encoded.chunks)).equals(Buffer.concat(input)), encoding)
    }
    t.strictSame(compress([new Uint8Array(COMPRESS_BYTES_MIN - 1)], encoding).encoding, null)
  }
  t.ok(plain.equals(Buffer.concat(compress(chunks, null).chunks)))
})
