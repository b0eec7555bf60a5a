/** What the engine uses of node:crypto: SHA-256 (FIPS 180-4), which browsers have only as a promise, and a random number. */
import { Buffer } from './buffer.ts'

const BLOCK = 64

const K = new Uint32Array(BLOCK)
const START = new Uint32Array(8)

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => (value - Math.floor(value)) * 2 ** 32

/** Roots of the first primes. */
for (let prime = 2, count = 0; count < BLOCK; prime++) {
  let isPrime = true
  for (let divisor = 2; divisor * divisor <= prime; divisor++) if (prime % divisor === 0) isPrime = false
  if (!isPrime) continue
  if (count < START.length) START[count] = fraction(Math.sqrt(prime))
  K[count++] = fraction(Math.cbrt(prime))
}

const words = new Int32Array(BLOCK)

function mix(state: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0, at = from; i < 16; i++, at += 4)
    words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  for (let i = 16; i < BLOCK; i++) {
    const x = words[i - 15]!
    const y = words[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < BLOCK; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + words[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < sums.length; i++) state[i] = (state[i]! + sums[i]!) | 0
}

export class Hash {
  readonly #state = Int32Array.from(START)
  readonly #rest = new Uint8Array(BLOCK)
  #restLength = 0
  #bytes = 0

  update(data: Uint8Array | string): this {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    this.#bytes += bytes.length
    let at = 0
    if (this.#restLength > 0) {
      at = Math.min(BLOCK - this.#restLength, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restLength)
      this.#restLength += at
      if (this.#restLength < BLOCK) return this
      mix(this.#state, this.#rest, 0)
      this.#restLength = 0
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) mix(this.#state, bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#restLength = bytes.length - at
    return this
  }

  digest(encoding: 'hex' | 'base64'): string {
    const bits = 8 * this.#bytes
    const padding = new Uint8Array((this.#restLength < 56 ? 56 : 120) - this.#restLength + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(padding.length - 4, bits >>> 0)
    this.update(padding)
    const sum = Buffer.alloc(32)
    const out = new DataView(sum.buffer)
    for (let i = 0; i < 8; i++) out.setInt32(4 * i, this.#state[i]!)
    return encoding === 'base64'
      ? sum.toString('base64')
      : Array.from(sum, byte => byte.toString(16).padStart(2, '0')).join('')
  }
}

export const createHash = (_algorithm: 'sha256'): Hash => new Hash()

export const hash = (_algorithm: 'sha256', bytes: Uint8Array): string => new Hash().update(bytes).digest('hex')

/** 0 to below a power of two of at most 2^32. */
export const randomInt = (below: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % below
