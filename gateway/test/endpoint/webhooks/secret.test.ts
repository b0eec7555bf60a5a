import { randomBytes } from 'node:crypto'
import t from 'tap'
import { SecretBox, signingSecrets } from '../../../../shared/platform/callback/secrets.ts'
import { readConfig } from '../../../../shared/platform/config/config.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { run, script } from '../../../../shared/platform/redis/script.ts'
import { startService } from '../../helpers/service.ts'

const SECRET = '/api/v1/account/webhook-secret'
const DAY_MS = 86_400_000
const sealing = randomBytes(32).toString('base64')
const box = new SecretBox(sealing)
const service = await startService(t, { SECRETS_KEY: sealing })
const fieldsOf = (accountId: string) => service.redis.hgetall(keys.webhookSecrets(accountId))

t.test('a new secret is shown once, and is what the deliverer will sign with', async t => {
  const { text: key, accountId } = await service.keyRecord('starter')
  const { status, json, headers } = await service.call(SECRET, { key, method: 'POST' })
  t.equal(status, 201)
  t.match(json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.equal(json.previous_valid_until, null, 'there was none before')
  t.equal(headers['cache-control'], 'no-store')
  const fields = await fieldsOf(accountId)
  t.same(signingSecrets(box, accountId, fields, Date.now()), [json.secret])
  t.equal(new Date(Number(fields.createdAtMs)).toISOString(), json.created_at)
})

t.test('nothing readable of it is stored with the account', async t => {
  const { text: key, accountId } = await service.keyRecord('starter')
  const { secret } = (await service.call(SECRET, { key, method: 'POST' })).json
  const raw = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const sealed = Object.values(await fieldsOf(accountId))
  const audit = JSON.stringify(await service.redis.xrange(keys.audit(accountId), '-', '+'))
  t.match(audit, 'webhook-secret.change')
  for (const text of [...sealed, audit]) {
    t.notMatch(text, secret)
    t.notMatch(text, raw.toString('base64').slice(0, 20))
    t.notOk(Buffer.from(text.replace(/^v1\./, ''), 'base64url').includes(raw))
  }
})

t.test('the one before signs beside the new one for a day', async t => {
  const { text: key, accountId } = await service.keyRecord('starter')
  const first = (await service.call(SECRET, { key, method: 'POST' })).json
  const second = (await service.call(SECRET, { key, method: 'POST' })).json
  t.not(second.secret, first.secret)
  const untilMs = Date.parse(second.previous_valid_until)
  t.equal(untilMs - Date.parse(second.created_at), DAY_MS)
  const fields = await fieldsOf(accountId)
  t.same(signingSecrets(box, accountId, fields, untilMs - 1), [second.secret, first.secret])
  t.same(signingSecrets(box, accountId, fields, untilMs), [second.secret])
  const third = (await service.call(SECRET, { key, method: 'POST' })).json
  t.same(signingSecrets(box, accountId, await fieldsOf(accountId), Date.now()), [third.secret, second.secret])
})

t.test('a script whose reply was lost changes nothing when it runs again', async t => {
  const { accountId } = await service.keyRecord('starter')
  const change = () =>
    run(
      service.redis,
      script('webhook-secret-3'),
      [keys.account(accountId), keys.webhookSecrets(accountId), keys.audit(accountId)],
      ['sealed', 1, DAY_MS, 'test'],
    )
  const first = await change()
  t.same(await change(), first)
  t.equal((await fieldsOf(accountId)).previous, undefined)
  t.equal((await service.redis.xlen(keys.audit(accountId))) >= 1, true)
})

t.test('an account that is deleted gets none: nothing would ever remove it', async t => {
  const { accountId } = await service.keyRecord('starter')
  const { callbacks } = service.app.gateway
  await service.redis.hset(keys.account(accountId), 'status', 'deleting')
  for (const isGone of [false, true]) {
    if (isGone) await service.redis.del(keys.account(accountId))
    t.match(await callbacks.changeSecret(accountId, 'test'), { code: 'credentials_invalid' })
    t.match(await callbacks.refusal(accountId, 'https://93.184.215.14/'), { code: 'credentials_invalid' })
    t.equal(await service.redis.exists(keys.webhookSecrets(accountId)), 0)
  }
})

t.test('ten changes at once leave one current secret and one before it, both handed out', async t => {
  const { text: key, accountId } = await service.keyRecord('starter')
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.call(SECRET, { key, method: 'POST' })))
  const shown = answers.map(({ json }) => json.secret)
  t.equal(new Set(shown).size, 10)
  const signing = signingSecrets(box, accountId, await fieldsOf(accountId), Date.now())
  t.equal(signing.length, 2)
  for (const secret of signing) t.ok(shown.includes(secret))
})

t.test('403 below starter, 401 without a key, 503 without SECRETS_KEY', async t => {
  for (const tier of ['demo', 'free'] as const) {
    const { status, json } = await service.call(SECRET, { key: await service.key(tier), method: 'POST' })
    t.equal(`${status} ${json.code}`, '403 tier_forbidden', tier)
  }
  t.equal((await service.call(SECRET, { method: 'POST' })).status, 401)
  const bare = await startService(t)
  const { status, json } = await bare.call(SECRET, { key: await bare.key('starter'), method: 'POST' })
  t.equal(`${status} ${json.code}`, '503 secrets_unavailable')
})

t.test('a SECRETS_KEY that is none is a mistake of the configuration, and is not printed', async t => {
  const machine = { coreCount: 1, memoryBytes: 2 ** 30 }
  const outcome = readConfig({ SECRETS_KEY: 'too short', WEBHOOK_ALLOWED_HOSTS: 'https://host/' }, machine)
  const mistakes = outcome.ok ? [] : outcome.mistakes
  t.equal(mistakes.length, 2)
  t.match(mistakes.join(), /SECRETS_KEY=\*\*\*: .*32 bytes/)
  t.notMatch(mistakes.join(), 'too short')
  t.match(mistakes.join(), /WEBHOOK_ALLOWED_HOSTS=.* is not a valid host/)
})
