/** One attempt of a delivery: checks the address, builds and signs the body, sends it, and decides what comes next. */
import { setTimeout as pause } from 'node:timers/promises'
import { type CallbackRules, readCallbackUrl } from '../../shared/platform/callback/callback-url.ts'
import type { AccountSecrets } from '../../shared/platform/callback/secrets.ts'
import type { Delivery, DeliveryAttempt, DeliveryNext, Settled } from '../../shared/platform/jobs/callback-store.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import { inCallbackSpan } from './delivery-log.ts'
import { type CallbackBody, callbackBody, type PostOutcome, type PostSettings, post } from './post.ts'
import { CallbackSigner } from './sign.ts'

// When a callback is sent again: after each pause of the schedule; after the last it becomes a dead letter. Pure.

/** The time limit of a whole POST: name, connection, handshake, request, head of the answer. */
export const POST_MS_MAX = 30_000

/** Callbacks that failed together come back apart. */
const LONGER_SHARE = 0.05

/** What follows a failure. attempt: number of the POST that failed, 1 = the first; chance: 0 to 1. */
export function afterFailure(attempt: number, delaysMs: readonly number[], chance: number): DeliveryNext {
  const delayMs = delaysMs[attempt - 1]
  return delayMs === undefined ? 'dead' : { delayMs: Math.round(delayMs * (1 + LONGER_SHARE * chance)) }
}

export interface DeliverParts {
  readonly store: Pick<JobStore, 'readResult'>
  readonly secrets: AccountSecrets
  readonly rules: CallbackRules
  /** A larger result is not sent, only its path. */
  readonly resultBytesMax: number
  readonly post: PostSettings
  /** Pauses between the POSTs of a callback. */
  readonly retryDelaysMs: readonly number[]
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
}

export interface Delivered {
  readonly attempt: DeliveryAttempt
  readonly next: DeliveryNext
  /** Why there was nothing to send: our failure, for the log. */
  readonly fault?: string
}

const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': 'ScheduleIntelligenceService' }

/** Throws when the store or the secrets cannot be read, and when `stop` cut it off: then nothing is known. */
export async function deliver(delivery: Delivery, parts: DeliverParts, stop: AbortSignal): Promise<Delivered> {
  const { job, deliveryId } = delivery
  const secrets = await parts.secrets(job.accountId, delivery.now())
  const reading = readCallbackUrl(job.callbackUrl!, parts.rules)
  const atMs = delivery.now()
  let outcome: PostOutcome
  let fault: string | undefined
  if (reading.state === 'refused') outcome = failed('url_forbidden')
  else if (secrets.length === 0) outcome = failed('secret_missing')
  else {
    const body = callbackBody(job, parts.store, parts.resultBytesMax)
    try {
      const signature = await signatureOf(body, new CallbackSigner(secrets, deliveryId, atMs))
      outcome = await inCallbackSpan(parts.tracing, delivery, reading.url, trace =>
        post(reading, { ...FIXED_HEADERS, ...signature, ...trace }, body, parts.post, stop),
      )
    } catch (error) {
      if (!(error instanceof ObjectLost)) throw error
      outcome = failed('result_lost')
      fault = error.message
    }
  }
  const { status, failure } = outcome
  return {
    attempt: { atMs, durationMs: delivery.now() - atMs, status, failure },
    next: failure === null ? 'delivered' : afterFailure(delivery.attempt, parts.retryDelaysMs, Math.random()),
    ...(fault !== undefined && { fault }),
  }
}

const failed = (failure: string): PostOutcome => ({ status: null, failure, answerBytes: 0 })

async function signatureOf(body: CallbackBody, signer: CallbackSigner): Promise<Record<string, string>> {
  let byteCount = 0
  for await (const bytes of body.read()) {
    byteCount += bytes.length
    signer.update(bytes)
  }
  if (byteCount !== body.byteCount)
    throw new ObjectLost(`a callback of ${byteCount} bytes instead of ${body.byteCount}: the stored result is damaged`)
  return signer.headers()
}

// Reports the outcome of a callback to the store, repeatedly while the store is unavailable. If that fails, the callback is sent again when
// its lease ends.

const TRIES = 20
const PAUSE_MS = 250

export async function settle(
  store: Pick<JobStore, 'settleDelivery'>,
  delivery: Delivery,
  { attempt, next }: Delivered,
): Promise<Settled> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.settleDelivery(delivery, attempt, next)
    } catch (error) {
      if (tries === TRIES || !(error instanceof StoreUnavailable)) throw error
      await pause(PAUSE_MS)
    }
  }
}
