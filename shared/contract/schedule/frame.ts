/**
 * A request on its way to a compute node: columns as they lie in memory, so that 100,000 tasks are about 8 MB against 39
 * of JSON and are read back as views without a copy. One msgpack document, readable by any msgpack library:
 *
 *   [version, head, pad, array, pad, array, ...]
 *
 * head is JSON text (its parse cannot be made to allocate more than it says); each array is a bin of little-endian entries
 * whose first byte stands at a multiple of 8 from the start of the frame, the pad before it being a bin of 0 to 7 zeros.
 * A frame that was cut, altered or made by somebody else is refused with a FrameError before any array is used.
 */

import { columnsToFill } from './absent-columns.ts'
import {
  arraysOf,
  COLUMN_ROW_BY_NAME,
  COLUMN_ROWS,
  type ColumnArray,
  type ColumnName,
  type ColumnRow,
  typesIn,
} from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'
import { FrameError, type FrameHead, parseHead, type ScheduleHead } from './frame-head.ts'
import { FRAME_VERSION, FRAME_VERSIONS } from './frame-versions.ts'
import type { AnalysisInput } from './input.ts'
import { presentColumns } from './present-columns.ts'
import { packShifts, unpackShifts } from './repeated-shifts.ts'
import { withSettings } from './settings-of-input.ts'

export { FrameError } from './frame-head.ts'
export { inputSha256 } from './input-hash.ts'

export interface Frame {
  /** Id of the analysis row. */
  readonly rowId: string
  /** UTC day number of the request, for the rows whose default is today. */
  readonly today: number
  /** Hash of the whole input: it cannot be computed from the frame, which lacks the columns that its row does not read. */
  readonly inputSha256: string
  /** Name of the tier of the account that submitted the job: bounds its result. */
  readonly tier?: string
  readonly input: AnalysisInput
}

/** First bytes of the format. Each kind of element is always written in this one width. */
const ARRAY_32 = 0xdd
const STR_32 = 0xdb
const BIN_8 = 0xc4
const BIN_32 = 0xc6
const WIDE_HEAD_BYTES = 5
const PAD_HEAD_BYTES = 2
const ALIGNMENT = 8
/** The head of the document, the version (one byte), and the head of `head`. */
const PREFIX_BYTES = WIDE_HEAD_BYTES + 1 + WIDE_HEAD_BYTES
/** Elements before the arrays; each array then takes two. */
const LEADING_ELEMENTS = 2

/** Zeros in the pad that begins at `at`, so that what follows pad and bin head is aligned. */
const padBytes = (at: number): number => -(at + PAD_HEAD_BYTES + WIDE_HEAD_BYTES) & (ALIGNMENT - 1)

/** columns: those that the row reads, all unless given. `id` always travels: it bounds the number of tasks. */
export function encodeFrame(frame: Frame, columns?: readonly ColumnName[]): Uint8Array<ArrayBuffer> {
  const arrays: ColumnArray[] = []
  const schedules = [...frame.input.schedules].map(([path, schedule]): ScheduleHead => {
    const present = presentColumns(schedule).names
    const sent = COLUMN_ROWS.filter(row => {
      if (row.name === 'id') return true
      return columns?.includes(row.name) !== false && present.has(row.name)
    })
    for (const row of sent) arrays.push(...arraysOf(row, schedule))
    return { path, taskCount: schedule.taskCount, columns: sent.map(row => row.name), faults: schedule.faults }
  })
  const { params, shifts } = packShifts(frame.input.params, containersOf(schedules))
  const head: FrameHead = {
    rowId: frame.rowId,
    today: frame.today,
    inputSha256: frame.inputSha256,
    ...(frame.tier !== undefined && { tier: frame.tier }),
    params,
    ...(shifts !== undefined && { shifts }),
    ignoredFields: frame.input.ignoredFields,
    meantFields: frame.input.meantFields,
    ...(frame.input.imports !== undefined && { imports: frame.input.imports }),
    schedules,
  }
  return assemble(Buffer.from(JSON.stringify(head)), arrays)
}

function assemble(head: Uint8Array, arrays: readonly ColumnArray[]): Uint8Array<ArrayBuffer> {
  let byteCount = PREFIX_BYTES + head.length
  for (const array of arrays) {
    byteCount += PAD_HEAD_BYTES + padBytes(byteCount) + WIDE_HEAD_BYTES + array.byteLength
  }
  const bytes = new Uint8Array(byteCount)
  const view = new DataView(bytes.buffer)
  let at = 0
  const wideHead = (first: number, length: number): void => {
    view.setUint8(at, first)
    view.setUint32(at + 1, length)
    at += WIDE_HEAD_BYTES
  }
  wideHead(ARRAY_32, LEADING_ELEMENTS + 2 * arrays.length)
  view.setUint8(at++, FRAME_VERSION)
  wideHead(STR_32, head.length)
  bytes.set(head, at)
  at += head.length
  for (const array of arrays) {
    const pad = padBytes(at)
    view.setUint8(at, BIN_8)
    view.setUint8(at + 1, pad)
    at += PAD_HEAD_BYTES + pad
    wideHead(BIN_32, array.byteLength)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += array.byteLength
  }
  return bytes
}

/** Reads the elements of a frame one after another, never beyond its end. */
class Elements {
  readonly bytes: Uint8Array
  private readonly view: DataView
  private at = 0

  constructor(received: Uint8Array) {
    // views need an aligned start; a frame that came at an odd place is copied, once
    this.bytes = received.byteOffset % ALIGNMENT === 0 ? received : new Uint8Array(received)
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  byte(): number {
    if (this.isAtEnd) throw new FrameError('it ends too early')
    return this.bytes[this.at++]!
  }

  /** Length after a first byte that must be this one. */
  wideHead(first: number, what: string): number {
    if (this.byte() !== first) throw new FrameError(`${what} expected at byte ${this.at - 1}`)
    if (this.bytes.length - this.at < WIDE_HEAD_BYTES - 1) throw new FrameError('it ends too early')
    const length = this.view.getUint32(this.at)
    this.at += WIDE_HEAD_BYTES - 1
    return length
  }

  /** Place of the next so many bytes. */
  take(byteCount: number): number {
    if (byteCount > this.bytes.length - this.at) throw new FrameError('it ends too early')
    const from = this.at
    this.at += byteCount
    return from
  }

  array(Type: ColumnRow['types'][number], what: string): ColumnArray {
    const pad = padBytes(this.at)
    if (this.byte() !== BIN_8 || this.byte() !== pad) throw new FrameError(`${what} is not aligned`)
    this.take(pad)
    const byteCount = this.wideHead(BIN_32, what)
    if (byteCount % Type.BYTES_PER_ELEMENT !== 0) throw new FrameError(`${what} has ${byteCount} bytes`)
    const from = this.take(byteCount)
    return new Type(this.bytes.buffer as ArrayBuffer, this.bytes.byteOffset + from, byteCount / Type.BYTES_PER_ELEMENT)
  }
}

/** Bytes of what stands beside the arrays; 0: the bytes are too few for a frame. */
export const headBytesOf = (bytes: Uint8Array): number =>
  bytes.length < PREFIX_BYTES
    ? 0
    : new DataView(bytes.buffer, bytes.byteOffset).getUint32(PREFIX_BYTES - WIDE_HEAD_BYTES + 1)

/** The arrays are views into `bytes` where it begins at a multiple of 8 in its memory, else into a copy of it. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const elements = new Elements(bytes)
  const elementCount = elements.wideHead(ARRAY_32, 'an array')
  const version = elements.byte()
  if (!FRAME_VERSIONS.includes(version)) throw new FrameError(`version ${version} instead of ${FRAME_VERSION}`)
  const headBytes = elements.wideHead(STR_32, 'the head')
  const headAt = elements.take(headBytes)
  const head = parseHead(elements.bytes.subarray(headAt, headAt + headBytes))
  let arrayCount = 0
  for (const { columns } of head.schedules)
    for (const name of columns) arrayCount += typesIn(COLUMN_ROW_BY_NAME.get(name)!, version).length
  if (elementCount !== LEADING_ELEMENTS + 2 * arrayCount) throw new FrameError(`${elementCount} elements`)
  const read = new Map(head.schedules.map(schedule => [schedule.path, readSchedule(elements, schedule, version)]))
  if (read.size !== head.schedules.length) throw new FrameError('two schedules of one path')
  if (!elements.isAtEnd) throw new FrameError('bytes follow its end')
  const params = paramsOf(head)
  const schedules = withSettings(params, read, (_, words) => {
    throw new FrameError(words)
  })
  const taskCounts = head.schedules.map(schedule => schedule.taskCount)
  return {
    rowId: head.rowId,
    today: head.today,
    inputSha256: head.inputSha256,
    ...(head.tier !== undefined && { tier: head.tier }),
    input: {
      params,
      schedules,
      ignoredFields: head.ignoredFields,
      meantFields: head.meantFields ?? {},
      ...(head.imports !== undefined && { imports: head.imports }),
      taskCount: taskCounts.reduce((sum, count) => sum + count, 0),
      taskCountLargest: taskCounts.reduce((largest, count) => Math.max(largest, count), 0),
    },
  }
}

/** Places of the containers of the schedules. */
const containersOf = (schedules: readonly ScheduleHead[]): string[][] => {
  const places = new Map(schedules.map(({ path }) => [path.split('.').slice(0, -1).join('.'), path]))
  return [...places.values()].map(path => path.split('.').slice(0, -1))
}

function paramsOf({ params, shifts, schedules }: FrameHead): FrameHead['params'] {
  try {
    return unpackShifts(params, containersOf(schedules), shifts)
  } catch (error) {
    if (error instanceof RangeError) throw new FrameError(error.message)
    throw error
  }
}

/** Assignments name resources of another column. */
function unnamedResource({ assignments, resources }: ScheduleColumns): string | undefined {
  const count = resources.values.offsets.length - 1
  const code = assignments?.resource.find(each => each >= count)
  return code === undefined ? undefined : `assignments: resource ${code} of ${count}`
}

function readSchedule(
  elements: Elements,
  { path, taskCount, columns: names, faults }: ScheduleHead,
  version: number,
): ScheduleColumns {
  const columns = columnsToFill(taskCount)
  columns.faults = faults
  const filled = columns as unknown as Record<string, unknown>
  for (const name of names) {
    const row = COLUMN_ROW_BY_NAME.get(name)!
    const what = `${path}: ${name}`
    const arrays = typesIn(row, version).map(Type => elements.array(Type, what)) as never
    const fault = row.faultIn(arrays, taskCount, row.largest)
    if (fault !== undefined) throw new FrameError(`${what}: ${fault}`)
    filled[name] = row.columnOf(arrays)
  }
  const fault = unnamedResource(columns)
  if (fault !== undefined) throw new FrameError(`${path}: ${fault}`)
  return columns
}

/** Measured of schedules of 500 to 10,000 tasks: 513 bytes per task as JSON, 190 in a frame. */
const BODY_BYTES_PER_FRAME_BYTE = 2.7

/** Bytes that a frame would be as JSON. */
export const bodyBytesOf = (frameBytes: number): number => BODY_BYTES_PER_FRAME_BYTE * frameBytes
