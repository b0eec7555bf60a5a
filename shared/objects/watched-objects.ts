/**
 * A store of objects whose failures are remembered: once it was away, everything is refused at once until an object can be written, read and
 * removed again, so that nobody waits for a dead server again and again. It is looked for often: one object that cannot be read, or a disk that
 * takes small things alone, must not keep others from the store. Who fails again waits longer by himself (compute/node/waiting-runs.ts).
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
/** How often it is looked at where nobody uses it. */
const REACH_MS = 5_000

export class WatchedObjects implements ObjectStore {
  readonly #store: ObjectStore
  readonly #onTurn: (reason: string | undefined) => void
  #awayReason: string | undefined
  #lookMs = LOOK_MS_MIN
  #looking: NodeJS.Timeout | undefined
  #reaching: NodeJS.Timeout | undefined
  #isClosed = false

  /** onTurn: told why it is away, and with undefined that it is back. */
  constructor(store: ObjectStore, onTurn: (reason: string | undefined) => void = () => {}) {
    this.#store = store
    this.#onTurn = onTurn
  }

  /** Looks now and then by itself, so that isAway is true before somebody fails. */
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

  async #asked<T>(work: () => Promise<T>): Promise<T> {
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
      write: bytes => this.#asked(() => draft.write(bytes)),
      keep: start => this.#asked(() => draft.keep(start)),
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
        const next = await this.#asked(() => iterator.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }

  look(name: string): Promise<void> {
    return this.#asked(() => this.#store.look(name))
  }

  /** One that fails says nothing of the store: nobody waits for it, and it is tried again and again. */
  async remove(name: string): Promise<void> {
    if (this.#awayReason !== undefined) throw new ObjectsUnavailable(this.#awayReason)
    await this.#store.remove(name)
  }

  sweepDrafts(olderThanMs: number): Promise<void> {
    return this.#asked(() => this.#store.sweepDrafts(olderThanMs))
  }

  room(): Promise<DiskRoom | null> {
    return this.#asked(() => this.#store.room())
  }

  reach(): Promise<void> {
    return this.#asked(() => this.#store.reach())
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#looking)
    clearInterval(this.#reaching)
    this.#store.close()
  }
}
