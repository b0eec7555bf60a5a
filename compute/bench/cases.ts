/**
 * The kernels that are measured, one after another along the journey of a request. Each is prepared from the same body
 * and does its step alone; `analysis` is all of them as the worker thread runs them.
 */
import { Packr } from 'msgpackr'
import { bytesOf } from '../../shared/contract/bytes/bytes.ts'
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { DAY_ABSENT } from '../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../shared/contract/schedule/day.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { analysers } from '../engine/analysers.ts'
import { chooseCalendar } from '../engine/calendar/choice.ts'
import { computeCpm } from '../engine/cpm/cpm.ts'
import { computeDrag } from '../engine/cpm/drag.ts'
import { prepare } from '../engine/cpm/prepare.ts'
import { buildNetwork } from '../engine/graph/network.ts'
import { topologicalOrder } from '../engine/graph/order.ts'
import { beginCall, endCall } from '../engine/ids/short-arrays.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { withoutScanner } from '../engine/read/task-scanner.ts'
import { type AnalysisInput, type AnalysisResult, isRefusal } from '../engine/result/result.ts'
import { withoutKernel } from '../engine/wasm/kernel-instance.ts'
import { writeEnvelope, writeReply } from '../engine/write/envelope.ts'
import { giveBackUnshown } from '../engine/write/shown-buffers.ts'
import { withoutTableModule } from '../engine/write/table-module.ts'
import type { Work } from './measure.ts'

interface BenchCase {
  readonly name: string
  readonly title: string
  prepare(body: Uint8Array): Work
}

const row = workRow('analysis.cpm')
const context = { today: 0 }
const REPLY = { endpoint: row.id, requestId: 'bench', processingTimeMs: 0 }

type MediaType = Parameters<typeof readRequest>[2]

function read(body: Uint8Array, mediaType: MediaType): AnalysisInput {
  const input = readRequest(row, body, mediaType, NO_LIMITS)
  if (!('schedules' in input)) throw new Error(`the body was refused: ${JSON.stringify(input)}`)
  return input
}

function analyse(input: AnalysisInput): AnalysisResult {
  const result = analysers[row.id](input, context)
  if (isRefusal(result)) throw new Error(`the schedule was refused: ${JSON.stringify(result)}`)
  return result
}

function write(result: AnalysisResult, input: AnalysisInput) {
  const facts = { taskCount: input.taskCount, inputSha256: inputSha256(input), ignoredFields: input.ignoredFields }
  return writeEnvelope(result, facts, 'application/json')
}

function scheduleOf(body: Uint8Array) {
  const input = read(body, 'application/json')
  const columns = input.schedules.get('tasks')!
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) throw new Error('the schedule of a benchmark has a cycle')
  const network = buildNetwork(columns, order)
  const statusDay = parseDay(String(input.params.status_date)) ?? DAY_ABSENT
  const { calendar } = chooseCalendar(columns, input.params.calendar)
  return { columns, network, options: { calendar, statusDay } }
}

/** A sum over a column, NaN left out. */
const sumOf = (values: Float64Array): number =>
  values.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0)

const readCase = (
  name: string,
  title: string,
  mediaType: MediaType,
  encode: (body: Uint8Array) => Uint8Array,
): BenchCase => ({
  name,
  title,
  prepare: body => {
    const bytes = encode(body)
    return {
      run: () => read(bytes, mediaType),
      checksum: result => (result as AnalysisInput).schedules.get('tasks')!.links.task.length,
    }
  },
})

/** A reply leaves the thread: its memory is no garbage there. Returns its bytes. */
function handOn(chunks: readonly Uint8Array<ArrayBuffer>[]): number {
  const byteCount = bytesOf(chunks)
  for (const { buffer, byteLength } of chunks) if (byteLength === buffer.byteLength) buffer.transfer(0)
  return byteCount
}

const packr = new Packr({ useRecords: false })

export const cases: readonly BenchCase[] = [
  readCase('read-json', 'read JSON into columns', 'application/json', body => body),
  {
    name: 'read-json-typescript',
    title: 'the same in TypeScript alone, without the scanner',
    prepare: body => ({
      run: () => withoutScanner(() => read(body, 'application/json')),
      checksum: result => (result as AnalysisInput).schedules.get('tasks')!.links.task.length,
    }),
  },
  readCase('read-msgpack', 'read msgpack into columns', 'application/msgpack', body =>
    packr.pack(JSON.parse(Buffer.from(body).toString())),
  ),
  {
    name: 'network',
    title: 'order and network',
    prepare: body => {
      const { columns } = scheduleOf(body)
      return {
        run: () => buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!),
        checksum: result => (result as ReturnType<typeof buildNetwork>).task.length,
      }
    },
  },
  {
    name: 'prepare',
    title: 'dates to offsets, states, constraints',
    prepare: body => {
      const { columns, network, options } = scheduleOf(body)
      return {
        run: () => prepare(columns, network, options),
        checksum: result => sumOf((result as ReturnType<typeof prepare>).input.remainingDays),
      }
    },
  },
  {
    name: 'passes',
    title: 'CPM passes, floats, longest path',
    prepare: body => {
      const { columns, network, options } = scheduleOf(body)
      const { input } = prepare(columns, network, options)
      return {
        run: () => computeCpm(input),
        checksum: result => sumOf((result as ReturnType<typeof computeCpm>).totalFloat),
      }
    },
  },
  {
    name: 'passes-typescript',
    title: 'the same in TypeScript alone, without the kernel',
    prepare: body => {
      const { columns, network, options } = scheduleOf(body)
      const { input } = prepare(columns, network, options)
      return {
        run: () => withoutKernel(() => computeCpm(input)),
        checksum: result => sumOf((result as ReturnType<typeof computeCpm>).totalFloat),
      }
    },
  },
  {
    name: 'drag',
    title: 'drag of the longest path',
    prepare: body => {
      const { columns, network, options } = scheduleOf(body)
      const { input } = prepare(columns, network, options)
      const result = computeCpm(input)
      return { run: () => computeDrag(input, result), checksum: drag => sumOf(drag as Float64Array) }
    },
  },
  {
    name: 'analyse',
    title: 'columns to result (all of the method)',
    prepare: body => {
      const input = read(body, 'application/json')
      return { run: () => analyse(input), checksum: result => (result as AnalysisResult).findings.length }
    },
  },
  {
    name: 'write-json',
    title: 'result to JSON, input hash included',
    prepare: body => {
      const input = read(body, 'application/json')
      const result = analyse(input)
      return { run: () => write(result, input), checksum: written => (written as ReturnType<typeof write>).byteCount }
    },
  },
  {
    name: 'write-json-typescript',
    title: 'the same in TypeScript alone, without the row writer',
    prepare: body => {
      const input = read(body, 'application/json')
      const result = analyse(input)
      return {
        run: () => withoutTableModule(() => write(result, input)),
        checksum: written => (written as ReturnType<typeof write>).byteCount,
      }
    },
  },
  {
    name: 'whole',
    title: 'whole call as the worker does it: bytes to bytes',
    prepare: body => ({
      run: () => {
        beginCall(true)
        const input = read(body, 'application/json')
        const result = analyse(input)
        const facts = {
          taskCount: input.taskCount,
          inputSha256: inputSha256(input),
          ignoredFields: input.ignoredFields,
        }
        giveBackUnshown(result)
        const chunks = writeReply(result, facts, 'application/json', () => REPLY, true)
        endCall()
        return handOn(chunks)
      },
      checksum: byteCount => byteCount as number,
    }),
  },
]
