import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { Upkeep } from '../../../service/upkeep.ts'
import { beginDeletion, finishDeletion } from '../../../store/delete-account.ts'
import { claimEmail } from '../../../store/users.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { startIdentityService } from '../../helpers/identity.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'

const SIGNUP = '/api/v1/auth/signup'
const TIER = '/api/v1/account/tier'
const service = await startIdentityService(t)

t.test('the e-mail address is that of the token, whatever the body says', async t => {
  const body = { display_name: 'Ada', company: 'Bridges', email: 'mallory@example.com', tier: 'government' }
  const { status, json, headers } = await service.call(SIGNUP, { body, headers: await service.bearer('ada') })
  t.equal(status, 201)
  t.match(json, { email: 'ada@example.com', display_name: 'Ada', tier: 'free', created: true })
  t.equal(headers['cache-control'], 'no-store')
  const user = await service.redis.hgetall(keys.user(json.user_id))
  t.match(user, { email: 'ada@example.com', displayName: 'Ada', company: 'Bridges' })
  const audit = JSON.stringify(await service.redis.xrange(keys.audit(json.user_id), '-', '+'))
  t.match(audit, 'account.signup')
  t.notMatch(audit, 'ada@example.com', 'who it was is not in the audit trail, which stays')
})

t.test('no body, an empty one and null are all no body', async t => {
  for (const [user, options] of Object.entries({
    none: {},
    empty: { body: '' },
    null: { body: 'null' },
    object: { body: '{}' },
    nulls: { body: { display_name: null } },
  })) {
    const { status, json } = await service.call(SIGNUP, {
      method: 'POST',
      ...options,
      headers: await service.bearer(user),
    })
    t.equal(status, 201, user)
    t.equal(json.display_name, null, user)
  }
})

t.test('a user who is there is not made again', async t => {
  const headers = await service.bearer('bob')
  const first = await service.call(SIGNUP, { body: { display_name: 'Bob' }, headers })
  const second = await service.call(SIGNUP, { body: { display_name: 'Other' }, headers: await service.bearer('bob') })
  t.equal(second.status, 200)
  t.same(second.json, { ...first.json, created: false })
})

t.test('of fifty signups at once one makes the user', async t => {
  const headers = await service.bearer('crowd')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.call(SIGNUP, { method: 'POST', headers: { ...headers, ...elsewhere() } })),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  t.equal(answers.filter(({ status }) => status === 200).length, 49)
  t.equal(new Set(answers.map(({ json }) => json.user_id)).size, 1)
})

t.test('the same subject of another issuer, and another subject, are other users', async t => {
  const one = await service.call(SIGNUP, { method: 'POST', headers: await service.bearer('same') })
  const other = await service.call(SIGNUP, {
    method: 'POST',
    headers: await service.bearer('same ', { email: 'other@example.com' }),
  })
  t.equal(other.status, 201)
  t.not(one.json.user_id, other.json.user_id)
})

t.test('a member calls analyses and the tier with the bearer token, on the quota of the account', async t => {
  const headers = await service.member('member')
  t.match((await service.call(TIER, { headers })).json, { tier: 'free', limits: { monthly_calls_remaining: 100 } })
  t.equal((await service.call(CPM, { body: { tasks: FOUR_TASKS }, headers })).status, 200)
  const again = await service.bearer('member')
  t.equal((await service.call(TIER, { headers: again })).json.limits.monthly_calls_remaining, 99)
})

t.test('a signup that broke off after its first step is ended by the next', async t => {
  const headers = await service.bearer('broken-off')
  const probe = await service.call(SIGNUP, { method: 'POST', headers })
  const { subject } = await service.redis.hgetall(keys.user(probe.json.user_id))
  await service.redis.del(keys.account(probe.json.user_id), keys.user(probe.json.user_id))
  const { status, json } = await service.call(SIGNUP, { method: 'POST', headers })
  t.equal(status, 201)
  t.equal(await service.redis.get(keys.subject(subject!)), json.user_id)
})

t.test('the account of a token that was remembered and is gone is looked for again', async t => {
  const headers = await service.member('returning')
  t.equal((await service.call(TIER, { headers })).status, 200)
  const first = (await service.call(SIGNUP, { method: 'POST', headers })).json.user_id
  await beginDeletion(service.redis, first, 'test')
  await finishDeletion(service.redis, service.app.gateway.jobs, first, 'test')
  const refused = await service.call(TIER, { headers })
  t.equal(`${refused.status} ${refused.json.code}`, '403 signup_required')
  const second = (await service.call(SIGNUP, { method: 'POST', headers })).json.user_id
  t.not(second, first)
  t.equal((await service.call(TIER, { headers })).status, 200)
})

t.test('an e-mail address belongs to one account, whatever subject shows it and however it is written', async t => {
  const first = (await service.call(SIGNUP, { method: 'POST', headers: await service.bearer('owner') })).json
  for (const email of ['owner@example.com', 'Owner@EXAMPLE.com']) {
    const headers = await service.bearer('impostor', { email })
    const { status, json } = await service.call(SIGNUP, { method: 'POST', headers: { ...headers, ...elsewhere() } })
    t.equal(`${status} ${json.code}`, '409 email_taken', email)
    const refused = await service.call(TIER, { headers })
    t.equal(refused.json.code, 'signup_required', 'it does not lead into the account either')
  }
  const again = await service.call(SIGNUP, { method: 'POST', headers: await service.bearer('owner') })
  t.equal(`${again.status} ${again.json.user_id}`, `200 ${first.user_id}`)
  const owner = { headers: await service.bearer('owner') }
  t.equal((await service.call('/api/v1/auth/account', { method: 'DELETE', ...owner })).status, 204)
  const headers = await service.bearer('impostor', { email: 'owner@example.com' })
  t.equal((await service.call(SIGNUP, { method: 'POST', headers })).status, 201, 'a deleted account frees its address')
})

t.test('of twenty subjects with one address at once one gets an account', async t => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const headers = await service.bearer(`twin-${i}`, { email: 'twin@example.com' })
      return service.call(SIGNUP, { method: 'POST', headers: { ...headers, ...elsewhere() } })
    }),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const { status, json } of answers)
    t.ok(
      [201, 409, 503].includes(status),
      `${status} ${json.code ?? ''}: the others may call again, and get their answer then`,
    )
})

t.test('a sign-up at work keeps its address, also from a gateway whose clock is two minutes ahead', async t => {
  t.equal(await claimEmail(service.redis, 'race@example.com', 'one'), 'held')
  const { now } = Date
  t.teardown(() => Object.assign(Date, { now }))
  Date.now = () => now() + 120_000
  t.equal(await claimEmail(service.redis, 'race@example.com', 'two'), 'unsettled')
})

t.test('an account of an earlier version has its address, too, once a gateway has walked over it', async t => {
  const { user_id } = (await service.call(SIGNUP, { method: 'POST', headers: await service.bearer('elder') })).json
  const [name] = (
    await Promise.all(
      (
        await namesOf(service.redis, 'email:*')
      ).map(async one => ((await service.redis.get(one))!.startsWith(user_id) ? one : '')),
    )
  ).filter(one => one !== '')
  for (const one of [name!, keys.catchUp(), keys.upkeepLease()]) await service.redis.del(one)
  const upkeep = new Upkeep(service.app.gateway)
  await upkeep.turn()
  upkeep.close()
  t.equal(await service.redis.get(keys.catchUp()), 'done')
  const headers = await service.bearer('younger', { email: 'elder@example.com' })
  t.equal((await service.call(SIGNUP, { method: 'POST', headers })).json.code, 'email_taken')
})
