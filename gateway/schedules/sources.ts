/**
 * Schedules that callers name by their address, fetched for a worker. A fetch takes a place (fetch-places.ts), so slow hosts hold a limited number
 * of connections, and a few accounts cannot take all of them. Its bytes count like those of an upload.
 */

import type { BodyEncoding } from '../../compute/worker/pool.ts'
import { SOURCE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import { payloadBytesMax } from '../../shared/contract/tiers.ts'
import { sourceRules } from '../../shared/platform/callback/callback-url.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { resolveBySystem, resolver } from '../../shared/platform/process/resolve-host.ts'
import type { Gateway } from '../gateway.ts'
import { assumedGrowth } from '../http/bytes-in-flight.ts'
import type { ReceivedCall, Slabs } from '../pipeline/call.ts'
import { noRoom, payloadTooLarge } from '../reply/no-room.ts'
import { encodingCalled } from '../request/content-encoding.ts'
import { type FetchOutcome, type FetchSettings, type FileTaker, fetchFile } from './fetch-file.ts'
import { FetchPlaces } from './fetch-places.ts'
import { FetchedBytes } from './fetched-bytes.ts'
import { noPlace, sourceFailed, sourceRefused } from './source-refusals.ts'

export interface FetchedSource {
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
