/**
 * Things in the order in which they came, any of which may leave. A Set does the same, but where things come and go V8 keeps what it has held: each time
 * its table is full of what has left there is a new one, and the old ones, of which most lie in the old generation, point to the next one and to all that
 * they held. So whatever a call had in a Set was copied out of the nursery with all that it points to, and stayed until the whole heap was marked.
 */
export interface Link<Value> {
  readonly value: Value
  /** undefined: it is the last one, or has left. */
  readonly after: Link<Value> | undefined
}

interface OwnLink<Value> extends Link<Value> {
  before: OwnLink<Value> | undefined
  after: OwnLink<Value> | undefined
  isIn: boolean
}

export class Chain<Value> {
  #first: OwnLink<Value> | undefined
  #last: OwnLink<Value> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The link that came first of all that are there. */
  get first(): Link<Value> | undefined {
    return this.#first
  }

  /** Puts it last. The link is what it leaves by. */
  add(value: Value): Link<Value> {
    const link: OwnLink<Value> = { value, before: this.#last, after: undefined, isIn: true }
    if (this.#last === undefined) this.#first = link
    else this.#last.after = link
    this.#last = link
    this.#size++
    return link
  }

  /** link: of this chain. False: it has left before. */
  leave(link: Link<Value>): boolean {
    const own = link as OwnLink<Value>
    if (!own.isIn) return false
    const { before, after } = own
    if (before === undefined) this.#first = after
    else before.after = after
    if (after === undefined) this.#last = before
    else after.before = before
    own.isIn = false
    own.before = undefined
    own.after = undefined
    this.#size--
    return true
  }
}
