/** Which records of the table of tasks are rows of the project: it keeps deleted rows, old copies, blank rows and remnants, too. */
import { i64, u16 } from './little-endian.ts'
import type { NumberField, RowFields } from './row-fields.ts'

/** The first records of the table stand for nothing. */
export const FIRST_RECORD = 3
const [DELETED, OLD_COPY] = [2, 4]
/** A blank row has no more. */
const BLANK_BYTES = 16
/** Since 2010 records may lack fields at their end; one that has less than this of all its fields is none. */
const LEAST_SHARE = 0.75
/** Where the second part of a record has the place of the row among the others. */
const ORDER_AT = 16
/** Manual and inactive tasks came with this version. */
export const WITH_MANUAL = 14

export const UID: NumberField = { field: 86, kind: 'whole' }
const ROW: NumberField = { field: 23, kind: 'whole' }
const NAME = 14
/** What a row that was left blank does not have: start, finish, the moment at which it was made. */
const DATES_OF_ALL: readonly NumberField[] = [35, 36, 93].map(field => ({ field, kind: 'moment' }))

interface TaskRecord {
  readonly record: number
  readonly uid: number
  /** Rows are listed by this. */
  readonly key: number
}

/** As the project lists them. */
export function taskRecords(fields: RowFields, version: number): readonly TaskRecord[] {
  const { second } = fields.block
  const rowOf = fields.fixed(ROW)
  const dates = DATES_OF_ALL.filter(({ field }) => fields.map.fixed.has(field)).map(field => fields.fixed(field))
  const { valued, named } = uidsWithValues(fields)
  const rows: TaskRecord[] = []
  for (const [uid, record] of recordOfUid(fields, version, valued)) {
    if (record < 0 || (uid !== 0 && version < WITH_MANUAL && !valued.has(uid))) continue
    if (!named.has(uid) && dates.some(get => Number.isNaN(get(record)))) continue
    const at = second.start(record)
    const isPlaced = version >= WITH_MANUAL && at >= 0 && at + ORDER_AT + 8 <= second.end(record)
    rows.push({ record, uid, key: isPlaced ? i64(second.data, at + ORDER_AT) : rowOf(record) })
  }
  // a row without a name that shares its number with one that has a name is a remnant
  const numbers = new Set(rows.filter(({ uid }) => named.has(uid)).map(({ record }) => rowOf(record)))
  const kept = rows.filter(({ uid, record }) => uid === 0 || named.has(uid) || !numbers.has(rowOf(record)))
  return kept.sort((a, b) => a.key - b.key || a.record - b.record)
}

/** UIDs that have values of any length, and those of them that have a name. */
function uidsWithValues({ block: { values }, map: { fieldOfKey } }: RowFields): {
  readonly valued: ReadonlySet<number>
  readonly named: ReadonlySet<number>
} {
  const valued = new Set<number>()
  const named = new Set<number>()
  let last = -1
  for (let k = 0; k < values.count; k++) {
    const uid = values.uid(k)
    // those of a row mostly follow each other
    if (uid !== last) valued.add(uid)
    last = uid
    // a name has more than its end
    if (fieldOfKey[values.key(k)] === NAME && values.size(k) > 2) named.add(uid)
  }
  return { valued, named }
}

/**
 * The record of each UID, -1 where the row was deleted. A UID may have several: the first that is no old copy counts, else the last. A record behind
 * that of the deleted row is a remnant; since 2010 only if none before it counts.
 */
function recordOfUid(fields: RowFields, version: number, valued: ReadonlySet<number>): ReadonlyMap<number, number> {
  const { records } = fields.block
  const { recordBytes } = fields.map
  const uidOf = fields.fixed(UID)
  const isOld = version < WITH_MANUAL
  const leastBytes = recordBytes * (isOld ? 1 : LEAST_SHARE)
  const recordOf = new Map<number, number>()
  for (let i = records.count - 1; i >= FIRST_RECORD; i--) {
    const from = records.start(i)
    const size = records.end(i) - from
    if (from < 0 || size < 2) continue
    if (records.has(i, 0, DELETED)) {
      const uid = u16(records.data, from)
      if (isOld || !recordOf.has(uid)) recordOf.set(uid, -1)
      continue
    }
    if (size <= BLANK_BYTES || size < leastBytes) continue
    const uid = uidOf(i)
    if (Number.isNaN(uid)) continue
    if (!recordOf.has(uid) || (valued.has(uid) && !records.has(i, 0, OLD_COPY))) recordOf.set(uid, i)
  }
  return recordOf
}
