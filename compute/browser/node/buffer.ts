/** What the engine uses of node:buffer, on Uint8Array alone. compute/test/browser/node-modules.test.ts compares it with Node's. */

type Encoding = 'utf8' | 'utf-8' | 'latin1' | 'base64' | 'utf16le'

const encoder = new TextEncoder()
// the mark of the byte order is text here, as it is to Node
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** So many arguments are few enough for every browser. */
const PIECE = 8_192
const SHORT_BYTES = 64

function latin1Text(bytes: Uint8Array): string {
  if (bytes.length <= SHORT_BYTES) {
    let text = ''
    for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!)
    return text
  }
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + PIECE) as unknown as number[])
  return text
}

function bytesOf(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8' || encoding === 'utf-8') return encoder.encode(text)
  if (encoding === 'base64') return latin1Bytes(atob(text))
  if (encoding === 'latin1') return latin1Bytes(text)
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), true)
  return bytes
}

function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): NodeBuffer =>
  new NodeBuffer(buffer as ArrayBuffer, byteOffset, length)

/** What is looked for, as bytes. */
const wantedBytes = (wanted: string | Uint8Array): Uint8Array =>
  typeof wanted === 'string' ? encoder.encode(wanted) : wanted

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let k = 1; k < wanted.length; k++) if (bytes[at + k] !== wanted[k]) return false
  return true
}

class NodeBuffer extends Uint8Array<ArrayBuffer> {
  static override from(
    value: string | ArrayBufferLike | ArrayLike<number> | Iterable<number>,
    start?: Encoding | number | unknown,
    length?: unknown,
  ): NodeBuffer {
    if (typeof value === 'string') return viewOf(bytesOf(value, (start as Encoding | undefined) ?? 'utf8'))
    if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer))
      return new NodeBuffer(value as ArrayBuffer, start as number | undefined, length as number | undefined)
    return viewOf(Uint8Array.from(value as ArrayLike<number>))
  }

  static alloc(size: number): NodeBuffer {
    return viewOf(new Uint8Array(size))
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length
  }

  static concat(list: readonly Uint8Array[], size = list.reduce((sum, { length }) => sum + length, 0)): NodeBuffer {
    const whole = NodeBuffer.alloc(size)
    let at = 0
    for (const bytes of list) {
      whole.set(bytes, at)
      at += bytes.length
    }
    return whole
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    const length = Math.min(a.length, b.length)
    for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1
    return Math.sign(a.length - b.length)
  }

  compare(other: Uint8Array, otherFrom = 0, otherEnd = other.length, from = 0, end = this.length): number {
    return NodeBuffer.compare(this.subarray(from, end), other.subarray(otherFrom, otherEnd))
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && NodeBuffer.compare(this, other) === 0
  }

  override toString(encoding: Encoding = 'utf8', from = 0, end = this.length): string {
    const bytes = this.subarray(Math.max(0, from), Math.max(from, end))
    if (encoding === 'latin1') return latin1Text(bytes)
    if (encoding === 'utf16le') return utf16.decode(bytes.subarray(0, bytes.length & ~1))
    if (encoding === 'base64') return btoa(latin1Text(bytes))
    return utf8.decode(bytes)
  }

  write(text: string, at: number, encoding: Encoding): number {
    const bytes = bytesOf(text, encoding)
    this.set(bytes.subarray(0, this.length - at), at)
    return Math.min(bytes.length, this.length - at)
  }

  override indexOf(wanted: number | string | Uint8Array, from = 0): number {
    if (typeof wanted === 'number') return super.indexOf(wanted, from)
    const bytes = wantedBytes(wanted)
    const first = bytes[0]!
    const last = this.length - bytes.length
    for (let at = super.indexOf(first, from); at >= 0 && at <= last; at = super.indexOf(first, at + 1))
      if (isAt(this, at, bytes)) return at
    return -1
  }

  override lastIndexOf(wanted: number | string | Uint8Array, from = this.length): number {
    if (typeof wanted === 'number') return super.lastIndexOf(wanted, from)
    const bytes = wantedBytes(wanted)
    for (let at = Math.min(from, this.length - bytes.length); at >= 0; at--)
      if (this[at] === bytes[0] && isAt(this, at, bytes)) return at
    return -1
  }

  override includes(wanted: number | string | Uint8Array, from = 0): boolean {
    return this.indexOf(wanted, from) >= 0
  }

  swap16(): this {
    for (let i = 0; i + 1 < this.length; i += 2) {
      const low = this[i]!
      this[i] = this[i + 1]!
      this[i + 1] = low
    }
    return this
  }

  readUInt16LE(at = 0): number {
    return this.#view(at, 2).getUint16(0, true)
  }

  readUInt32LE(at = 0): number {
    return this.#view(at, 4).getUint32(0, true)
  }

  /** Throws beyond the end. */
  #view(at: number, size: number): DataView {
    if (at < 0 || at + size > this.length) throw new RangeError(`${at} is beyond ${this.length} bytes`)
    return new DataView(this.buffer, this.byteOffset + at, size)
  }
}

export { NodeBuffer as Buffer }

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}
