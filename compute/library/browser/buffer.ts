/** What the engine uses of Node's Buffer, for a browser: the bundle puts it in the place of node:buffer and of the global. */

type Encoding = 'utf8' | 'utf-8' | 'latin1' | 'base64' | 'utf16le'

const ENCODER = new TextEncoder()
/** Arguments of one call; engines refuse some hundred thousand. */
const CODES_MAX = 2 ** 13

const unitsOf = (text: string, bytesPerUnit: 1 | 2): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * bytesPerUnit)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    bytes[i * bytesPerUnit] = code
    if (bytesPerUnit === 2) bytes[2 * i + 1] = code >> 8
  }
  return bytes
}

const ENCODE: Readonly<Record<Encoding, (text: string) => Uint8Array<ArrayBuffer>>> = {
  utf8: text => ENCODER.encode(text),
  'utf-8': text => ENCODER.encode(text),
  latin1: text => unitsOf(text, 1),
  utf16le: text => unitsOf(text, 2),
  base64: text => unitsOf(atob(text), 1),
}

/** TextDecoder takes latin1 for windows-1252. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CODES_MAX)
    text += String.fromCharCode(...Uint8Array.prototype.subarray.call(bytes, at, at + CODES_MAX))
  return text
}

/** As Node does: lone surrogates stay, and an odd last byte is left out. */
function utf16(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes[at]! | (bytes[at + 1]! << 8))
  return text
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
/** Memory that threads share cannot be decoded where it lies. */
const utf8 = (bytes: Uint8Array): string =>
  UTF8.decode(bytes.buffer instanceof ArrayBuffer ? bytes : Uint8Array.prototype.slice.call(bytes))

const DECODE: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  utf8,
  'utf-8': utf8,
  latin1,
  utf16le: utf16,
  base64: bytes => btoa(latin1(bytes)),
}

export class Buffer extends Uint8Array {
  static override from(source: unknown, encodingOrAt?: unknown, length?: unknown): Buffer {
    if (typeof source === 'string') return view(ENCODE[(encodingOrAt ?? 'utf8') as Encoding](source))
    if (ArrayBuffer.isView(source) || Array.isArray(source)) return new Buffer(source as Uint8Array)
    return new Buffer(source as ArrayBuffer, encodingOrAt as number | undefined, length as number | undefined)
  }

  static alloc(length: number): Buffer {
    return new Buffer(length)
  }

  static byteLength(text: string | Uint8Array): number {
    return typeof text === 'string' ? ENCODER.encode(text).length : text.byteLength
  }

  static concat(
    pieces: readonly Uint8Array[],
    length: number = pieces.reduce((sum, piece) => sum + piece.length, 0),
  ): Buffer {
    const whole = new Buffer(length)
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    const end = Math.min(a.length, b.length)
    for (let i = 0; i < end; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1
    return Math.sign(a.length - b.length)
  }

  override toString(encoding: Encoding = 'utf8', from = 0, to = this.length): string {
    return DECODE[encoding](this.subarray(from, to))
  }

  write(text: string, at: number, encoding: Encoding): number {
    const bytes = ENCODE[encoding](text).subarray(0, this.length - at)
    this.set(bytes, at)
    return bytes.length
  }

  equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0
  }

  compare(target: Uint8Array, targetFrom: number, targetTo: number, from: number, to: number): number {
    return Buffer.compare(this.subarray(from, to), target.subarray(targetFrom, targetTo))
  }

  copy(target: Uint8Array, at = 0): number {
    const bytes = this.subarray(0, target.length - at)
    target.set(bytes, at)
    return bytes.length
  }

  override indexOf(wanted: number | string | Uint8Array, from = 0): number {
    if (typeof wanted === 'number') return super.indexOf(wanted, from)
    const bytes = typeof wanted === 'string' ? ENCODER.encode(wanted) : wanted
    const last = this.length - bytes.length
    for (let at = super.indexOf(bytes[0]!, from); at >= 0 && at <= last; at = super.indexOf(bytes[0]!, at + 1))
      if (isAt(this, bytes, at)) return at
    return -1
  }

  override lastIndexOf(wanted: number | string, from = this.length - 1): number {
    if (typeof wanted === 'number') return super.lastIndexOf(wanted, from)
    const bytes = ENCODER.encode(wanted)
    for (let at = this.length - bytes.length; at >= 0; at--) if (isAt(this, bytes, at)) return at
    return -1
  }

  swap16(): this {
    for (let at = 0; at + 1 < this.length; at += 2) this.set([this[at + 1]!, this[at]!], at)
    return this
  }

  readUInt16LE(at: number): number {
    return this[at]! | (this[at + 1]! << 8)
  }

  readUInt32LE(at: number): number {
    return (this.readUInt16LE(at) | (this.readUInt16LE(at + 2) << 16)) >>> 0
  }
}

const view = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer => new Buffer(buffer, byteOffset, length)

function isAt(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false
  return true
}

const STRICT = new TextDecoder('utf-8', { fatal: true })

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes)
    return true
  } catch {
    return false
  }
}
