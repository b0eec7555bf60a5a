/**
 * What is kept beside an object for as long as the object is there. A WeakMap does the same, but V8 takes the values of a WeakMap for alive until it marks the
 * whole heap: whatever a call had kept so, and all that this points to, was copied out of the nursery.
 */
interface Note<Owner, Value> {
  /** A copy of the owner has its members, but not its notes. */
  readonly owner: Owner
  readonly value: Value
}

export class Beside<Owner extends object, Value> {
  readonly #member = Symbol('beside')

  get(owner: Owner): Value | undefined {
    const note = (owner as Record<symbol, Note<Owner, Value> | undefined>)[this.#member]
    return note !== undefined && note.owner === owner ? note.value : undefined
  }

  /** The owner must not be frozen. */
  set(owner: Owner, value: Value): void {
    ;(owner as Record<symbol, Note<Owner, Value>>)[this.#member] = { owner, value }
  }
}
