/** POST /api/v1/auth/signup: creates the account of a user from the token. If the user has one, the reply says so. No key is made. */
import { refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { moment } from '../jobs/job-record.ts'
import { storeUnavailable } from '../limits/refusals.ts'
import type { CallTo, SubjectCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { readAccount } from '../store/accounts.ts'
import { forgetDeletedSubject } from '../store/deleted-subjects.ts'
import { signUp } from '../store/sign-up.ts'
import { readUser } from '../store/users.ts'
import { withStore } from './with-store.ts'

export const signup = withStore(async (gateway: Gateway, call: CallTo<'auth.signup', SubjectCall>) => {
  const { subject, verifiedEmail } = call.claims
  if (verifiedEmail === null) return { refusal: refuse('email_unverified') }
  const { display_name: displayName = '', company = '' } = call.json
  const signedUp = await signUp(gateway.redis, { subject, email: verifiedEmail, displayName, company })
  // unsettled: somebody makes the account at this moment, and a call later it is taken
  if (signedUp.state !== 'signed_up')
    return { refusal: signedUp.state === 'email_taken' ? refuse('email_taken') : storeUnavailable() }
  const { accountId, isNew } = signedUp
  if (isNew) await forgetDeletedSubject(gateway.redis, subject)
  // this process may remember that there was nobody
  gateway.subjects.forget(subject)
  const [user, account] = await Promise.all([readUser(gateway.redis, accountId), readAccount(gateway.redis, accountId)])
  // it is being deleted at this moment; in the next one it is made anew
  if (user === null || account === null) return { refusal: storeUnavailable() }
  return jsonReply(
    isNew ? 201 : 200,
    {
      user_id: accountId,
      email: user.email,
      display_name: user.displayName === '' ? null : user.displayName,
      tier: account.tier,
      created_at: moment(user.createdAtMs),
      created: isNew,
    },
    { 'cache-control': 'no-store' },
  )
})
