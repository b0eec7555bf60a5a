/**
 * Reads one hostile body and prints the peak memory of the process: run as a child by memory.test.ts, since the peak is
 * the process's, and it never goes down. Arguments: shape, bytes.
 */
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import { type MediaType, readRequest } from '../../../engine/read/read-request.ts'
import type { Row } from './oracle.ts'

interface Shape {
  readonly row: Row
  readonly mediaType?: MediaType
  /** Beginning, what is repeated (i counts), end. */
  readonly head: string
  readonly unit: string | ((i: number) => string)
  readonly tail: string
}

const STRICT: Row = { request: CpmRequest, input: 'strict' }
const OPEN: Row = { request: ValidateRequest, input: 'open' }
const HISTORY: Row = { request: ChangeTrackingRequest, input: 'strict' }

export const SHAPES: Readonly<Record<string, Shape>> = {
  'arrays in an array': { row: STRICT, head: '[[]', unit: ',[]', tail: ']' },
  'empty tasks': { row: STRICT, head: '{"tasks":[{}', unit: ',{}', tail: ']}' },
  'empty tasks in an open row': { row: OPEN, head: '{"tasks":[{}', unit: ',{}', tail: ']}' },
  'unknown members beside tasks': { row: STRICT, head: '{"tasks":[{"id":"A"}]', unit: i => `,"k${i}":${i}`, tail: '}' },
  'unknown members in a task': { row: STRICT, head: '{"tasks":[{"id":"A"', unit: i => `,"k${i}":${i}`, tail: '}]}' },
  'small tasks': { row: STRICT, head: '{"tasks":[{"id":"A"}', unit: i => `,{"id":"${i}"}`, tail: ']}' },
  'small tasks with all numbers': {
    row: STRICT,
    head: '{"tasks":[{"id":"A"}',
    unit: i => `,{"id":"${i}","duration_days":1,"planned_start":"2026-03-02","wbs_code":"${i}","resource":"${i}"}`,
    tail: ']}',
  },
  'a long name': { row: STRICT, head: '{"tasks":[{"id":"A","name":"', unit: 'n', tail: '"}]}' },
  'a long escaped name': { row: STRICT, head: '{"tasks":[{"id":"A","name":"', unit: '\\u0041', tail: '"}]}' },
  'a long number': { row: STRICT, head: '{"tasks":[{"id":"A","duration_days":1', unit: '0', tail: '}]}' },
  'empty predecessors': { row: STRICT, head: '{"tasks":[{"id":"A","predecessors":[""', unit: ',""', tail: ']}]}' },
  'wrong predecessors': { row: OPEN, head: '{"tasks":[{"id":"A","predecessors":[1', unit: ',1', tail: ']}]}' },
  'distinct resources': { row: STRICT, head: '{"tasks":[{"id":"A","resources":["A"', unit: i => `,"${i}"`, tail: ']}]}' },
  'empty predecessors in MessagePack': {
    row: STRICT,
    mediaType: 'application/msgpack',
    // a list of so many items as the body has bytes: its length is written by bodyOf()
    head: '\x81\xa5tasks\x91\x82\xa2id\xa1A\xacpredecessors\xdd----',
    unit: '\xa0',
    tail: '',
  },
  'distinct resources in MessagePack': {
    row: STRICT,
    mediaType: 'application/msgpack',
    head: '\x81\xa5tasks\x91\x82\xa2id\xa1A\xa9resources\xdd----',
    unit: i => `\xa4${String.fromCharCode(33 + (i % 90), 33 + (Math.floor(i / 90) % 90), 33 + (Math.floor(i / 8100) % 90), 33 + (Math.floor(i / 729000) % 90))}`,
    tail: '',
  },
  'task lists': {
    row: HISTORY,
    head: '{"current_schedule":{"tasks":[{"id":"A"}],"status_date":"2026-03-02"},"schedule_history":[{}',
    unit: ',{"tasks":[{"id":"A"}]}',
    tail: ']}',
  },
  'snapshots': { row: HISTORY, head: '{"schedule_history":[{}', unit: ',{}', tail: ']}' },
  'relationship types': { row: STRICT, head: '{"tasks":[{"id":"A"}],"options":{"relationship_types":[[]', unit: ',[]', tail: ']}}' },
  'the same list again': { row: STRICT, head: '{"tasks":[]', unit: ',"tasks":[{}]', tail: '}' },
} // biome-ignore format: a table

function bodyOf(shape: Shape, size: number): Buffer {
  const body = Buffer.alloc(size + shape.head.length + shape.tail.length + 200)
  let at = body.write(shape.head, 'latin1')
  let i = 0
  for (; at < size; i++) at += body.write(typeof shape.unit === 'string' ? shape.unit : shape.unit(i), at, 'latin1')
  if (shape.mediaType === 'application/msgpack') body.writeUInt32BE(i, shape.head.length - 4)
  return body.subarray(0, at + body.write(shape.tail, at))
}

if (import.meta.main) {
  const [name = '', size = '0'] = process.argv.slice(2)
  const body = bodyOf(SHAPES[name]!, Number(size))
  const before = process.resourceUsage().maxRSS * 1024
  const begun = performance.now()
  const { row, mediaType = 'application/json' } = SHAPES[name]!
  const answer = readRequest(row, body, mediaType, {
    tier: 'government',
    taskCountMax: 1_000_000,
    taskSumMax: 12_000_000,
    syncTaskCountMax: Infinity,
    asyncHint: '',
  })
  const outcome = 'code' in answer ? answer.code : 'input'
  const peakBytes = process.resourceUsage().maxRSS * 1024
  console.log(
    JSON.stringify({ bodyBytes: body.length, before, peakBytes, outcome, ms: Math.round(performance.now() - begun) }),
  )
}
