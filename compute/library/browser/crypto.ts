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
  readonly #words = new Int32Array(BLOCK_BYTES)
  #bytes = 0

  update(data: string | Uint8Array): this {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
    for (let from = 0; from < bytes.length; ) {
      const at = this.#bytes % BLOCK_BYTES
      const part = bytes.subarray(from, from + BLOCK_BYTES - at)
      this.#block.set(part, at)
      this.#bytes += part.length
      from += part.length
      if (this.#bytes % BLOCK_BYTES === 0) this.#take()
    }
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

  #take(): void {
    const words = this.#words
    const block = new DataView(this.#block.buffer)
    for (let i = 0; i < 16; i++) words[i] = block.getInt32(4 * i)
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!]
      const early = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
      const late = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
      words[i] = words[i - 16]! + early + words[i - 7]! + late
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i++) {
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
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) this.#state[i]! += word
  }
}

export type Hash = Sha256
/** The engine asks for SHA-256 alone. */
export const createHash = (_name: 'sha256'): Sha256 => new Sha256()
export const hash = (_name: 'sha256', data: string | Uint8Array): string => new Sha256().update(data).digest('hex')
export const randomInt = (end: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % end
