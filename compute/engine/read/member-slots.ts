/**
 * The members of one object, by the numbers of their names: where each value stands, of equal members the last. So the order of members decides nothing, and
 * no object is made. One instance serves all objects of its kind that a thread reads, one after the other.
 */
import { cutToken, describeToken } from './cut-text.ts'
import { type IgnoredNames, NameTable } from './name-table.ts'
import { ARRAY, END, NULL, NUMBER, STRING, type Tokens, UNDECLARED } from './tokens.ts'

/** Parts of a slot's state. */
const ESCAPED = 8
const TURN_STEP = 16
const TURNS_MAX = 2 ** 26

export class MemberSlots {
  readonly #names: NameTable
  /** TURN_STEP times the turn of the object, plus the kind of the value, plus ESCAPED for a string with escapes: what is of an earlier object is none. */
  readonly #state: Int32Array
  #turn = 0
  /** Entry m: offset of the value of member m; of a string it is bytes[start, end) of the tokens, in the escapes of the format where it has any. */
  readonly at: Uint32Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly number: Float64Array
  /** Members that the object has, each once, in the order of the body; null counts. */
  readonly given: Uint8Array
  givenCount = 0

  constructor(names: readonly string[]) {
    const count = names.length
    this.#names = new NameTable(names)
    this.#state = new Int32Array(count)
    this.at = new Uint32Array(count)
    this.start = new Uint32Array(count)
    this.end = new Uint32Array(count)
    this.number = new Float64Array(count)
    this.given = new Uint8Array(count)
  }

  /** Reads the object that the tokens have opened, to its end; containers in it are passed over. */
  read(tokens: Tokens, ignored: IgnoredNames): void {
    if (this.#turn === TURNS_MAX) {
      this.#state.fill(0)
      this.#turn = 0
    }
    const turn = TURN_STEP * ++this.#turn
    const names = this.#names
    const states = this.#state
    const { at, start, end, given } = this
    let givenCount = 0
    names.begin()
    for (let index = 0; ; index++) {
      const m = tokens.field(index, names)
      if (m === END) break
      if (m === UNDECLARED) {
        ignored.add(tokens)
        tokens.skip(tokens.next())
        continue
      }
      if (states[m] < turn) given[givenCount++] = m
      at[m] = tokens.pos
      const kind = tokens.next()
      if (kind === STRING) {
        states[m] = turn + (tokens.escaped ? STRING + ESCAPED : STRING)
        start[m] = tokens.start
        end[m] = tokens.end
      } else {
        states[m] = turn + kind
        if (kind === NUMBER) this.number[m] = tokens.number[0]
        else if (kind >= ARRAY) tokens.skip(kind)
      }
    }
    this.givenCount = givenCount
  }

  /** Kind of the value of member m, NULL = the object has none. */
  kindOf(m: number): number {
    const state = this.#state[m] - TURN_STEP * this.#turn
    return state < 0 ? NULL : state & ~ESCAPED
  }

  isEscaped(m: number): boolean {
    return (this.#state[m] & ESCAPED) !== 0
  }

  /** Another value in the place of member m, which is no string. */
  put(m: number, kind: number, number = 0): void {
    this.#state[m] = TURN_STEP * this.#turn + kind
    this.number[m] = number
  }

  /** The value of member m for a message, cut; without quotes an absent one is empty. */
  text(tokens: Tokens, m: number, quoted: boolean): string {
    const kind = this.kindOf(m)
    if (kind === NULL) return quoted ? 'null' : ''
    if (kind !== STRING) return describeToken(kind, '', this.number[m])
    const text = cutToken(tokens, this.start[m], this.end[m], this.isEscaped(m))
    return quoted ? describeToken(kind, text, 0) : text
  }
}
