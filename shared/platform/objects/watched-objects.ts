/**
 * An object store whose failures are remembered. After a failure every call is refused at once until an object can be written, read and removed
 * again, so that callers do not wait for a dead server. The store is tested often, because one unreadable object or a disk that only takes small
 * objects must not block all others. A caller that fails again waits longer on its own (compute/node/waiting-runs.ts).
 */
import {
  checkObjects,
  type DiskRoom,
  type ListedObject,
  type ObjectDraft,
  type ObjectStore,
  ObjectsUnavailable,
} from './object-store.ts'

const LOOK_MS_MIN = 250
const LOOK_MS_MAX = 2_000
/** Interval of the tests while nobody uses the store. */
const REACH_MS = 5_000

export class WatchedObjects implements ObjectStore {
  readonly #store: ObjectStore
  readonly #onTurn: (reason: string | undefined) => void
  #awayReason: string | undefined
  #lookMs = LOOK_MS_MIN
  #looking: NodeJS.Timeout | undefined
  #reaching: NodeJS.Timeout | undefined
  #isClosed = false

  /** onTurn: called with the reason when the store is away, and with undefined when it is back. */
  constructor(store: ObjectStore, onTurn: (reason: string | undefined) => void = () => {}) {
    this.#store = store
    this.#onTurn = onTurn
  }

  /** Tests the store at intervals, so that isAway is true before a caller fails. */
  watch(): this {
    this.#reaching = setInterval(() => void this.reach().catch(() => {}), REACH_MS)
    this.#reaching.unref()
    return this
  }

  get place(): string {
    return this.#store.place
  }

  get isAway(): boolean {
    return this.#awayReason !== undefined
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    if (this.#awayReason !== undefined) throw new ObjectsUnavailable(this.#awayReason)
    try {
      return await work()
    } catch (error) {
      if (error instanceof ObjectsUnavailable) this.#leave(error.message)
      throw error
    }
  }

  #leave(reason: string): void {
    if (this.#awayReason !== undefined || this.#isClosed) return
    this.#awayReason = reason
    this.#onTurn(reason)
    this.#lookMs = LOOK_MS_MIN
    this.#lookLater()
  }

  #lookLater(): void {
    this.#looking = setTimeout(async () => {
      try {
        await checkObjects(this.#store)
      } catch {
        this.#lookMs = Math.min(2 * this.#lookMs, LOOK_MS_MAX)
        if (!this.#isClosed) this.#lookLater()
        return
      }
      if (this.#isClosed) return
      this.#awayReason = undefined
      this.#onTurn(undefined)
    }, this.#lookMs)
    this.#looking.unref()
  }

  draft(): ObjectDraft {
    const draft = this.#store.draft()
    return {
      write: bytes => this.#guarded(() => draft.write(bytes)),
      keep: start => this.#guarded(() => draft.keep(start)),
      drop: () => draft.drop(),
    }
  }

  read(name: string): AsyncIterable<Uint8Array> {
    return this.#each(this.#store.read(name))
  }

  list(start: string): AsyncIterable<ListedObject> {
    return this.#each(this.#store.list(start))
  }

  async *#each<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await this.#guarded(() => iterator.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }

  look(name: string): Promise<void> {
    return this.#guarded(() => this.#store.look(name))
  }

  /** One that fails says nothing of the store: nobody waits for it, and it is tried again and again. */
  async remove(name: string): Promise<void> {
    if (this.#awayReason !== undefined) throw new ObjectsUnavailable(this.#awayReason)
    await this.#store.remove(name)
  }

  sweepDrafts(olderThanMs: number): Promise<void> {
    return this.#guarded(() => this.#store.sweepDrafts(olderThanMs))
  }

  room(): Promise<DiskRoom | null> {
    return this.#guarded(() => this.#store.room())
  }

  reach(): Promise<void> {
    return this.#guarded(() => this.#store.reach())
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#looking)
    clearInterval(this.#reaching)
    this.#store.close()
  }
}
