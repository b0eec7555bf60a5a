/**
 * The stages of a call, by the class of its route. Their order is the order of refusals, which test/order.test.ts checks. A stage placed
 * before the stages it needs does not compile (journey.ts).
 */
import { classOf, type Route, type RouteClass } from '../route/routes.ts'
import { type AnyStage, Journey } from './journey.ts'
import { admit, admitSubmission } from './stages/admit.ts'
import { admitControl } from './stages/admit-control.ts'
import { checkLane } from './stages/check-lane.ts'
import { checkOrigin } from './stages/check-origin.ts'
import { checkThreadTime } from './stages/check-thread-time.ts'
import { countAddress } from './stages/count-address.ts'
import { dispatch } from './stages/dispatch.ts'
import { handleAccount, handleOpen, handleSubject } from './stages/handle.ts'
import { identify } from './stages/identify.ts'
import { identifySubject } from './stages/identify-bearer.ts'
import { keepSchedule } from './stages/keep-schedule.ts'
import { lookUpIdempotencyKey } from './stages/look-up-idempotency-key.ts'
import { readJson } from './stages/read-json.ts'
import { receive } from './stages/receive.ts'
import { reserveIdempotencyKey } from './stages/reserve-idempotency-key.ts'
import { submit } from './stages/submit.ts'

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
