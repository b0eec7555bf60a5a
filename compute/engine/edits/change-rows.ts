/**
 * Members of tasks in changes as columns: they go through the reader of requests, so that a change means what the same members of a task would. Links
 * apart, whose ids are those of the whole schedule. As MessagePack: the scanner of JSON writes into memory that columns of the request may still lie in.
 */
import Type from 'typebox'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { taskList } from '../../../shared/contract/schedule/task.ts'
import { lasting } from '../ids/short-arrays.ts'
import { NO_LIMITS, readRequest } from '../read/read-request.ts'

/** A task of some members, and where they stand in the request. */
export interface ChangeRow {
  readonly place: readonly (string | number)[]
  readonly members: Readonly<Record<string, unknown>>
  /** Id of the task; absent: its row. */
  readonly id?: string
}

const ROW = lasting(() => ({ request: Type.Object({ tasks: taskList(0) }), input: 'strict' as const }))

const encoder = new TextEncoder()

/** Row n of the columns has the members of rows[n]. */
export function readRows(rows: readonly ChangeRow[]): ScheduleColumns | readonly ValidationFault[] {
  const tasks = rows.map(({ members, id }, n) => ({ ...members, id: id ?? String(n), predecessors: undefined }))
  const read = readRequest(ROW, packed({ tasks }), 'application/msgpack', NO_LIMITS)
  if ('schedules' in read) return read.schedules.get('tasks')!
  return (read.faults ?? []).map(({ loc, msg, type }) => {
    // body, tasks, n, member
    const row = rows[Number(loc[2])]
    return { loc: ['body', ...(row?.place ?? []), ...loc.slice(3)], msg, type }
  })
}

// first bytes of the format (github.com/msgpack/msgpack/blob/master/spec.md)
const NIL = 0xc0
const FALSE = 0xc2
const TRUE = 0xc3
const FLOAT_64 = 0xcb
const STR_32 = 0xdb
const ARRAY_32 = 0xdd
const MAP_32 = 0xdf

/** Plain values in the longest form of each. */
function packed(value: unknown): Uint8Array {
  const parts: Uint8Array[] = []
  const head = (first: number, count: number): void => {
    const bytes = new Uint8Array(5)
    bytes[0] = first
    new DataView(bytes.buffer).setUint32(1, count)
    parts.push(bytes)
  }
  const write = (each: unknown): void => {
    if (typeof each === 'string') {
      const bytes = encoder.encode(each)
      head(STR_32, bytes.length)
      parts.push(bytes)
    } else if (typeof each === 'number') {
      const bytes = new Uint8Array(9)
      bytes[0] = FLOAT_64
      new DataView(bytes.buffer).setFloat64(1, each)
      parts.push(bytes)
    } else if (Array.isArray(each)) {
      head(ARRAY_32, each.length)
      for (const item of each) write(item)
    } else if (typeof each === 'object' && each !== null) {
      const members = Object.entries(each).filter(([, member]) => member !== undefined)
      head(MAP_32, members.length)
      for (const [name, member] of members) {
        write(name)
        write(member)
      }
    } else parts.push(Uint8Array.of(each === true ? TRUE : each === false ? FALSE : NIL))
  }
  write(value)
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
