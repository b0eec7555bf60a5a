/** What the engine uses of node:crypto, for a browser: SHA-256 (FIPS 180-4), which the web has only as a promise, and a random number. */

const PRIMES: readonly number[] = (() => {
  const found: number[] = []
  for (let n = 2; found.length < 64; n++) if (found.every(prime => n % prime !== 0)) found.push(n)
  return found
})()
const fractionBits = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const START = PRIMES.slice(0, 8).map(prime => fractionBits(Math.sqrt(prime)))
const ROUNDS = Int32Array.from(PRIMES, prime => fractionBits(Math.cbrt(prime)))
const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

class Sha256 {
  readonly #state = Int32Array.from(START)
  readonly #block = new Uint8Array(BLOCK_BYTES)
  readonly #words = new Int32Array(ROUNDS.length)
  #bytes = 0

  update(data: string | Uint8Array): this {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
    let from = 0
    const open = this.#bytes % BLOCK_BYTES
    this.#bytes += bytes.length
    if (open > 0) {
      from = Math.min(bytes.length, BLOCK_BYTES - open)
      this.#block.set(bytes.subarray(0, from), open)
      if (open + from < BLOCK_BYTES) return this
      this.#take(this.#block, 0)
    }
    // whole blocks are read where they lie
    for (; from + BLOCK_BYTES <= bytes.length; from += BLOCK_BYTES) this.#take(bytes, from)
    this.#block.set(bytes.subarray(from))
    return this
  }

  digest(form: 'hex' | 'base64'): string {
    const bits = this.#bytes * 8
    const used = (this.#bytes % BLOCK_BYTES) + 1 + LENGTH_BYTES
    const padding = new Uint8Array(1 + ((2 * BLOCK_BYTES - used) % BLOCK_BYTES) + LENGTH_BYTES)
    padding[0] = 0x80
    const tail = new DataView(padding.buffer, padding.length - LENGTH_BYTES)
    tail.setUint32(0, Math.floor(bits / 2 ** 32))
    tail.setUint32(4, bits >>> 0)
    this.update(padding)
    const sum = new DataView(new ArrayBuffer(4 * START.length))
    for (const [i, word] of this.#state.entries()) sum.setInt32(4 * i, word)
    const codes = Array.from(new Uint8Array(sum.buffer))
    return form === 'hex'
      ? codes.map(code => code.toString(16).padStart(2, '0')).join('')
      : btoa(String.fromCharCode(...codes))
  }

  /** Some megabytes of every schedule go through it: plain variables, since lists that are taken apart cost five times as long. */
  #take(bytes: Uint8Array, from: number): void {
    const words = this.#words
    for (let i = 0, at = from; i < 16; i++, at += 4)
      words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    for (let i = 16; i < words.length; i++) {
      const x = words[i - 15]!
      const y = words[i - 2]!
      const early = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
      const late = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
      words[i] = (words[i - 16]! + early + words[i - 7]! + late) | 0
    }
    const state = this.#state
    let a = state[0]!
    let b = state[1]!
    let c = state[2]!
    let d = state[3]!
    let e = state[4]!
    let f = state[5]!
    let g = state[6]!
    let h = state[7]!
    for (let i = 0; i < ROUNDS.length; i++) {
      const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
      const first = (h + chosen + ROUNDS[i]! + words[i]!) | 0
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    state[0]! += a
    state[1]! += b
    state[2]! += c
    state[3]! += d
    state[4]! += e
    state[5]! += f
    state[6]! += g
    state[7]! += h
  }
}

export type Hash = Sha256
/** The engine asks for SHA-256 alone. */
export const createHash = (_name: 'sha256'): Sha256 => new Sha256()
export const hash = (_name: 'sha256', data: string | Uint8Array): string => new Sha256().update(data).digest('hex')
export const randomInt = (end: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % end
