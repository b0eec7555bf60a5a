/**
 * The order of stages is checked by the compiler: each line below the word @ts-expect-error must not compile, else `npm run check` fails here.
 */
import t from 'tap'
import type { Call, IdentifiedCall } from '../../call/call.ts'
import { admit, admitControl, admitSubmission } from '../../pipeline/stages/admit.ts'
import { checkLane } from '../../pipeline/stages/checks.ts'
import { dispatch } from '../../pipeline/stages/dispatch.ts'
import { handleAccount, handleOpen, handleSubject } from '../../pipeline/stages/handle.ts'
import { lookUpIdempotencyKey, reserveIdempotencyKey } from '../../pipeline/stages/idempotency.ts'
import { identify, identifySubject } from '../../pipeline/stages/identify.ts'
import { receive } from '../../pipeline/stages/receive.ts'
import { submit } from '../../pipeline/stages/submit.ts'
import { Journey, type LastStage, type Stage } from '../../pipeline/table.ts'

const { start } = Journey

t.test('a stage that stands before what it needs does not compile', async t => {
  const identified = start.to(identify)
  const wrong = [
    // @ts-expect-error admission needs to know who calls
    start.to(admit),
    // @ts-expect-error the lane is chosen for an account
    start.to(checkLane),
    // @ts-expect-error a key belongs to an account
    start.to(lookUpIdempotencyKey),
    // @ts-expect-error a body is read after admission alone
    identified.to(receive),
    // @ts-expect-error a worker gets a body
    identified.to(admit).end(dispatch),
    // @ts-expect-error a replay is known before it is admitted
    identified.to(admitSubmission),
    // @ts-expect-error what was not looked up is not reserved
    identified.to(admit).to(reserveIdempotencyKey),
    // @ts-expect-error a job has an id before it is submitted
    identified.to(admit).to(receive).end(submit),
    // @ts-expect-error the handlers of accounts need one
    start.end(handleAccount),
    // @ts-expect-error whose limits are known
    identified.end(handleAccount),
    // @ts-expect-error a key is no bearer token
    identified.end(handleSubject),
    // @ts-expect-error a user who signed in need not have an account
    start.to(identifySubject).to(admitControl),
    // @ts-expect-error a stage after which calls go on is not the last one
    start.end(identify),
  ]
  t.equal(wrong.length, 13)
})

t.test('a journey runs its stages in the order in which they were named, and no others', async t => {
  const pass: Stage<Call, Call> = call => call
  const name: Stage<Call, IdentifiedCall> = call => ({ ...call, identity: { accountId: 'a', keyId: 'k' } })
  const last: LastStage<IdentifiedCall> = () => ({ gone: true })
  const shared = start.to(pass)
  t.same(shared.to(name).end(last), [pass, name, last])
  t.same(shared.end(handleOpen), [pass, handleOpen], 'a journey that branches leaves the other one as it was')
})
