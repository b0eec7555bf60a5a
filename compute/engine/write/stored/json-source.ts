/**
 * The JSON that this service wrote, read again chunk by chunk: a result lies nowhere whole. Values are found by their brackets and quotes and
 * handed to JSON.parse one by one, so only JSON of our own writer may come here.
 */
const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const END = -1

export class JsonSource {
  readonly #chunks: Iterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]()
  }

  /** Loads the next chunk; false at the end. */
  #load(): boolean {
    for (;;) {
      const { value, done } = this.#chunks.next()
      if (done === true) return false
      if (value.length === 0) continue
      this.#bytes = Buffer.from(value.buffer, value.byteOffset, value.length)
      this.#at = 0
      return true
    }
  }

  #peek(): number {
    if (this.#at < this.#bytes.length || this.#load()) return this.#bytes[this.#at]
    return END
  }

  #take(byte: number): boolean {
    if (this.#peek() !== byte) return false
    this.#at++
    return true
  }

  #expect(byte: number): void {
    if (!this.#take(byte))
      throw new Error(`a stored result is no JSON of this service: no ${String.fromCharCode(byte)}`)
  }

  get isObject(): boolean {
    return this.#peek() === OPEN_OBJECT
  }

  get isArray(): boolean {
    return this.#peek() === OPEN_ARRAY
  }

  /** Calls `each` in front of the value of every member; it must read that value. */
  members(each: (name: string) => void): void {
    this.#expect(OPEN_OBJECT)
    if (this.#take(CLOSE_OBJECT)) return
    do {
      const name = this.value() as string
      this.#expect(COLON)
      each(name)
    } while (this.#take(COMMA))
    this.#expect(CLOSE_OBJECT)
  }

  /** Calls `each` in front of every item; it must read it. */
  items(each: () => void): void {
    this.#expect(OPEN_ARRAY)
    if (this.#take(CLOSE_ARRAY)) return
    do each()
    while (this.#take(COMMA))
    this.#expect(CLOSE_ARRAY)
  }

  /** Begins a list that is read item by item: whether there is a first one. */
  firstItem(): boolean {
    this.#expect(OPEN_ARRAY)
    return !this.#take(CLOSE_ARRAY)
  }

  /** Behind an item: whether there is a next one. */
  nextItem(): boolean {
    if (this.#take(COMMA)) return true
    this.#expect(CLOSE_ARRAY)
    return false
  }

  /** The next value, whole. */
  value(): unknown {
    const pieces = this.bytes()
    return JSON.parse((pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)).toString('utf8'))
  }

  /** Its bytes, in pieces of the chunks. A value may reach over the end of a chunk, in the middle of a character too. */
  bytes(): Buffer[] {
    this.#peek()
    const pieces: Buffer[] = []
    let depth = 0
    let inString = false
    let escaped = false
    let hasBegun = false
    for (;;) {
      const bytes = this.#bytes
      const start = this.#at
      let at = start
      let hasEnded = false
      for (; at < bytes.length; at++) {
        const byte = bytes[at]
        if (inString) {
          if (escaped) escaped = false
          else if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) {
            inString = false
            if (depth === 0) {
              at++
              hasEnded = true
              break
            }
          }
        } else if (byte === QUOTE) inString = true
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
        else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          // the end of what a number or a word stands in
          if (depth === 0) {
            hasEnded = true
            break
          }
          depth--
          if (depth === 0) {
            at++
            hasEnded = true
            break
          }
        } else if (byte === COMMA && depth === 0 && (hasBegun || at > start)) {
          hasEnded = true
          break
        }
      }
      this.#at = at
      pieces.push(bytes.subarray(start, at))
      hasBegun = true
      if (hasEnded || !this.#load()) return pieces
    }
  }
}
