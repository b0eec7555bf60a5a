/**
 * A call in the pipeline. It is one object from the first stage to the last, with all its members from the start. Its type says which stages
 * it has passed: a stage takes the type it needs and returns the call as the type it has reached (table.ts).
 */
import type { CalledTool, Payer, ThreadTime } from '../../compute/worker/pool.ts'
import type { BodyOf, ParamsOf, ServiceId } from '../../shared/contract/endpoint/service.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import { LIFETIME_QUOTA_TIER, type TierName } from '../../shared/contract/tiers.ts'
import type { IdempotencyState } from '../../shared/platform/jobs/job-store.ts'
import type { BodyReader, Framing } from './body.ts'
import type { Claim } from './bytes-in-flight.ts'
import { addressName } from './caller.ts'
import type { Exchange, Reply } from './exchange.ts'
import type { AccountLimits, Admitted, Identity, MonthState, WindowState } from './limiter.ts'
import type { BodyForm } from './media-type.ts'
import type { Route } from './routes.ts'

/**
 * Whose budget of thread time a call uses (compute/worker/thread-time.ts), and the headers that tell the caller of it. Playground keys are made without
 * an identity, several from one address, so they share the budget of their address.
 */
export const payerOf = (
  { address, identity }: Pick<IdentifiedCall, 'address' | 'identity'>,
  tier: TierName,
): Payer => ({
  budgetId: tier === LIFETIME_QUOTA_TIER ? `address ${addressName(address)}` : identity.accountId,
  tier,
})

/** Milliseconds of processor time that the call took on threads, and that its payer may use before its calls wait behind all others. */
export const COMPUTE_HEADERS = ['X-Compute-Ms', 'X-Compute-Remaining-Ms'] as const

/** As lines of a head (call/exchange.ts). */
export const computeHeaderLines = (workerMs: number, threadTime: ThreadTime, payer: Payer): string =>
  `\r\nx-compute-ms: ${workerMs.toFixed(1)}\r\nx-compute-remaining-ms: ${Math.floor(threadTime.leftMs(payer))}`

/** The claims of a valid token. */
export interface Claims {
  /** SHA-256 of issuer and subject, hexadecimal: who it is, without a name. */
  readonly subject: string
  /** null when the token names none that its issuer has verified. */
  readonly verifiedEmail: string | null
}

export type Slabs = readonly Uint8Array<ArrayBuffer>[]

/** A call with framing and route. Every stage may read these members. */
export interface Call {
  readonly exchange: Exchange
  /** The caller's address, taken from behind trusted proxies. */
  readonly address: string
  readonly framing: Framing
  readonly bodyReader: BodyReader | undefined
  readonly route: Route
  /** UTC day number of the call. */
  readonly today: number
  /** For the rate headers of the answer. */
  window: WindowState | undefined
  month: MonthState | undefined
  identity: Identity | undefined
  /** Claims of the bearer token. */
  claims: Claims | undefined
  /** This agent call created the account of its user. */
  hasSignedUp: boolean
  /** Set for a message whose user has no account. */
  guest: Guest | undefined
  /** The account's limits: from its admission, or from memory while the store is unavailable. */
  limits: AccountLimits | undefined
  /** The limits are from memory, so the rest of the month is unknown. Only the tier lookup continues with them. */
  areLimitsStale: boolean
  admitted: Admitted | undefined
  /** Whose budget of thread time it uses. Set with admitted. */
  payer: Payer | undefined
  /** For a message: why tools may not be called. The month or the window is used up, or the user has no account. */
  toolRefusal: Refusal | undefined
  /** For a message: the tool it calls, as found by the worker. null: a protocol message. */
  called: CalledTool | null | undefined
  bodyForm: BodyForm | undefined
  /** Set when the lane was full at the arrival of the call. */
  laneRefusal: Refusal | undefined
  /** Reports to the lane that the body has arrived or will not come. */
  endExpectedBody: (() => void) | undefined
  /** The body's share of the budget of bytes in flight. */
  bytesClaim: Claim | undefined
  body: Slabs | undefined
  /** Bytes of a schedule that was fetched from its address; 0: none was. */
  fetchedBytes: number
  /** A small body (stages/receive.ts): parsed and checked against its row, or only the bytes for a raw row. */
  json: unknown
  jsonBytes: Uint8Array
  /** For the metering event. */
  taskCount: number
  workerMs: number
  /** Units that the answer takes of the month, once a worker has said it: of a report those of the analyses that were made. */
  unitCount: number | undefined
  /** Set for a submission. */
  submission: SubmissionState | undefined
}

/** A user without an account: the reason, and the window of the address, which applies instead of the account's. */
export interface Guest {
  readonly refusal: Refusal
  readonly window: WindowState
}

/** State of a submission in the pipeline. */
export interface SubmissionState {
  /** The id the job will have. */
  readonly jobId: string
  /** Hash of the Idempotency-Key. null: none was sent. */
  readonly keyHash: string | null
  /** State of the key in the store before admission. null: none was sent. */
  readonly keyState: IdempotencyState | null
  /** Renews the reservation of the key. Set from its reservation until the call is accepted or refused. */
  keyRenewal: NodeJS.Timeout | undefined
  /** The job is in the queue, even if the client has disconnected. */
  isAccepted: boolean
}

/** A call with a valid bearer token. Its user need not have an account. */
export interface SubjectCall extends Call {
  claims: Claims
}

/** A call whose account is known. Whether the account may call is still to be checked. */
export interface IdentifiedCall extends Call {
  identity: Identity
}

/** An admitted control call, as the handlers of account rows receive it. */
export interface AccountCall extends IdentifiedCall {
  limits: AccountLimits
}

/** A submission whose Idempotency-Key has been looked up. */
export interface SubmissionCall extends IdentifiedCall {
  submission: SubmissionState
}

/** An admitted call that a worker will run. */
export interface AdmittedCall extends IdentifiedCall {
  admitted: Admitted
  payer: Payer
}

/** A call whose body has been received. */
export interface ReceivedCall extends AdmittedCall {
  bodyForm: BodyForm
  body: Slabs
}

/** A call as the handler of its row receives it: body, query and path have the types that the row declares. Reached: the type before. */
export type CallTo<Id extends ServiceId, Reached extends Call = Call> = Reached & {
  readonly json: BodyOf<Id>
  readonly route: { readonly row: { readonly id: Id }; readonly params: ParamsOf<Id> }
}

// Each of these functions sets the result of a stage, and the compiler then knows the call by its new type. The compiler does not check
// these assertions: each function must set every member that its type adds.

export function setClaims(call: Call, claims: Claims): asserts call is SubjectCall {
  call.claims = claims
}

export function setIdentity(call: Call, identity: Identity): asserts call is IdentifiedCall {
  call.identity = identity
}

export function setLimits(call: IdentifiedCall, limits: AccountLimits): asserts call is AccountCall {
  call.limits = limits
}

export function setSubmission(call: IdentifiedCall, submission: SubmissionState): asserts call is SubmissionCall {
  call.submission = submission
}

export function setAdmitted(call: IdentifiedCall, admitted: Admitted): asserts call is AdmittedCall {
  call.admitted = admitted
  call.payer = payerOf(call, admitted.tier)
}

export function setBody(call: AdmittedCall, bodyForm: BodyForm, body: Slabs): asserts call is ReceivedCall {
  call.bodyForm = bodyForm
  call.body = body
}

/** Whether the caller sent a valid bearer token. */
export const hasClaims = <Reached extends Call>(call: Reached): call is Reached & SubjectCall =>
  call.claims !== undefined

/** The end of a call: it is refused or answered, or the client has disconnected. */
export type End = { readonly refusal: Refusal } | { readonly reply: Reply } | { readonly gone: true }

/** The outcome of a stage: the call continues with the type it has reached, or ends. */
export type Outcome<Reached extends Call> = Reached | End

export const hasEnded = (outcome: Call | End): outcome is End => !('exchange' in outcome)
