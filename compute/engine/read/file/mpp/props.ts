/** A stream of properties: values by key, in no order. */
import { BadFile } from './bad-file.ts'
import { i32, u16, utf16 } from './little-endian.ts'

const COUNT_AT = 12
const FIRST_AT = 16
const ITEM_BYTES = 12
const NO_BYTES = new Uint8Array(0)

export class Props {
  readonly #items = new Map<number, Uint8Array>()

  constructor(stream: Uint8Array) {
    const count = stream.length < FIRST_AT ? 0 : u16(stream, COUNT_AT)
    let at = FIRST_AT
    for (let n = 0; n < count && at + ITEM_BYTES <= stream.length; n++) {
      const size = i32(stream, at)
      const from = at + ITEM_BYTES
      if (size < 0 || from + size > stream.length) break
      this.#items.set(i32(stream, at + 4), stream.subarray(from, from + size))
      at = from + size + (size & 1)
    }
  }

  bytes(key: number): Uint8Array {
    return this.#items.get(key) ?? NO_BYTES
  }

  /** NaN = it has none. A number has two or four bytes. */
  number(key: number): number {
    const bytes = this.bytes(key)
    return bytes.length >= 4 ? i32(bytes, 0) : bytes.length >= 2 ? u16(bytes, 0) : Number.NaN
  }

  text(key: number): string {
    const bytes = this.bytes(key)
    return utf16(bytes, 0, bytes.length)
  }

  get keys(): number[] {
    return [...this.#items.keys()]
  }
}

/** Bytes of a file that was given a password to be written: each with the same bits turned. */
export function unmasked(bytes: Uint8Array, mask: number): Uint8Array {
  if (mask === 0) return bytes
  return bytes.map(byte => byte ^ mask)
}

const PASSWORD_FLAGS = 893386752
const MASK = 893386759
const PASSWORD = 893386756
const [TO_READ] = [1]
const WHOLE_MASK = 0xff

/** What the bytes of a file are masked with, 0 = nothing. One that needs a password to be read is refused. `root`: properties beside the storages. */
export function maskOf(root: Props, version: number): number {
  const flags = root.bytes(PASSWORD_FLAGS)[0] ?? 0
  if (flags === 0) return 0
  const hasPassword = version < 14 || root.bytes(PASSWORD).length > 0
  if ((flags & TO_READ) !== 0 && hasPassword)
    throw new BadFile(
      'The file needs a password to be opened: open it in Microsoft Project, take the password off (File > Save As > Tools > General Options), and send it again.',
    )
  const code = root.bytes(MASK)[0]
  // a code of 0 stands for none
  return code === undefined || code === 0 ? 0 : WHOLE_MASK - code
}
