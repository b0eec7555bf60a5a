import t from 'tap'
import { keys } from '../../../../shared/redis/keys.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { startService } from '../../helpers/service.ts'

const PROFILE = '/api/v1/auth/profile'
const issuer = await startIssuer(t)
const service = await startService(t, issuer.settings)

t.test('the profile tells user, account and active keys', async t => {
  const user = await signedUp(service, issuer, 'ada')
  const [, second] = [await user.key(), await user.key()]
  await user.call(`/api/v1/auth/keys/${second.keyId}`, { method: 'DELETE' })
  const { status, json, headers } = await user.call(PROFILE)
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  t.match(json, {
    user_id: user.accountId,
    email: 'ada@example.com',
    display_name: 'ada',
    company: 'Example Works',
    tier: 'free',
    status: 'active',
    subscription: null,
    key_count: 1,
    created_at: /^\d{4}-.*Z$/,
  })
})

t.test('a subscription is told with its seller and state', async t => {
  const user = await signedUp(service, issuer, 'sub')
  await service.redis.hset(keys.billing(user.accountId), {
    provider: 'payment_processor',
    subscriptionId: 'sub_1',
    subscriptionState: 'past_due',
  })
  t.same((await user.call(PROFILE)).json.subscription, { provider: 'payment_processor', status: 'past_due' })
})
