/** What small calls use again and again: memory for their bodies, and headers that differ from an earlier one by nothing but their request id. */
import { packHeader, unpackHeader, type WorkHeader } from './work.ts'

/**
 * Memory for small bodies, used again once a body lies in its slot. Memory of its own for each of them would be a hundred megabytes a second that the garbage
 * collector learns of, and it would mark the whole heap every few seconds.
 */
interface Size {
  readonly bytes: number
  readonly keptMax: number
  readonly free: ArrayBuffer[]
}

const KILOBYTE = 1024

export class Slabs {
  readonly #sizes: readonly Size[] = [
    { bytes: 16 * KILOBYTE, keptMax: 64, free: [] },
    { bytes: 128 * KILOBYTE, keptMax: 16, free: [] },
  ]

  /** Its contents are left from earlier bodies. */
  take(bytes: number): Uint8Array<ArrayBuffer> {
    for (const size of this.#sizes) {
      if (bytes > size.bytes) continue
      return new Uint8Array(size.free.pop() ?? new ArrayBuffer(size.bytes), 0, bytes)
    }
    return Buffer.allocUnsafeSlow(bytes) as Uint8Array<ArrayBuffer>
  }

  /** Nobody may use its memory any more. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    for (const { bytes, keptMax, free } of this.#sizes)
      if (buffer.byteLength === bytes && free.length < keptMax) free.push(buffer)
  }
}

// Headers of calls that differ from an earlier one by nothing but their request id, as most do: the gateway packs such a header once and numbers it,
// and a thread unpacks it once. A number is never used twice.

/** How many headers the gateway knows of each row, and a thread in all. */
const KNOWN_MAX = 64
/** A word of a slot holds no more. */
const NUMBER_MAX = 2 ** 31 - 1

export interface NumberedHeader {
  /** 0: it is not to be remembered. */
  readonly number: number
  readonly bytes: Uint8Array
}

interface Packed extends NumberedHeader {
  readonly header: WorkHeader
}

type Values = Readonly<Record<string, unknown>>

/** Both have the same members, but for the id. A member that is an object counts as another one each time. */
function isAlike(a: WorkHeader, b: WorkHeader): boolean {
  let memberCount = 0
  for (const name in a) {
    memberCount++
    if (name !== 'requestId' && (a as unknown as Values)[name] !== (b as unknown as Values)[name]) return false
  }
  for (const _ in b) memberCount--
  return memberCount === 0
}

const isPlain = (header: WorkHeader): boolean =>
  Object.values(header).every(value => typeof value !== 'object' || value === null)

/** Headers as the gateway packs them. */
export class PackedHeaders {
  readonly #byRow = new Map<string, Packed>()
  #number = 0

  pack(header: WorkHeader): NumberedHeader {
    const known = this.#byRow.get(header.rowId)
    if (known !== undefined && isAlike(known.header, header)) return known
    const bytes = packHeader(header)
    if (!isPlain(header) || this.#number === NUMBER_MAX) return { number: 0, bytes }
    if (this.#byRow.size >= KNOWN_MAX) this.#byRow.clear()
    const packed = { header, bytes, number: ++this.#number }
    this.#byRow.set(header.rowId, packed)
    return packed
  }
}

/** Headers as a thread unpacks them. */
export class UnpackedHeaders {
  readonly #known = new Map<number, WorkHeader>()

  unpack(number: number, bytes: () => Uint8Array, requestId: () => string): WorkHeader {
    if (number === 0) return unpackHeader(bytes())
    let header = this.#known.get(number)
    if (header === undefined) {
      if (this.#known.size >= KNOWN_MAX) this.#known.clear()
      this.#known.set(number, (header = unpackHeader(bytes())))
    }
    return { ...header, requestId: requestId() }
  }
}
