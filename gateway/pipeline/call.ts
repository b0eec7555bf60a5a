/**
 * One call on its way through the pipeline. It is one object from the first stage to the last, with all its members from the start. How far it
 * has come is its type: a stage takes the type it needs, and gives the call back as the type it has reached (table.ts).
 */
import type { CalledTool } from '../../compute/worker/pool.ts'
import type { BodyOf, ParamsOf, ServiceId } from '../../shared/endpoint/service.ts'
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

export type Slabs = readonly Uint8Array<ArrayBuffer>[]

/** Framed and routed: what every stage may read. */
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
  /** Of a message: the user of its token has no account. */
  guest: Guest | undefined
  /** Of an account: from its admission, or from memory while the store is away. */
  limits: AccountLimits | undefined
  /** The limits are from memory: what is left of the month is not known. Only the tier lookup goes on with them. */
  areLimitsStale: boolean
  admitted: Admitted | undefined
  /** Of a message: why no tool may be called: the month or the window is used up, or the user of a token has no account. */
  toolRefusal: Refusal | undefined
  /** Of a message: what a worker found that it calls; null = a message of the protocol. */
  called: CalledTool | null | undefined
  bodyForm: BodyForm | undefined
  /** When the call came, its lane took no more. */
  laneRefusal: Refusal | undefined
  /** Tells the lane that the body is here or will not come. */
  expected: (() => void) | undefined
  /** What the body takes of the budget of bytes in flight. */
  bytesClaim: Claim | undefined
  body: Slabs | undefined
  /** A small body, see stages/read-json.ts: checked against its row, or of a raw row the bytes alone. */
  json: unknown
  jsonBytes: Uint8Array
  /** For the metering event. */
  taskCount: number
  workerMs: number
  /** Of a submission. */
  submission: SubmissionState | undefined
}

/** Why the user has no account, and the window of the address, which counts instead of the account's. */
export interface Guest {
  readonly refusal: Refusal
  readonly window: WindowState
}

/** A submission on its way. */
export interface SubmissionState {
  /** The id the job will have. */
  readonly jobId: string
  /** Hash of the Idempotency-Key; null = none was sent. */
  readonly keyHash: string | null
  /** What the store knew of the key before admission; null = none was sent. */
  readonly keyState: IdempotencyState | null
  /** The key is held for this call, until it is accepted or refused. */
  isKeyReserved: boolean
  /** The job is in the queue, whether anybody waits for the answer or not. */
  isAccepted: boolean
}

/** A bearer token was checked; its user need not have an account. */
export interface SubjectCall extends Call {
  claims: Claims
}

/** The account is known. Whether it may call is not. */
export interface IdentifiedCall extends Call {
  identity: Identity
}

/** A control call that was let in: handlers of an account's rows get it. */
export interface AccountCall extends IdentifiedCall {
  limits: AccountLimits
}

/** What is known of the Idempotency-Key of a submission was looked up. */
export interface SubmissionCall extends IdentifiedCall {
  submission: SubmissionState
}

/** A call with work for a worker was let in. */
export interface AdmittedCall extends IdentifiedCall {
  admitted: Admitted
}

/** The body is here. */
export interface ReceivedCall extends AdmittedCall {
  bodyForm: BodyForm
  body: Slabs
}

/** A call that its row's own handler gets: with what the caller sent, as the row declares it. Reached: how far it had come before. */
export type CallTo<Id extends ServiceId, Reached extends Call = Call> = Reached & {
  readonly json: BodyOf<Id>
  readonly route: { readonly row: { readonly id: Id }; readonly params: ParamsOf<Id> }
}

// Each of these sets what a stage found, and from there on the compiler knows the call by its new type. Here alone a type is stated without
// being checked: the lines of a function must set each member that its type adds.

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
}

export function setBody(call: AdmittedCall, bodyForm: BodyForm, body: Slabs): asserts call is ReceivedCall {
  call.bodyForm = bodyForm
  call.body = body
}

/** Whether the caller sent a bearer token that is valid. */
export const hasClaims = <Reached extends Call>(call: Reached): call is Reached & SubjectCall =>
  call.claims !== undefined

/** What ends a call before its last stage, or in it: it is refused, answered, or nobody waits for an answer any more. */
export type End = { readonly refusal: Refusal } | { readonly reply: Reply } | { readonly gone: true }

/** What a stage comes to: the call goes on, as what it has reached, or ends. */
export type Outcome<Reached extends Call> = Reached | End

export const hasEnded = (outcome: Call | End): outcome is End => !('exchange' in outcome)
