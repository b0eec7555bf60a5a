import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { until } from '../../../../shared/test/until.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const KEYS = '/api/v1/auth/keys'
const issuer = await startIssuer(t)
const service = await startService(t, issuer.settings)

t.test('a key is made and shown once, listed without it, and works', async t => {
  const user = await signedUp(service, issuer, 'ada')
  const made = await user.call(KEYS, { body: { label: 'Nightly report' } })
  t.equal(made.status, 201)
  t.equal(made.headers['cache-control'], 'no-store')
  const { api_key: text, ...facts } = made.json
  t.match(text, /^sis_live_\w{43}_\w{6}$/)
  t.match(facts, { description: 'Nightly report', status: 'active', key_prefix: text.slice(0, 12), expires_at: null })
  t.equal((await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })).status, 200)

  const second = await user.call(KEYS, { body: { label: 'two', expires_at: '2099-01-31T12:00:00+02:00' } })
  t.equal(second.json.expires_at, '2099-01-31T10:00:00.000Z')
  const listed = await user.call(KEYS)
  t.equal(listed.status, 200)
  t.match(listed.json, [
    { key_id: facts.key_id, last_used_at: /^\d{4}-/, revoked_at: null },
    { key_id: second.json.key_id, last_used_at: null },
  ])
  t.notMatch(listed.bytes.toString(), text.slice(12, 52))
  t.equal('api_key' in listed.json[0], false)
  for (const name of await namesOf(service.redis)) {
    if ((await service.redis.type(name)) !== 'hash') continue
    const content = JSON.stringify(await service.redis.hgetall(name))
    if (content.includes(text.slice(12, 52))) t.fail(`${name} holds the key`)
  }
})

t.test('a label is changed, emptied, and stays with a revoked key', async t => {
  const user = await signedUp(service, issuer, 'bea')
  const { keyId } = await user.key()
  const path = `${KEYS}/${keyId}/label`
  const label = (text: string) => user.call(path, { method: 'PATCH', body: { label: text } })
  const changed = await label('Überwachung')
  t.equal(changed.status, 200)
  t.match(changed.json, { key_id: keyId, description: 'Überwachung', updated_at: /^\d{4}-.*Z$/ })
  t.equal((await user.call(KEYS)).json[0].description, 'Überwachung')
  for (const sign of ['\u001b', '\u007f', '\u0085', '\u009b']) t.equal((await label(`a${sign}b`)).status, 422)
  t.equal((await label('')).json.description, null)
  await user.call(`${KEYS}/${keyId}`, { method: 'DELETE' })
  t.equal((await label('was: report')).status, 200)
  t.match((await user.call(KEYS)).json, [{ description: 'was: report', status: 'revoked' }])
})

t.test('a revoked key is refused at once, its record and usage stay, and revoking twice is no mistake', async t => {
  const user = await signedUp(service, issuer, 'cas')
  const [kept, revoked] = [await user.key(), await user.key()]
  await service.call(CPM, { key: revoked.text, body: { tasks: FOUR_TASKS } })
  const path = `${KEYS}/${revoked.keyId}`
  for (let i = 0; i < 2; i++) {
    const { status, bytes } = await user.call(path, { method: 'DELETE' })
    t.equal(status, 204)
    t.equal(bytes.length, 0)
  }
  t.equal((await service.call(CPM, { key: revoked.text, body: { tasks: FOUR_TASKS } })).status, 401)
  t.equal((await service.call('/api/v1/account/tier', { key: kept.text })).status, 200)
  t.match((await user.call(KEYS)).json, [
    { key_id: kept.keyId, status: 'active', revoked_at: null },
    { key_id: revoked.keyId, status: 'revoked', revoked_at: /^\d{4}-/ },
  ])
  const audit = await service.redis.xrange(keys.audit(user.accountId), '-', '+')
  t.equal(audit.filter(([, fields]) => fields.includes('key.revoke')).length, 1)
  await until('its call is counted', async () => {
    const { json } = await service.call('/api/v1/account/usage', { key: kept.text })
    return json.keys.some((one: { key_id: string }) => one.key_id === revoked.keyId)
  })
})

t.test('an expired key says so in the list and is refused', async t => {
  const user = await signedUp(service, issuer, 'dan')
  const { keyId, text } = await user.key()
  await service.redis.hset(keys.keyState(user.accountId, keyId), 'expiresAtMs', Date.now() - 1)
  t.equal((await user.call(KEYS)).json[0].status, 'expired')
  t.equal((await service.call('/api/v1/account/tier', { key: text })).status, 401)
})

t.test('an Idempotency-Key makes one key of many calls, and the replay comes without the secret', async t => {
  const user = await signedUp(service, issuer, 'eve')
  const headers = { 'idempotency-key': 'first' }
  const body = { label: 'one' }
  const answers = await Promise.all(Array.from({ length: 30 }, () => user.call(KEYS, { body, headers })))
  t.same([...new Set(answers.map(({ status }) => status))], [201])
  t.equal(new Set(answers.map(({ json }) => json.key_id)).size, 1)
  t.equal(answers.filter(({ json }) => 'api_key' in json).length, 1)
  t.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 29)
  t.equal((await user.call(KEYS)).json.length, 1)
  const credentials = (await namesOf(service.redis, 'key:*')).map(name => service.redis.get(name))
  const ofUser = (await Promise.all(credentials)).filter(text => text?.startsWith(user.accountId))
  t.equal(ofUser.length, 1, 'no credential is left of the others')

  const reused = await user.call(KEYS, { body: { label: 'two' }, headers })
  t.equal(reused.status, 422)
  t.equal(reused.json.code, 'idempotency_reused')
  const other = await signedUp(service, issuer, 'eva')
  t.ok((await other.call(KEYS, { body, headers })).json.api_key, 'names are of the account')
  t.equal((await user.call(KEYS, { body, headers: { 'idempotency-key': 'a b' } })).json.code, 'header_invalid')
})

t.test('a list is whole unless a limit is named; then Link leads from page to page', async t => {
  const user = await signedUp(service, issuer, 'pia')
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await user.key()).keyId)
  await user.call(`${KEYS}/${ids[1]}`, { method: 'DELETE' })
  const whole = await user.call(KEYS)
  t.equal(whole.headers.link, undefined)
  const found: string[] = []
  let path: string | undefined = `${KEYS}?limit=2`
  while (path !== undefined) {
    const { json, headers, status }: Awaited<ReturnType<typeof user.call>> = await user.call(path)
    t.equal(status, 200)
    found.push(...json.map(({ key_id }: { key_id: string }) => key_id))
    path = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  t.same(found, ids)
  t.same(
    whole.json.map(({ key_id }: { key_id: string }) => key_id),
    ids,
  )
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=%00', `cursor=${'1'.repeat(61)}`])
    t.equal((await user.call(`${KEYS}?${query}`)).status, 422, query)
  for (const cursor of ['nonsense-0', 'ff-1', '0'])
    t.equal(
      (await user.call(`${KEYS}?cursor=${cursor}`)).status,
      422,
      'no cursor that was given: no first page once more',
    )
})

t.test('429 at the fifty-first key of a day, with the time to wait', async t => {
  const user = await signedUp(service, issuer, 'many')
  for (let i = 0; i < 50; i++) await user.call(`${KEYS}/${(await user.key()).keyId}`, { method: 'DELETE' })
  const { status, json, headers } = await user.call(KEYS, { body: { label: 'x' } })
  t.equal(`${status} ${json.code}`, '429 key_rate')
  t.match(json.detail, /50 keys in 86400 seconds/)
  t.ok(Number(headers['retry-after']) > 86_000)
  t.equal((await user.call(KEYS)).json.length, 50)
})
