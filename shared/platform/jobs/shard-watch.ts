/**
 * Which shards answer. In a cluster, a server that died or hangs affects only its own shards. After a failed command its shard is left out of all
 * background work, and is tested at growing intervals until it answers. A call that needs data of the shard still sends its command to the store.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { JOB_SHARD_COUNT } from '../../contract/job-classes.ts'
import { ObjectsUnavailable } from '../objects/object-store.ts'
import { StoreUnavailable } from '../redis/failure.ts'

interface ShardWatchParts {
  /** Tests a shard; rejects if it does not answer. */
  readonly reach: (shard: number) => Promise<unknown>
  /** True when the store is closed and tests can end. */
  readonly isOver: () => boolean
}

/** Delay of the first test after a failure, and largest delay between later ones. */
const REACH_MS_MIN = 50
const REACH_MS_MAX = 1_000
/** A shard may answer this much later than another. */
const GRACE_MS = 50

const SHARDS: readonly number[] = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)

/** For background work, which does not keep the process alive. */
const pauseBehind = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref())

export class ShardWatch {
  readonly #parts: ShardWatchParts
  readonly #away = new Set<number>()
  readonly #onAway: ((shard: number) => void)[] = []
  readonly #onBack: ((shard: number) => void)[] = []

  constructor(parts: ShardWatchParts) {
    this.#parts = parts
  }

  isAway(shard: number): boolean {
    return this.#away.has(shard)
  }

  /** Shards that answer; all shards if none does, so that a recovery is noticed. */
  get present(): readonly number[] {
    const present = SHARDS.filter(shard => !this.#away.has(shard))
    return present.length === 0 ? SHARDS : present
  }

  /** The listener is called with each shard that is left out from now on. */
  onAway(listener: (shard: number) => void): void {
    this.#onAway.push(listener)
  }

  /** The listener is called with each shard that answers again. */
  onBack(listener: (shard: number) => void): void {
    this.#onBack.push(listener)
  }

  /** A command to the shard failed or got no reply. */
  failed(shard: number): void {
    if (this.#away.has(shard)) return
    this.#away.add(shard)
    for (const listener of this.#onAway) listener(shard)
    void this.#reachAgain(shard)
  }

  async #reachAgain(shard: number): Promise<void> {
    for (let delayMs = REACH_MS_MIN; ; delayMs = Math.min(2 * delayMs, REACH_MS_MAX)) {
      await pauseBehind(delayMs)
      if (this.#parts.isOver()) return
      if (await this.#isReached(shard)) break
    }
    this.#away.delete(shard)
    for (const listener of this.#onBack) listener(shard)
  }

  #isReached(shard: number): Promise<boolean> {
    return this.#parts.reach(shard).then(
      () => true,
      () => false,
    )
  }

  /**
   * A question to this one has waited for long: leaves it out, and with it all others that give no sign of life, when some give one. A
   * store that is slow as a whole is waited for. Returns whether it is left out.
   */
  async suspect(shard: number): Promise<boolean> {
    const silent = new Set(this.present)
    const reaching = [shard, ...this.present.filter(other => other !== shard)].map(one =>
      this.#parts.reach(one).then(() => void silent.delete(one)),
    )
    const own = reaching[0]!.catch(() => {})
    await Promise.race([own, Promise.any(reaching).catch(() => {})])
    if (silent.has(shard)) await pause(GRACE_MS)
    if (!silent.has(shard)) return false
    for (const one of silent) this.failed(one)
    return true
  }

  /** undefined: it is away, or went away with this question. */
  async attempt<Answer>(shard: number, question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.#away.has(shard)) return undefined
    try {
      return await question()
    } catch (error) {
      // of a store of objects that is away the shard knows nothing
      if (!(error instanceof StoreUnavailable) || error instanceof ObjectsUnavailable) throw error
      this.failed(shard)
      return undefined
    }
  }

  /** Does something in all shards at once: on one server its writes go to disk together. */
  async all(work: (shard: number) => Promise<void>): Promise<void> {
    await Promise.all(SHARDS.map(shard => this.attempt(shard, () => work(shard))))
  }

  /** Does something in one shard after the other; those that are away do not hold up the rest. */
  async each(work: (shard: number) => Promise<void>): Promise<void> {
    for (const shard of SHARDS) await this.attempt(shard, () => work(shard))
  }
}
