/** T25 and T26, measured: peak memory of the gateway process and time of the answer for hostile bodies of 5 and 64 MB. */
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { CPM, VALIDATE } from '../helpers/networks.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { hostileBodies } from '../hostile/helpers/hostile-bodies.ts'
import { post } from '../hostile/helpers/post.ts'

const MEGABYTE = 2 ** 20
/** Most times the body that the peak may be over the memory of the idle process. */
const BODY_FACTOR_MAX = 8
const SURCHARGE_BYTES_MAX = 128 * MEGABYTE
const ANSWER_MS_MAX = 1_000

const task = '{"id":"A"}'
const filled = (head: string, item: string, tail: string, bytes: number): Buffer =>
  Buffer.from(head + item.repeat(Math.floor((bytes - head.length - tail.length) / item.length)) + tail)
const beside = (members: string) => `{"tasks":[${task}],${members}`

/** By name, of about so many bytes. */
const GROWING: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'empty arrays': bytes => filled('[', '[],', '[]]', bytes),
  'empty tasks': bytes => filled('{"tasks":[', '{},', '{}]}', bytes),
  'tasks of one byte': bytes => filled('{"tasks":[', '0,', '0]}', bytes),
  'one link': bytes => filled('{"tasks":[{"id":"a","predecessors":[', '"x",', '"x"]}]}', bytes),
  'one link to a task': bytes => filled(`{"tasks":[{"id":"b"},{"id":"a","predecessors":[`, '"b",', '"b"]}]}', bytes),
  'empty links': bytes => filled('{"tasks":[{"id":"a","predecessors":[', '{},', '{}]}]}', bytes),
  'different links': bytes => {
    const count = Math.floor(bytes / 11 - 10)
    return Buffer.from(
      `{"tasks":[{"id":"a","predecessors":[${Array.from({ length: count }, (_, i) => `"${String(i).padStart(8, '0')}"`).join(',')}]}]}`,
    )
  },
  'unknown members': bytes => {
    const count = Math.floor(bytes / 13 - 10)
    return Buffer.from(
      `${beside(Array.from({ length: count }, (_, i) => `"${String(i).padStart(8, '0')}":0`).join(','))}}`,
    )
  },
  'unknown members of a task': bytes => {
    const count = Math.floor(bytes / 13 - 10)
    return Buffer.from(
      `{"tasks":[{"id":"A",${Array.from({ length: count }, (_, i) => `"${String(i).padStart(8, '0')}":0`).join(',')}}]}`,
    )
  },
  'a long unknown string': bytes => filled(beside('"x":"'), 'a', '"}', bytes),
  'a long id': bytes => filled('{"tasks":[{"id":"', 'a', '"}]}', bytes),
  'a long name of escapes': bytes => filled('{"tasks":[{"id":"A","name":"', '\\n', '"}]}', bytes),
  'a long status date': bytes => filled(beside('"status_date":"'), 'a', '"}', bytes),
  'a long predecessor': bytes => filled('{"tasks":[{"id":"A","predecessors":["', 'A FS+', '"]}]}', bytes),
  'large options': bytes => filled(beside('"options":{"x":['), '{},', '{}]}}', bytes),
  'many options': bytes => filled(beside('"options":{'), '"x":{},', '"x":{}}}', bytes),
  'work days': bytes => filled(beside('"calendar":{"work_days":['), '1,', '1]}}', bytes),
  'work days that are none': bytes => filled(beside('"calendar":{"work_days":['), '8,', '8]}}', bytes),
  holidays: bytes =>
    filled(beside('"calendar":{"work_days":[1],"holidays":['), '"2026-12-25",', '"2026-12-25"]}}', bytes),
  'fields of a task': bytes => filled('{"tasks":[{"id":"A","custom_field_map":{', '"a":"b",', '"a":"b"}}]}', bytes),
  depth: bytes => Buffer.from('['.repeat(bytes)),
  blanks: bytes => Buffer.from(' '.repeat(bytes)),
  schedules: bytes => filled('{"tasks":[],', '"tasks":[{"id":"A"}],', '"tasks":[{"id":"A"}]}', bytes),
}

for (const [bytes, tier] of [
  [5 * MEGABYTE - 1, 'free'],
  [64 * MEGABYTE, 'enterprise'],
] as const) {
  t.test(
    `hostile bodies of ${Math.round(bytes / MEGABYTE)} MB: memory within ${BODY_FACTOR_MAX} times the body`,
    async t => {
      const processes = await gatewayProcesses(t)
      const gateway = await processes.start()
      const key = await processes.key(tier)
      gateway.forgetPeak()
      await pause(500)
      const idleBytes = gateway.peakBytes()
      const measure = async (name: string, path: string, body: Buffer, headers = {}): Promise<void> => {
        gateway.forgetPeak()
        const startMs = performance.now()
        const { status, bytes: answer } = await post(gateway.url + path, key, body, headers)
        const ms = Math.round(performance.now() - startMs)
        const extra = gateway.peakBytes() - idleBytes
        const size = Math.max(body.length, 'content-encoding' in headers ? bytes : 0)
        const figures = `${name}: ${status} (${answer.length} bytes) in ${ms} ms, ${Math.round(extra / MEGABYTE)} MB over idle`
        t.comment(figures)
        t.ok([200, 400, 402, 413, 422].includes(status), figures)
        t.ok(extra <= BODY_FACTOR_MAX * size + SURCHARGE_BYTES_MAX, `memory, ${figures}`)
        if (bytes < 6 * MEGABYTE) t.ok(ms <= ANSWER_MS_MAX, `time, ${figures}`)
      }
      for (const path of [CPM, VALIDATE]) {
        for (const [name, make] of Object.entries(GROWING)) await measure(`${path}, ${name}`, path, make(bytes))
      }
      const blank = Buffer.alloc(1024 * MEGABYTE, ' ')
      const bombs = {
        gzip: gzipSync(blank, { level: 1 }),
        br: brotliCompressSync(blank, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        zstd: zstdCompressSync(blank),
      }
      for (const [encoding, body] of Object.entries(bombs)) {
        await measure(`bomb of 1 GB, ${encoding}`, CPM, body, { 'content-encoding': encoding })
      }
      if (bytes < 6 * MEGABYTE) {
        for (const [name, { bytes: body, mediaType }] of hostileBodies()) {
          await measure(name, CPM, body, { 'content-type': mediaType })
        }
      }
      t.equal(gateway.child.exitCode, null)
      t.same(
        gateway.log.filter(line => Number(line.level) >= 50),
        [],
      )
    },
  )
}
