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

/** A day that works from 8 to 12. */
function morning(): Buffer {
  const day = Buffer.alloc(60)
  day.writeUInt16LE(1, 2)
  day.writeUInt16LE(480 * 10, 8)
  day.writeInt32LE(240 * 10, 20)
  return day
}

/** An exception without work between two days, which are counted from 1983-12-31. */
export function exception(firstDay: number, lastDay: number, type: number, details: readonly number[]): Buffer {
  const bytes = Buffer.alloc(92)
  bytes.writeUInt16LE(firstDay, 0)
  bytes.writeUInt16LE(lastDay, 2)
  bytes.writeUInt16LE(type, 72)
  bytes.set(details, 76)
  return bytes
}

/** Working times of a calendar: mornings, exceptions, and so many weeks of a time, from 1984 to 2038. */
export function hoursOf(exceptions: readonly Buffer[], weekCount = 0): Buffer {
  const count = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8, 0, 0])
  const days = Buffer.concat(Array.from({ length: 7 }, morning))
  const week = Buffer.concat([days, Buffer.alloc(16)])
  week.writeUInt16LE(2, 420)
  week.writeUInt16LE(20_000, 422)
  const weeks = Array.from({ length: weekCount }, () => week)
  return Buffer.concat([days, count(exceptions.length), ...exceptions, count(weekCount), ...weeks])
}

/** Calendars 1 to n without a base, of one and the same value. */
export function calendars(count: number, hours: Buffer): Readonly<Record<string, Buffer>> {
  const records = Buffer.alloc(12 * count, 0xff)
  for (let n = 0; n < count; n++) records.writeInt32LE(n + 1, 12 * n)
  const offsets = Array.from({ length: count }, (_, n) => 12 * n)
  return {
    'TBkndCal/FixedMeta': fixedMeta(10, offsets),
    'TBkndCal/FixedData': records,
    'TBkndCal/VarMeta': varMeta(offsets.map((_, n) => [n + 1, 8, 0] as const)),
    'TBkndCal/Var2Data': var2Data([hours]),
  }
}

const application = 'Microsoft.Project 14.0\0'

/** What a password to write masks since 2007: properties, records of links, calendars, resources and assignments; those of tasks stay as they are. */
const MASKED = /^TBknd(?:Cons|Cal|Rsc|Assn)\/FixedData$/

/** `streams` by the name of their table: "TBkndTask/FixedData"; `code`: of a password to write. */
export function project(
  map: Buffer | undefined,
  streams: Readonly<Record<string, Buffer>>,
  storage = PROJECT,
  code = 0,
): Buffer {
  const masked = (bytes: Buffer): Buffer => (code === 0 ? bytes : Buffer.from(bytes.map(byte => byte ^ (0xff - code))))
  const password: readonly (readonly [number, Buffer])[] = [
    [893_386_752, Buffer.from([2, 0])],
    [893_386_759, Buffer.from([code, 0])],
  ]
  const words = Buffer.alloc(32 + application.length)
  words.writeInt32LE(application.length, 28)
  words.write(application, 32, 'latin1')
  const all: Stream[] = [
    { name: '\x01CompObj', bytes: words },
    { name: 'Props14', bytes: props(code === 0 ? [] : password) },
    { name: `${storage}/Props`, bytes: masked(props(map === undefined ? [] : [[131_092, map]])) },
    ...Object.entries(streams).map(([name, bytes]) => ({
      name: `${storage}/${name}`,
      bytes: MASKED.test(name) ? masked(bytes) : bytes,
    })),
  ]
  return compoundFile(all)
}
