/**
 * What the readers need of a body format: a cursor over the bytes that gives one token at a time and builds nothing.
 * The two formats are json-tokens.ts and msgpack-tokens.ts; everything else in this folder is the same for both.
 * Broken syntax throws a BodySyntaxError, caught once in read-request.ts.
 */
import type { NameTable } from './name-table.ts'

/** Kinds of a value; the containers come last. */
export const NULL = 0
export const FALSE = 1
export const TRUE = 2
export const NUMBER = 3
export const STRING = 4
export const ARRAY = 5
export const OBJECT = 6

/** Containers inside each other, the body itself counted; what is deeper is refused as broken syntax. */
export const DEPTH_MAX = 64

/** What field() says beside the number of a name: the name is not declared; the object has ended. */
export const UNDECLARED = -1
export const END = -2

/** Kind of the container at each depth that skip() has entered; it is not left before the value ends. */
const KINDS = new Uint8Array(DEPTH_MAX + 1)

const NO_BYTES = new Uint8Array(0)

export class BodySyntaxError extends Error {
  readonly offset: number
  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

export abstract class Tokens {
  readonly bytes: Uint8Array
  /** A view of the bytes above. */
  readonly view: DataView
  /** Offset of what is read next. */
  pos = 0
  /** The last string or key is bytes[start, end), in the format's escapes when `escaped`. */
  start = 0
  end = 0
  escaped = false
  /** Entry 0 is the last number. */
  readonly number = new Float64Array(1)
  /** Where unescape() leaves its text. */
  unescaped = NO_BYTES
  /** Containers that are open. */
  protected depth = 0

  constructor(bytes: Uint8Array) {
    // one hidden class for the kernels, also when a Buffer is given
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Reads a value: a scalar whole, of a container only its opening. Returns the kind. */
  abstract next(): number
  /** In an array of which `index` items were read: whether another follows, else closes it. */
  abstract item(index: number): boolean
  /** In an object of which `index` members were read: reads the key of another, else closes it and returns false. */
  abstract member(index: number): boolean
  /** Reads a member by the number that `names` has for its key: see NameTable. */
  field(index: number, names: NameTable): number {
    return this.member(index) ? names.find(this) : END
  }
  /** Bytes written to `unescaped` for the escaped string bytes[start, end). */
  abstract unescape(start: number, end: number): number
  /** After the body: nothing but blanks may follow. */
  abstract finish(): void

  /** Reads on to the end of the container that next() has just opened; of other kinds nothing is left to skip. */
  skip(kind: number): void {
    if (kind < ARRAY) return
    const kinds = KINDS
    const outermost = this.depth
    kinds[outermost] = kind
    let index = 0
    for (;;) {
      if (kinds[this.depth] === ARRAY ? this.item(index) : this.member(index)) {
        const inner = this.next()
        index = inner < ARRAY ? 1 : 0
        if (inner >= ARRAY) kinds[this.depth] = inner
      } else {
        if (this.depth < outermost) return
        index = 1
      }
    }
  }

  protected open(): void {
    if (++this.depth > DEPTH_MAX) throw new BodySyntaxError(`more than ${DEPTH_MAX} levels of nesting`, this.pos)
  }
}
