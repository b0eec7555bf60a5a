/**
 * Schedules that callers name by their address, fetched for a worker. A fetch takes a place (sources.ts), so slow hosts hold a limited number
 * of connections, and a few accounts cannot take all of them. Its bytes count like those of an upload.
 */

import type { BodyEncoding } from '../../compute/worker/pool.ts'
import { SOURCE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import { payloadBytesMax } from '../../shared/contract/tiers.ts'
import { sourceRules } from '../../shared/platform/callback/callback-url.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { resolveBySystem, resolver } from '../../shared/platform/process/guarded-connector.ts'
import { noRoom, payloadTooLarge } from '../call/answers.ts'
import { assumedGrowth } from '../call/bytes-in-flight.ts'
import type { ReceivedCall, Slabs } from '../call/call.ts'
import type { Gateway } from '../call/gateway.ts'
import { encodingCalled } from '../call/media-type.ts'
import {
  type FetchOutcome,
  type FetchSettings,
  type FileTaker,
  fetchFile,
  noPlace,
  sourceFailed,
  sourceRefused,
} from './fetch-file.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** null unless SOURCE_URL is on. */
    readonly sources: Sources | null
  }
}

// The places for schedules that are fetched at once, shared by who pays for them (call/call.ts: keys without an identity share the places of their
// address). The scarcer they are, the fewer one may hold: the last quarter is for those who hold none, the one before it for those who hold at most one, and
// so on. A few accounts that name slow hosts therefore cannot take all places: half of them must be different payers.

export const PLACES = 64
export const PLACES_OF_PAYER = 4

export class FetchPlaces {
  readonly #held = new Map<string, number>()
  #free = PLACES

  get free(): number {
    return this.#free
  }

  /** Payers that hold a place. */
  get payerCount(): number {
    return this.#held.size
  }

  /** False: there is none for this payer now. leave() must follow a true. */
  take(budgetId: string): boolean {
    const held = this.#held.get(budgetId) ?? 0
    if (held >= PLACES_OF_PAYER || this.#free <= (held * PLACES) / PLACES_OF_PAYER) return false
    this.#free--
    this.#held.set(budgetId, held + 1)
    return true
  }

  leave(budgetId: string): void {
    this.#free++
    const left = this.#held.get(budgetId)! - 1
    if (left > 0) this.#held.set(budgetId, left)
    else this.#held.delete(budgetId)
  }
}

// Bytes of a fetched file, in slabs with memory of their own, which can be transferred to a worker.

const SLAB_BYTES = 1024 * 1024

class FetchedBytes {
  readonly #slabs: Uint8Array<ArrayBuffer>[] = []
  /** Bytes of the last slab. */
  #slabBytes = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.byteLength; ) {
      let slab = this.#slabs.at(-1)
      if (slab === undefined || this.#slabBytes === slab.byteLength) {
        slab = new Uint8Array(SLAB_BYTES)
        this.#slabs.push(slab)
        this.#slabBytes = 0
      }
      const part = bytes.subarray(from, from + slab.byteLength - this.#slabBytes)
      slab.set(part, this.#slabBytes)
      this.#slabBytes += part.byteLength
      from += part.byteLength
    }
    this.#bytes += bytes.byteLength
  }

  get slabs(): Slabs {
    const last = this.#slabs.length - 1
    return this.#slabs.map((slab, i) => (i === last ? slab.slice(0, this.#slabBytes) : slab))
  }
}

interface FetchedSource {
  /** As they came, for a worker. */
  readonly slabs: Slabs
  readonly bytes: number
  /** null: they are not compressed. */
  readonly encoding: BodyEncoding | null
}

type Caller = Pick<ReceivedCall, 'exchange' | 'identity' | 'admitted' | 'payer' | 'bytesClaim'>

export class Sources {
  readonly #settings: FetchSettings
  readonly #places = new FetchPlaces()

  constructor(config: Config) {
    this.#settings = {
      rules: sourceRules(config),
      resolve: resolver(),
      resolveListed: resolveBySystem,
      timeoutMs: config.sourceUrlSeconds * 1000,
    }
  }

  /** Never rejects. null: the client has left, or has taken the call back. */
  async fetch(
    call: Caller,
    gateway: Pick<Gateway, 'bytesInFlight'>,
    sourceUrl: string,
    whenCancelled?: (listener: () => void) => void,
  ): Promise<FetchedSource | Refusal | null> {
    const { budgetId } = call.payer
    if (!this.#places.take(budgetId)) return noPlace()
    try {
      return await this.#fetch(call, gateway, sourceUrl, whenCancelled)
    } finally {
      this.#places.leave(budgetId)
    }
  }

  async #fetch(
    call: Caller,
    { bytesInFlight }: Pick<Gateway, 'bytesInFlight'>,
    sourceUrl: string,
    whenCancelled?: (listener: () => void) => void,
  ) {
    const claim = call.bytesClaim ?? bytesInFlight.claim(call.identity.accountId)
    call.bytesClaim = claim
    const bytesMax = payloadBytesMax(call.admitted.tier)
    const fetched = new FetchedBytes()
    let coding: BodyEncoding | null = null
    let reserve = assumedGrowth(claim, null, bytesMax)
    let refusal: Refusal | undefined
    const taker: FileTaker = {
      begin: encoding => {
        const known = encodingCalled(encoding)
        if (known === undefined) refusal = sourceFailed('its host sent it in an encoding that is not read')
        else if (known !== null) reserve = assumedGrowth(claim, known, bytesMax)
        coding = known ?? null
        return refusal === undefined
      },
      take: bytes => {
        if (fetched.bytes + bytes.byteLength > bytesMax) refusal = payloadTooLarge(call.admitted.tier)
        else if (!reserve(bytes.byteLength)) refusal = noRoom()
        else fetched.add(bytes)
        return refusal === undefined
      },
    }
    const gone = new AbortController()
    call.exchange.whenGone(() => gone.abort())
    whenCancelled?.(() => gone.abort())
    const outcome = await fetchFile(sourceUrl, this.#settings, taker, gone.signal)
    if (outcome.state === 'stopped') return null
    refusal ??= refusalOf(outcome)
    if (refusal !== undefined) return refusal
    if (fetched.bytes === 0) return sourceFailed('it is empty')
    return { slabs: fetched.slabs, bytes: fetched.bytes, encoding: coding }
  }
}

function refusalOf(outcome: FetchOutcome): Refusal | undefined {
  if (outcome.state === 'refused') return sourceRefused(`${SOURCE_MEMBER} ${outcome.reason}.`)
  return outcome.state === 'failed' ? sourceFailed(outcome.reason) : undefined
}
