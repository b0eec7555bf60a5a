/**
 * The deliverer takes due callbacks from all shards, sends each independently, and settles it. Any number of deliverers share the work.
 * States of a delivery here: taken (leased from the store), in flight, settled; or taken, waiting for a slot of its host, then in flight
 * or returned after a while. A delivery lost here is taken again when its lease expires: at-least-once delivery.
 *
 * A shard is checked when this deliverer made something due in it, on a notification from the store, and every POLL_MS, because
 * notifications may be lost and nobody announces the retries of a deliverer that died.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { JOB_SHARD_COUNT, shardOf } from '../../shared/contract/job-classes.ts'
import { CALLBACK_SLOTS } from '../../shared/platform/callback/callback-slots.ts'
import type { Delivery } from '../../shared/platform/jobs/callback-store.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { type Delivered, type DeliverParts, deliver, settle } from './deliver.ts'
import { type DelivererLog, DeliveryLog, type DeliveryOutcome } from './delivery-log.ts'
import { HostQueue, Slots } from './host-queue.ts'

type DelivererStore = Pick<
  JobStore,
  'takeDelivery' | 'settleDelivery' | 'deferDelivery' | 'enterHost' | 'leaveHost' | 'readResult' | 'listen'
>

export interface DelivererSettings extends Omit<DeliverParts, 'store'> {
  readonly store: DelivererStore
  /** Id of this process in the store. */
  readonly delivererId: string
  readonly log: DelivererLog
  /** Maximum callbacks in flight, over all accounts and hosts. */
  readonly postsMax: number
  /** Called for every settled attempt. */
  readonly onSettled?: (delivery: Delivery, settled: Delivered, outcome: DeliveryOutcome) => void
}

const POLL_MS = 500
/** Interval of requests for a host slot; other deliverers also release slots. */
const HOST_REQUEST_MS = 100
/** A server that does not answer about the slots of a host within this time counts as unavailable. */
const HOST_ANSWER_MS_MAX = 1_000
/** Maximum wait. This wait, a POST and its settlement fit into the lease of a delivery. */
const WAIT_MS_MAX = 8_000
/** Concurrent takes from a shard that has due callbacks. */
const TAKES_AT_ONCE = 8
/** A retry that is due within this time gets a timer; later ones are found by polling. */
const LOOK_AHEAD_MS_MAX = 60_000

export class Deliverer {
  readonly #settings: DelivererSettings
  /** Callbacks waiting for a slot of their host. */
  readonly #hostLine = new HostQueue<Delivery>(CALLBACK_SLOTS.ofHost)
  /** Those of them that are requesting a slot at this moment. */
  readonly #requesting = new Set<Delivery>()
  /** Hosts whose slots are unknown: one callback at a time is sent there from this process. */
  readonly #withoutAnswer = new Set<string>()
  readonly #stop = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  /** All pending operations: sending, returning, requesting. */
  readonly #running = new Set<Promise<void>>()
  #inFlight = 0
  /** Shards being checked. true: check once more afterwards. */
  readonly #looking = new Map<number, boolean>()
  /** Slots for takes and for callbacks in flight: nothing is taken that cannot be sent at once. */
  readonly #places: Slots
  #isDraining = false
  readonly #log: DeliveryLog
  #poll: NodeJS.Timeout | undefined
  #placeTimer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(settings: DelivererSettings) {
    this.#settings = settings
    this.#log = new DeliveryLog(settings.log)
    this.#places = new Slots(settings.postsMax)
  }

  /** Number of callbacks being sent. */
  get inFlight(): number {
    return this.#inFlight
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#settings.store.listen(({ kind, shard }) => {
      if (kind === 'delivery') this.#look(shard)
    })
    this.#poll = setInterval(() => this.#tick(), POLL_MS)
    this.#placeTimer = setInterval(() => this.#requestPlaces(), HOST_REQUEST_MS)
    this.#tick()
  }

  /** Takes no more, lets callbacks in flight finish for drainMs, and returns the others so that another deliverer sends them at once. */
  async drain(drainMs: number): Promise<void> {
    this.#isDraining = true
    this.#places.close()
    clearInterval(this.#poll)
    clearInterval(this.#placeTimer)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#unlisten?.()
    this.#giveBack(Number.POSITIVE_INFINITY)
    const impatient = setTimeout(() => this.#stop.abort(), drainMs)
    while (this.#running.size > 0 || this.#looking.size > 0) await Promise.race([...this.#running, pause(20)])
    clearTimeout(impatient)
  }

  #tick(): void {
    this.#giveBack(performance.now() - WAIT_MS_MAX)
    for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) this.#look(shard)
  }

  /** Returns deliveries that have waited since before `sinceMs` to the store. */
  #giveBack(sinceMs: number): void {
    for (const { item, delayMs } of this.#hostLine.expire(sinceMs, performance.now()))
      this.#track(this.#defer(item, this.#isDraining ? 0 : delayMs))
  }

  #look(shard: number): void {
    if (this.#isDraining) return
    if (this.#looking.has(shard)) {
      this.#looking.set(shard, true)
      return
    }
    this.#looking.set(shard, false)
    this.#takeAll(shard).then(
      () => this.#log.noteRequest(shard),
      error => this.#log.noteRequest(shard, error as Error),
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

  /** false: nothing is due. Rejects when the store is unavailable. */
  async #take(shard: number): Promise<boolean> {
    const { store, delivererId } = this.#settings
    if (!(await this.#places.take())) return false
    let delivery: Delivery | null = null
    try {
      const heldBack = this.#places.heldBack.filter(accountId => shardOf(accountId) === shard)
      delivery = await store.takeDelivery(shard, delivererId, heldBack)
    } finally {
      if (delivery === null) this.#places.release()
    }
    if (delivery !== null) this.#admit(delivery)
    return delivery !== null
  }

  /** Assigns the slot of its take to the delivery. */
  #admit(delivery: Delivery): void {
    const { accountId } = delivery.job
    this.#places.assign(accountId)
    const entered = this.#enter(delivery).catch(error => this.#log.putOff(delivery, error))
    this.#track(entered.finally(() => this.#places.release(accountId)))
  }

  /**
   * Sends the callback if its host has a free slot. Otherwise the callback waits here without using a slot of this process, or is
   * returned until its turn.
   */
  async #enter(delivery: Delivery): Promise<void> {
    if (this.#isDraining) return this.#defer(delivery, 0)
    if (await this.#hasHostPlace(delivery)) return this.#makeThere(delivery)
    if (this.#isDraining) return this.#defer(delivery, 0)
    const delayMs = this.#hostLine.wait(hostOf(delivery), delivery, delivery.job.accountId, performance.now())
    if (delayMs !== undefined) await this.#defer(delivery, delayMs)
  }

  /** While the server that counts the slots of the host is unavailable, one callback at a time is sent from this process. */
  async #hasHostPlace(delivery: Delivery): Promise<boolean> {
    const host = hostOf(delivery)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailable('late')), HOST_ANSWER_MS_MAX)
    })
    try {
      return await Promise.race([this.#settings.store.enterHost(delivery), late])
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (this.#withoutAnswer.has(host)) return false
      this.#withoutAnswer.add(host)
      return true
    } finally {
      clearTimeout(timer)
    }
  }

  async #makeThere(delivery: Delivery): Promise<void> {
    const host = hostOf(delivery)
    const startedAtMs = performance.now()
    this.#inFlight++
    const settled = await this.#make(delivery).finally(() => this.#inFlight--)
    this.#hostLine.ended(host, performance.now() - startedAtMs)
    this.#withoutAnswer.delete(host)
    // if this fails, the lease releases the slot; the next waiting callback requests it at the same time
    this.#track(this.#settings.store.leaveHost(delivery).catch(() => {}))
    this.#requestPlacesOf(host)
    if (settled === undefined) return
    try {
      await this.#settle(delivery, settled)
    } catch (error) {
      this.#log.putOff(delivery, error)
    }
  }

  #requestPlaces(): void {
    for (const host of this.#hostLine.hosts) this.#requestPlacesOf(host)
  }

  #requestPlacesOf(host: string): void {
    for (const delivery of this.#hostLine.next(host)) {
      if (this.#requesting.has(delivery)) continue
      this.#requesting.add(delivery)
      const requested = this.#requestPlace(host, delivery).catch(error => {
        this.#hostLine.leave(host, delivery)
        this.#log.putOff(delivery, error)
      })
      this.#track(requested.finally(() => this.#requesting.delete(delivery)))
    }
  }

  async #requestPlace(host: string, delivery: Delivery): Promise<void> {
    if (!(await this.#hasHostPlace(delivery))) return
    // no slot of this process is free: the callback keeps its place while the host serves another
    const isFree = this.#places.takeNow()
    // false: it was returned meanwhile
    if (!isFree || !this.#hostLine.leave(host, delivery)) {
      if (isFree) this.#places.release()
      this.#withoutAnswer.delete(host)
      await this.#settings.store.leaveHost(delivery).catch(() => {})
      return
    }
    const { accountId } = delivery.job
    this.#places.assign(accountId)
    await this.#makeThere(delivery).finally(() => this.#places.release(accountId))
  }

  /** undefined: the outcome is unknown, and the callback is sent again. */
  async #make(delivery: Delivery): Promise<Delivered | undefined> {
    try {
      const delivered = await deliver(delivery, this.#settings, this.#stop.signal)
      if (delivered.fault !== undefined) this.#log.fault(delivery, delivered.fault)
      return delivered
    } catch (error) {
      if (this.#stop.signal.aborted) await this.#defer(delivery, 0)
      else this.#log.putOff(delivery, error)
      return undefined
    }
  }

  async #settle(delivery: Delivery, settled: Delivered): Promise<void> {
    const { store, onSettled } = this.#settings
    const { attempt, next } = settled
    const endpoint = await settle(store, delivery, settled)
    const outcome = endpoint === 'waits' || typeof next !== 'string' ? 'retried' : next
    this.#log.made(delivery, attempt, outcome, endpoint)
    if (endpoint === 'stale') return
    onSettled?.(delivery, settled, outcome)
    this.#lookAt(delivery.job.accountId, typeof next === 'string' ? 0 : next.delayMs)
  }

  async #defer(delivery: Delivery, delayMs: number): Promise<void> {
    try {
      await this.#settings.store.deferDelivery(delivery, delayMs)
    } catch (error) {
      this.#log.notGivenBack(delivery, error as Error)
    }
  }

  #track(work: Promise<void>): void {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  #lookAt(accountId: string, delayMs: number): void {
    if (this.#isDraining) return
    if (delayMs > LOOK_AHEAD_MS_MAX) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#look(shardOf(accountId))
    }, delayMs + 1)
    this.#timers.add(timer)
  }
}

const hostOf = ({ job }: Delivery): string => URL.parse(job.callbackUrl!)?.host ?? ''
