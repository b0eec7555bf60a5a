/** A map with a maximum size. When it is full, the least recently used entry is evicted. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #sizeMax: number
  /** The most recently used, which stands last: a caller often comes again before any other. */
  #lastKey: K | undefined

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get size(): number {
    return this.#entries.size
  }

  /** Marks the entry as used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || key === this.#lastKey) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#lastKey = key
    return value
  }

  set(key: K, value: V): void {
    if (key !== this.#lastKey) this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#lastKey = key
    // a Map iterates in order of insertion: the first is the oldest
    if (this.#entries.size > this.#sizeMax) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(key: K): void {
    if (key === this.#lastKey) this.#lastKey = undefined
    this.#entries.delete(key)
  }
}
