/** One attempt of a delivery: checks the address, builds and signs the body, sends it, and decides what comes next. */

import { type CallbackRules, readCallbackUrl } from '../../shared/platform/callback/callback-url.ts'
import type { AccountSecrets } from '../../shared/platform/callback/secrets.ts'
import type { Delivery, DeliveryAttempt, DeliveryNext } from '../../shared/platform/jobs/callback-store.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import { type CallbackBody, callbackBody } from './callback-body.ts'
import { inCallbackSpan } from './callback-span.ts'
import { type PostOutcome, type PostSettings, post } from './post.ts'
import { afterFailure } from './retry-plan.ts'
import { CallbackSigner } from './sign.ts'

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
