/** Where a table of an .mpp keeps each of its fields, as the file itself says. Fields are numbered as in the XML of Microsoft Project. */
import { i32, u16 } from './little-endian.ts'

const RECORD_BYTES = 28
const IN_VALUES = 0xffff
/** Switches: they lie in the bytes about a record, at places of their own. */
const SWITCHES = [0x0b, 0x64]
const KEY_COUNT = 65_536

interface FieldPlace {
  /** 0 the record, 1 its second part. */
  readonly part: number
  readonly offset: number
}

export class FieldMap {
  readonly fixed = new Map<number, FieldPlace>()
  /** Entry k: number of the field whose values have that key, -1 = none. */
  readonly fieldOfKey = new Int32Array(KEY_COUNT).fill(-1)
  /** A record reaches behind the place of its last field. */
  readonly recordBytes: number = 0

  constructor(bytes: Uint8Array, isOld: boolean) {
    let part = 0
    let last = 0
    for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
      const offset = u16(bytes, at + 4)
      const field = i32(bytes, at + 12) & 0xffff
      const isSwitch = SWITCHES.includes(u16(bytes, at + 20))
      if (offset !== IN_VALUES) {
        if (isSwitch) continue
        if (offset < last) part = 1
        last = offset
        this.fixed.set(field, { part, offset })
        if (part === 0) this.recordBytes = Math.max(this.recordBytes, offset + 1)
      } else if (isOld) {
        if (bytes[at + 6] !== 0) this.fieldOfKey[bytes[at + 6]] = field
      } else this.fieldOfKey[field] = field
    }
  }
}
