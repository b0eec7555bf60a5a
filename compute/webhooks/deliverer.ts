/**
 * The deliverer: takes what is due in all shards, makes each callback on its own, and settles it. Any number of deliverers share
 * the work. Modes of a delivery here: taken (leased, by the store) -> in flight -> settled; or taken -> waiting for a slot of its
 * host -> in flight, or given back after a while. One that is lost here comes again when its lease ends: at least once.
 *
 * A shard is looked at when something of it is due by our own doing, when the store hints so, and every POLL_MS: hints may be lost,
 * and retries of a deliverer that died are nobody's doing.
 */

import { withoutQuery } from '../../shared/jobs/callback-url.ts'
import { JOB_SHARD_COUNT, shardOf } from '../../shared/jobs/classes.ts'
import { type Delivery, type JobStore, StoreUnavailable } from '../../shared/jobs/job-store.ts'
import { type Delivered, type DeliverParts, deliver } from './deliver.ts'
import { HostGate } from './host-gate.ts'
import { Places } from './places.ts'

type DelivererStore = Pick<JobStore, 'takeDelivery' | 'settleDelivery' | 'deferDelivery' | 'readResult' | 'listen'>

/** One line per event; a pino logger fits. */
interface DelivererLog {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

export type DeliveryOutcome = 'delivered' | 'retried' | 'dead'

export interface DelivererSettings extends Omit<DeliverParts, 'store'> {
  readonly store: DelivererStore
  /** Names the process in the store. */
  readonly delivererId: string
  readonly log: DelivererLog
  /** Callbacks in flight, over all hosts. */
  readonly postsMax: number
  /** Told of every attempt that was settled. */
  readonly onSettled?: (delivery: Delivery, settled: Delivered, outcome: DeliveryOutcome) => void
}

const POLL_MS = 500
/** A wait this long, a POST and its settlement fit into the lease of a delivery. */
const WAIT_MS_MAX = 8_000
/** Takes under way at once of a shard that gives. */
const TAKES_AT_ONCE = 8
/** Tries to settle while the store is away, and the pause after each; then the delivery is made again when its lease ends. */
const SETTLE_TRIES = 20
const SETTLE_PAUSE_MS = 250

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class Deliverer {
  readonly #settings: DelivererSettings
  readonly #gate = new HostGate<Delivery>()
  readonly #stop = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  /** Shards being looked at; true: to be looked at once more. */
  readonly #looking = new Map<number, boolean>()
  /** Of takes and of callbacks in flight: nothing is taken that cannot be made at once. */
  readonly #places: Places
  #isDraining = false
  /** Shards that could not be asked the last time. */
  readonly #away = new Set<number>()
  #poll: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(settings: DelivererSettings) {
    this.#settings = settings
    this.#places = new Places(settings.postsMax)
  }

  /** Callbacks being made. */
  get inFlight(): number {
    return this.#running.size
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#settings.store.listen(({ kind, shard }) => {
      if (kind === 'delivery') this.#look(shard)
    })
    this.#poll = setInterval(() => this.#tick(), POLL_MS)
    this.#tick()
  }

  /** Takes nothing more, lets what is in flight end for so long, and gives the rest back to be made at once by another one. */
  async drain(drainMs: number): Promise<void> {
    this.#isDraining = true
    this.#places.close()
    clearInterval(this.#poll)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#unlisten?.()
    this.#giveBack(Number.POSITIVE_INFINITY)
    const impatient = setTimeout(() => this.#stop.abort(), drainMs)
    while (this.#running.size > 0 || this.#looking.size > 0) await Promise.race([...this.#running, pause(20)])
    clearTimeout(impatient)
  }

  #tick(): void {
    this.#giveBack(this.#settings.now() - WAIT_MS_MAX)
    for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) this.#look(shard)
  }

  /** Waiting ones since before `sinceMs` go back to the store. */
  #giveBack(sinceMs: number): void {
    const nowMs = this.#settings.now()
    for (const { item, untilMs } of this.#gate.expire(sinceMs, nowMs))
      this.#track(this.#defer(item, this.#isDraining ? nowMs : untilMs))
  }

  #look(shard: number): void {
    if (this.#isDraining) return
    if (this.#looking.has(shard)) {
      this.#looking.set(shard, true)
      return
    }
    this.#looking.set(shard, false)
    this.#takeAll(shard).then(
      () => this.#tellAway(shard),
      error => this.#tellAway(shard, error as Error),
    )
  }

  async #takeAll(shard: number): Promise<void> {
    try {
      for (let count = 1; !this.#isDraining; ) {
        const takes = await Promise.allSettled(Array.from({ length: count }, () => this.#take(shard)))
        const failed = takes.find(take => take.status === 'rejected')
        if (failed) throw failed.reason
        const isDry = takes.some(take => take.status === 'fulfilled' && !take.value)
        if (isDry && !this.#looking.get(shard)) return
        this.#looking.set(shard, false)
        count = isDry ? 1 : TAKES_AT_ONCE
      }
    } finally {
      this.#looking.delete(shard)
    }
  }

  /** False when nothing is due. Rejects when the store is away. */
  async #take(shard: number): Promise<boolean> {
    const { store, delivererId } = this.#settings
    if (!(await this.#places.take())) return false
    let delivery: Delivery | null = null
    try {
      delivery = await store.takeDelivery(shard, delivererId)
    } finally {
      if (delivery === null) this.#places.give()
    }
    if (delivery !== null) this.#admit(delivery)
    return delivery !== null
  }

  /** The place of its take goes on to what becomes of it. */
  #admit(delivery: Delivery): void {
    const { now } = this.#settings
    const host = hostOf(delivery)
    const admission = this.#isDraining
      ? ({ state: 'defer', untilMs: now() } as const)
      : this.#gate.enter(host, delivery, now())
    const free = () => this.#places.give()
    if (admission.state === 'wait') free()
    else if (admission.state === 'go') this.#track(this.#makeAll(host, delivery).finally(free))
    else this.#track(this.#defer(delivery, admission.untilMs).finally(free))
  }

  /** Makes a delivery, and after it those that waited for its slot. */
  async #makeAll(host: string, first: Delivery): Promise<void> {
    for (let delivery: Delivery | undefined = first; delivery !== undefined; ) {
      const startedAtMs = this.#settings.now()
      await this.#make(delivery)
      delivery = this.#gate.leave(host, this.#settings.now() - startedAtMs)
    }
  }

  async #make(delivery: Delivery): Promise<void> {
    const { log, now } = this.#settings
    try {
      const settled = await deliver(delivery, this.#settings, this.#stop.signal)
      await this.#settle(delivery, settled)
    } catch (error) {
      if (this.#stop.signal.aborted) return this.#defer(delivery, now())
      // left to its lease: it is made again, by whom the store answers
      const facts = factsOf(delivery)
      if (error instanceof StoreUnavailable) log.warn({ ...facts, reason: error.message }, 'callback put off')
      else log.error({ ...facts, stack: (error as Error).stack }, 'callback cannot be made')
    }
  }

  async #settle(delivery: Delivery, settled: Delivered): Promise<void> {
    const { store, log, onSettled } = this.#settings
    const { attempt, next } = settled
    for (let tries = 1; ; tries++) {
      try {
        await store.settleDelivery(delivery, attempt, next)
        break
      } catch (error) {
        if (tries === SETTLE_TRIES || !(error instanceof StoreUnavailable)) throw error
        await pause(SETTLE_PAUSE_MS)
      }
    }
    const outcome = typeof next === 'string' ? next : 'retried'
    const facts = { ...factsOf(delivery), ...attempt, outcome }
    if (outcome === 'dead') log.warn(facts, 'callback given up')
    else log.info(facts, 'callback made')
    onSettled?.(delivery, settled, outcome)
    if (typeof next !== 'string') this.#lookAt(delivery.job.accountId, next.nextAttemptAtMs)
  }

  async #defer(delivery: Delivery, dueAtMs: number): Promise<void> {
    try {
      await this.#settings.store.deferDelivery(delivery, dueAtMs)
    } catch (error) {
      this.#settings.log.warn({ ...factsOf(delivery), reason: (error as Error).message }, 'callback not given back')
    }
  }

  #track(work: Promise<void>): void {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  #lookAt(accountId: string, atMs: number): void {
    if (this.#isDraining) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.#look(shardOf(accountId))
      },
      Math.max(0, atMs - this.#settings.now()) + 1,
    )
    this.#timers.add(timer)
  }

  /** Told when the first shard is away, and when the last one is back. */
  #tellAway(shard: number, error?: Error): void {
    const { log } = this.#settings
    const before = this.#away.size
    if (error === undefined) this.#away.delete(shard)
    else this.#away.add(shard)
    if (before === 0 && error !== undefined) log.warn({ shard, reason: error.message }, 'callbacks cannot be taken')
    if (before > 0 && this.#away.size === 0) log.info({}, 'callbacks are taken again')
  }
}

const hostOf = ({ job }: Delivery): string => URL.parse(job.callbackUrl!)?.host ?? ''

const factsOf = ({ deliveryId, job, attempt }: Delivery) => ({
  deliveryId,
  jobId: job.jobId,
  accountId: job.accountId,
  url: withoutQuery(job.callbackUrl!),
  number: attempt,
})
