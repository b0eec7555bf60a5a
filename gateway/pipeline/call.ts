/** One call on its way through the pipeline: what the stages have found out so far. */
import type { CalledTool } from '../../compute/worker/pool.ts'
import type { Refusal } from '../../shared/errors.ts'
import type { IdempotencyState } from '../../shared/jobs/job-store.ts'
import type { BodyReader } from '../http/body.ts'
import type { Claim } from '../http/bytes-in-flight.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import type { Claims } from '../identity/bearer.ts'
import type { AccountLimits, Admitted, Identity, MonthState, WindowState } from '../limits/limiter.ts'
import type { Route } from '../route/routes.ts'
import type { Framing } from './stages/framing.ts'
import type { BodyForm } from './stages/media-type.ts'

export interface Call {
  readonly exchange: Exchange
  /** The caller's address, proxies considered. */
  readonly address: string
  readonly framing: Framing
  readonly bodyReader: BodyReader | undefined
  readonly route: Route
  /** UTC day number of the call. */
  readonly today: number
  /** What the rate headers of the answer say. */
  window: WindowState | undefined
  month: MonthState | undefined
  identity: Identity | undefined
  /** Of a bearer token. */
  claims: Claims | undefined
  /** The call of an agent made the account of its user. */
  hasSignedUp: boolean
  admitted: Admitted | undefined
  /** Of a message: why no tool may be called: the month or the window is used up, or the user of a token has no account. */
  toolRefusal: Refusal | undefined
  /** Of a message: what a worker found that it calls; null = a message of the protocol. */
  called: CalledTool | null | undefined
  /** Limits from memory, while the store is away; only the tier lookup goes on with them. */
  stale: AccountLimits | undefined
  bodyForm: BodyForm | undefined
  /** When the call came, its lane took no more. */
  laneRefusal: Refusal | undefined
  /** Tells the lane that the body is here or will not come. */
  expected: (() => void) | undefined
  claim: Claim | undefined
  body: readonly Uint8Array<ArrayBuffer>[] | undefined
  /** A small body, see pipeline/stages/read-json.ts: checked against its row, or of a raw row the bytes alone. */
  json: unknown
  jsonBytes: Uint8Array | undefined
  /** For the metering event. */
  taskCount: number
  workerMs: number
  /** Of a submission. */
  submission: SubmissionState | undefined
}

/** A submission on its way. */
export interface SubmissionState {
  /** The id the job will have. */
  readonly jobId: string
  /** Hash of the Idempotency-Key; null = none was sent. */
  readonly keyHash: string | null
  /** What the store knew of the key before admission; null while it was not asked. */
  recalled: IdempotencyState | null
  /** The key is held for this call, until it is accepted or refused. */
  isClaimed: boolean
  /** The job is in the queue, whether anybody waits for the answer or not. */
  isAccepted: boolean
}

/** A stage lets the call go on (undefined), refuses it, answers it, or sees that nobody waits for an answer any more. */
export type StageOutcome =
  | undefined
  | { readonly refusal: Refusal }
  | { readonly reply: Reply }
  | { readonly gone: true }
