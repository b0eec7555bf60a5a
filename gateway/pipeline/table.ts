/**
 * The stages of a call, by the class of its route. Their order is the order of refusals, which test/order.test.ts checks. A stage placed
 * before the stages it needs does not compile (table.ts).
 */

import type { Call, Outcome } from '../call/call.ts'
import type { Gateway } from '../call/gateway.ts'
import { classOf, type Route, type RouteClass } from '../call/routes.ts'
import { admit, admitControl, admitSubmission } from './stages/admit.ts'
import { checkLane, checkOrigin, checkThreadTime, countAddress } from './stages/checks.ts'
import { dispatch } from './stages/dispatch.ts'
import { handleAccount, handleOpen, handleSubject } from './stages/handle.ts'
import { lookUpIdempotencyKey, reserveIdempotencyKey } from './stages/idempotency.ts'
import { identify, identifySubject } from './stages/identify.ts'
import { keepSchedule } from './stages/keep-schedule.ts'
import { readJson, receive } from './stages/receive.ts'
import { submit } from './stages/submit.ts'

// A list of stages. It compiles only in an order in which each stage finds what it needs.

/** Takes a call of the type it needs, and returns the same call as the type it has reached, or the end of the call. */
export type Stage<Needed extends Call, Reached extends Call> = (
  call: Needed,
  gateway: Gateway,
) => Outcome<Reached> | Promise<Outcome<Reached>>

/** The last stage: it always ends the call. */
export type LastStage<Needed extends Call> = Stage<Needed, never>

/** A stage without its types. Journey has already checked that the call has what the stage needs. */
export type AnyStage = Stage<Call, Call>

/** Reached: the type of a call after these stages. */
export class Journey<Reached extends Call> {
  readonly #stages: readonly AnyStage[]

  private constructor(stages: readonly AnyStage[]) {
    this.#stages = stages
  }

  static readonly start = new Journey<Call>([])

  to<Next extends Call>(stage: Stage<Reached, Next>): Journey<Reached & Next> {
    return new Journey(this.#with(stage))
  }

  end(stage: LastStage<Reached>): readonly AnyStage[] {
    return this.#with(stage)
  }

  /** The only cast of the pipeline. It is safe, because a stage comes after the stages that provide what it needs. */
  #with(stage: Stage<Reached, Call>): readonly AnyStage[] {
    return [...this.#stages, stage as AnyStage]
  }
}

/** Schedules to be kept, and submissions. */
const submission = Journey.start
  .to(identify)
  .to(checkLane)
  .to(lookUpIdempotencyKey)
  .to(admitSubmission)
  .to(checkThreadTime)
  .to(receive)
  .to(reserveIdempotencyKey)

const STAGES: Readonly<Record<RouteClass, readonly AnyStage[]>> = {
  /** Liveness and documents. */
  open: Journey.start.to(checkOrigin).to(countAddress).to(readJson).end(handleOpen),
  /** Calls without an identity that are not cheap. */
  address: Journey.start.to(countAddress).to(readJson).end(handleOpen),
  /** Calls that a user may make before signing up. */
  subject: Journey.start.to(identifySubject).to(countAddress).to(readJson).end(handleSubject),
  /** Control calls of an account. */
  identified: Journey.start.to(checkOrigin).to(identify).to(admitControl).to(readJson).end(handleAccount),
  /** Calls whose body a worker reads. */
  work: Journey.start
    .to(checkOrigin)
    .to(identify)
    .to(checkLane)
    .to(admit)
    .to(checkThreadTime)
    .to(receive)
    .end(dispatch),
  /** Schedules to be kept. */
  load: submission.end(keepSchedule),
  /** Submissions. */
  job: submission.end(submit),
}

export const stagesOf = (route: Route): readonly AnyStage[] => STAGES[classOf(route)]

/** Stages that are recorded as steps of the call's span when they wait. dispatch and submit record steps of their own. */
const STEPS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [identify, 'identify'],
  [identifySubject, 'identify'],
  [lookUpIdempotencyKey, 'look up idempotency key'],
  [admit, 'admit'],
  [admitSubmission, 'admit'],
  [admitControl, 'admit'],
  [receive, 'receive body'],
  [reserveIdempotencyKey, 'reserve idempotency key'],
  [readJson, 'read body'],
  [handleOpen, 'handle'],
  [handleSubject, 'handle'],
  [handleAccount, 'handle'],
])

/** Name of the step. undefined: the stage is not recorded. */
export const stepOf = (stage: AnyStage): string | undefined => STEPS.get(stage)
