/** Files of Microsoft Project made of tables, for tests: 2010's own format with a map of fields of our choice. */
import { compoundFile, type Stream } from './made-compound-file.ts'

const PROJECT = '   114'
const OF_TASKS = 0x0b40_0000
export const FIELD = { uid: 86, row: 23, level: 249, name: 14, notes: 15, code: 417 } as const

/** A stream of properties. */
export function props(items: readonly (readonly [key: number, value: Buffer])[]): Buffer {
  const parts: Buffer[] = [Buffer.alloc(16)]
  parts[0]!.writeUInt16LE(items.length, 12)
  for (const [key, value] of items) {
    const head = Buffer.alloc(12)
    head.writeInt32LE(value.length, 0)
    head.writeInt32LE(key, 4)
    parts.push(head, value, Buffer.alloc(value.length & 1))
  }
  return Buffer.concat(parts)
}

/** Where fields lie in a record; those without a place lie among the values. */
export function fieldMap(places: readonly (readonly [field: number, place?: number])[]): Buffer {
  const records = places.map(([field, place = 0xffff]) => {
    const record = Buffer.alloc(28)
    record.writeUInt16LE(place, 4)
    record.writeInt32LE(OF_TASKS + field, 12)
    record.writeUInt16LE(3, 20)
    return record
  })
  return Buffer.concat(records)
}

/** About records: where each begins. */
export function fixedMeta(size: number, offsets: readonly number[]): Buffer {
  const bytes = Buffer.alloc(16 + size * offsets.length)
  for (const [n, offset] of offsets.entries()) bytes.writeInt32LE(offset, 16 + n * size + 4)
  return bytes
}

/** About values: of which row each is, of which field, where it lies. */
export function varMeta(items: readonly (readonly [uid: number, key: number, at: number])[]): Buffer {
  const bytes = Buffer.alloc(24 + 12 * items.length)
  for (const [n, [uid, key, at]] of items.entries()) {
    bytes.writeInt32LE(uid, 24 + 12 * n)
    bytes.writeInt32LE(at, 28 + 12 * n)
    bytes.writeUInt16LE(key, 32 + 12 * n)
  }
  return bytes
}

/** Values, each with its size before it; where each lies follows from the sizes. */
export const var2Data = (values: readonly Buffer[]): Buffer =>
  Buffer.concat(
    values.flatMap(value => {
      const size = Buffer.alloc(4)
      size.writeInt32LE(value.length, 0)
      return [size, value]
    }),
  )

const application = 'Microsoft.Project 14.0\0'

/** `streams` by the name of their table: "TBkndTask/FixedData". */
export function project(map: Buffer | undefined, streams: Readonly<Record<string, Buffer>>, storage = PROJECT): Buffer {
  const words = Buffer.alloc(32 + application.length)
  words.writeInt32LE(application.length, 28)
  words.write(application, 32, 'latin1')
  const all: Stream[] = [
    { name: '\x01CompObj', bytes: words },
    { name: 'Props14', bytes: props([]) },
    { name: `${storage}/Props`, bytes: props(map === undefined ? [] : [[131_092, map]]) },
    ...Object.entries(streams).map(([name, bytes]) => ({ name: `${storage}/${name}`, bytes })),
  ]
  return compoundFile(all)
}
