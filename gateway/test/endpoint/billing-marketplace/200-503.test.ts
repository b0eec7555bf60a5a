import { randomUUID } from 'node:crypto'
import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { forgedTokens } from '../../helpers/forged-tokens.ts'
import { startIssuer } from '../../helpers/issuer.ts'
import { type Answer, startService } from '../../helpers/service.ts'

const WEBHOOK = '/api/v1/billing/azure-marketplace/webhook'
const TOKEN = 'marketplace-token-of-the-test'
const issuer = await startIssuer(t)
const service = await startService(t, {
  ...issuer.settings,
  MARKETPLACE_WEBHOOK_TOKEN: TOKEN,
  MARKETPLACE_PLANS: 'gold=enterprise, silver=professional',
  TRUSTED_PROXY_HOPS: '1',
})

let second = 0
/** Events are dated in the past. */
const FIRST_MS = Date.now() - 86_400_000
interface Sent {
  readonly id?: string
  readonly planId?: string
  readonly timeStamp?: string
  readonly subscription?: object
}
const eventOf = (subscriptionId: string, action: string, more: Sent = {}) => ({
  id: randomUUID(),
  activityId: randomUUID(),
  publisherId: 'publisher',
  offerId: 'schedules',
  subscriptionId,
  action,
  timeStamp: new Date(FIRST_MS + 1000 * ++second).toISOString(),
  status: 'Succeeded',
  ...more,
})
const send = (event: object, token: string | null = TOKEN): Promise<Answer> =>
  service.call(WEBHOOK, { body: event, headers: token === null ? {} : { 'x-cloud-marketplace-token': token } })

const accountIdOf = (subscriptionId: string) => service.redis.get(keys.marketplaceSubscription(subscriptionId))
async function accountOf(subscriptionId: string): Promise<string> {
  const [tier, status] = await service.redis.hmget(keys.account((await accountIdOf(subscriptionId))!), 'tier', 'status')
  return `${tier} ${status}`
}

t.test('200: the six events of a life, each of them once', async t => {
  const id = randomUUID()
  const steps: [string, Sent, string][] = [
    ['Subscribe', { planId: 'silver', subscription: { name: 'Example Works' } }, 'professional active'],
    ['ChangePlan', { planId: 'gold' }, 'enterprise active'],
    ['Suspend', { planId: 'gold' }, 'enterprise suspended'],
    ['Reinstate', { planId: 'gold' }, 'enterprise active'],
    ['ChangePlan', { planId: 'starter' }, 'starter active'],
    ['Renew', {}, 'starter active'],
    ['Unsubscribe', {}, 'free active'],
  ]
  for (const [action, more, account] of steps) {
    const event = eventOf(id, action, more)
    t.same((await send(event)).json, { status: 'applied', action })
    t.equal(await accountOf(id), account, action)
    t.same((await send(event)).json, { status: 'duplicate', action })
    t.equal(await accountOf(id), account, `${action} again`)
  }
  const accountId = (await accountIdOf(id))!
  const audit = await service.redis.xrange(keys.audit(accountId), '-', '+')
  t.same(
    audit.map(([, fields]) => fields[1]),
    [
      'account.create',
      'billing.active',
      'billing.active',
      'billing.unpaid',
      'billing.active',
      'billing.active',
      'billing.ended',
    ],
  )
  t.equal(await service.redis.hget(keys.account(accountId), 'label'), 'Example Works')
})

t.test('200: a subscription is suspended, goes on and ends also when nobody knows its plan any more', async t => {
  const id = randomUUID()
  await send(eventOf(id, 'Subscribe', { planId: 'gold' }))
  for (const [action, account] of [
    ['Suspend', 'enterprise suspended'],
    ['Reinstate', 'enterprise active'],
    ['Renew', 'enterprise active'],
    ['Unsubscribe', 'free active'],
  ] as const) {
    t.same((await send(eventOf(id, action, { planId: 'retired-plan' }))).json, { status: 'applied', action })
    t.equal(await accountOf(id), account, action)
  }
})

t.test('422: a change to a plan that nobody knows', async t => {
  const id = randomUUID()
  await send(eventOf(id, 'Subscribe', { planId: 'silver' }))
  const { status, json } = await send(eventOf(id, 'ChangePlan', { planId: 'retired-plan' }))
  t.equal(status, 422)
  t.same(json.detail[0].loc, ['body', 'planId'])
  t.equal(await accountOf(id), 'professional active')
})

t.test('200: a key of a suspended account is refused, and admitted again', async t => {
  const id = randomUUID()
  await send(eventOf(id, 'Subscribe', { planId: 'starter' }))
  const key = await service.key('starter', { accountId: (await accountIdOf(id))! })
  await send(eventOf(id, 'Suspend'))
  const { status, json } = await service.call('/api/v1/account/tier', { key })
  t.equal(`${status} ${json.code}`, '403 account_suspended')
  t.match(json.detail, /marketplace/)
  await send(eventOf(id, 'Reinstate'))
  t.equal((await service.call('/api/v1/account/tier', { key })).status, 200)
})

t.test('200: events that overtake each other, twenty copies at once', async t => {
  const id = randomUUID()
  const [subscribe, suspend, reinstate] = [
    eventOf(id, 'Subscribe', { planId: 'gold' }),
    eventOf(id, 'Suspend'),
    eventOf(id, 'Reinstate'),
  ]
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(subscribe)))
  t.same(answers.map(({ json }) => json.status).sort(), ['applied', ...Array(19).fill('duplicate')])
  t.equal((await send(reinstate)).json.status, 'applied')
  t.equal((await send(suspend)).json.status, 'ignored', 'it is older')
  t.equal((await send(suspend)).json.status, 'duplicate')
  t.equal(await accountOf(id), 'enterprise active')
})

t.test('200: what is unknown is ignored; who has left before coming is not let in', async t => {
  const id = randomUUID()
  const subscribe = eventOf(id, 'Subscribe', { planId: 'gold' })
  for (const action of ['Suspend', 'Reinstate', 'Renew', 'ChangePlan', 'Unsubscribe', 'Transfer', 'toString']) {
    t.same((await send(eventOf(id, action))).json, { status: 'ignored', action })
  }
  t.equal((await send(subscribe)).json.status, 'ignored')
  t.equal(await accountIdOf(id), '-')
})

t.test('422: an event dated further ahead than clocks differ is refused, and makes no later one old', async t => {
  const id = randomUUID()
  await send(eventOf(id, 'Subscribe', { planId: 'silver' }))
  const in6Minutes = new Date(Date.now() + 360_000).toISOString()
  for (const timeStamp of ['2099-01-01T00:00:00Z', in6Minutes]) {
    const { status, json } = await send(eventOf(id, 'ChangePlan', { planId: 'gold', timeStamp }))
    t.equal(status, 422)
    t.match(json.detail, [{ loc: ['body', 'timeStamp'], type: 'maximum' }])
  }
  const in2Minutes = new Date(Date.now() + 120_000).toISOString()
  t.equal((await send(eventOf(id, 'ChangePlan', { planId: 'gold', timeStamp: in2Minutes }))).json.status, 'applied')
  t.equal((await send(eventOf(id, 'Suspend'))).json.status, 'ignored', 'it is older')
  // an account that took such an event before they were refused
  await service.redis.hset(keys.billing((await accountIdOf(id))!), 'marketplaceAtMs', Date.UTC(2099, 0, 1))
  t.equal((await send(eventOf(id, 'Suspend'))).json.status, 'applied')
  t.equal(await accountOf(id), 'enterprise suspended')
})

t.test('200: a time without a zone is of UTC, wherever the server stands', async t => {
  const zone = process.env.TZ
  t.teardown(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  process.env.TZ = 'Asia/Tokyo'
  const id = randomUUID()
  await send(eventOf(id, 'Subscribe', { planId: 'silver' }))
  const later = new Date(FIRST_MS + 1000 * ++second).toISOString().replace('Z', '4567')
  t.equal((await send(eventOf(id, 'ChangePlan', { planId: 'gold', timeStamp: later }))).json.status, 'applied')
  t.equal((await send(eventOf(id, 'Suspend', { timeStamp: 'yesterday' }))).status, 422)
})

t.test('401: twenty shapes of a wrong token, each with the same answer and none with an effect (T36)', async t => {
  const id = randomUUID()
  const event = eventOf(id, 'Subscribe', { planId: 'gold' })
  const shapes = forgedTokens(TOKEN)
  t.equal(shapes.length, 20)
  const answers = new Set<string>()
  for (const shape of shapes) {
    const { status, json } = await service.call(WEBHOOK, {
      body: event,
      headers: { ...(shape === null ? {} : { 'x-cloud-marketplace-token': shape }), 'x-request-id': 'same' },
    })
    answers.add(`${status} ${JSON.stringify(json)}`)
  }
  t.equal(answers.size, 1)
  t.match([...answers][0], /^401 .*credentials_invalid/)
  t.equal(await accountIdOf(id), null)
  t.equal((await send({ bad: 'body' }, 'x')).status, 401, 'a body is not looked at before')
})

t.test('429: who guesses is counted by address', async t => {
  const headers = { 'x-cloud-marketplace-token': 'guess', 'x-forwarded-for': '10.9.9.9' }
  let status = 0
  for (let i = 0; i <= 60; i++) ({ status } = await service.call(WEBHOOK, { body: {}, headers }))
  t.equal(status, 429)
  t.equal((await send(eventOf(randomUUID(), 'Renew'))).status, 200)
})

t.test('400, 422: no JSON, an event without its parts, plans and times that are none', async t => {
  const headers = { 'x-cloud-marketplace-token': TOKEN }
  t.equal((await service.call(WEBHOOK, { body: '{', headers })).status, 400)
  const whole = eventOf(randomUUID(), 'Subscribe', { planId: 'gold' })
  for (const member of ['id', 'action', 'subscriptionId', 'timeStamp']) {
    t.equal((await send({ ...whole, [member]: undefined })).status, 422, member)
  }
  for (const [member, value] of [
    ['planId', 'bronze'],
    ['planId', undefined],
    ['timeStamp', 'yesterday'],
    ['planId', 'demo'],
    ['planId', '__proto__'],
  ] as const) {
    const { status, json } = await send({ ...whole, [member]: value })
    t.equal(status, 422, `${member} ${value}`)
    t.same(json.detail[0].loc, ['body', member])
  }
  t.equal(await accountIdOf(whole.subscriptionId), null)
})

t.test('503: no token is configured', async t => {
  const bare = await startService(t)
  const { status, json } = await bare.call(WEBHOOK, { body: {}, headers: { 'x-cloud-marketplace-token': 'undefined' } })
  t.equal(`${status} ${json.code}`, '503 billing_unconfigured')
})
