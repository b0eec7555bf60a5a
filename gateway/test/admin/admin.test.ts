import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startRedis } from '../../../deploy/redis/embedded.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { runAdmin } from '../../admin/run.ts'
import { RedisLimiter } from '../../limits/redis-limiter.ts'
import { createAccount, readAccount } from '../../store/accounts.ts'
import { mintKey, parseKey } from '../../store/api-key.ts'
import { createKey } from '../../store/keys.ts'

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function admin(redisUrl: string, words: readonly string[]): Promise<Ran> {
  const said = { out: '', err: '' }
  const code = await runAdmin(words, {
    connect: () => connect(redisUrl, 'admin'),
    out: text => (said.out += text),
    err: text => (said.err += text),
  })
  return { code, ...said }
}

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
t.teardown(async () => {
  disconnect(client)
  await redis.stop()
})
const run = (...words: string[]): Promise<Ran> => admin(redis.url, words)

async function identityOf(text: string) {
  const owner = await client.get(keys.credential(parseKey(text)!.sha256))
  const [accountId, keyId] = owner!.split(' ')
  return { accountId: accountId!, keyId: keyId! }
}

t.test('a label with control characters is shown as one harmless cell, and as JSON it is what it was', async t => {
  const label = '\u001b]0;x\u0007\r\nFAKE \u009b2J \u202etxet'
  const created = await run('key', 'create', '--tier', 'starter', '--label', label)
  const { accountId } = await identityOf(created.out.trim())
  const table = (await run('key', 'list', '--account', accountId)).out
  const harmful = ['\u001b', '\u0007', '\r', '\u009b', '\u202e']
  for (const sign of harmful) t.notOk(table.includes(sign))
  t.equal(table.trim().split('\n').length, 2, 'a head and one row')
  const json = (await run('key', 'list', '--account', accountId, '--json')).out
  for (const sign of harmful) t.notOk(json.includes(sign))
  t.match(JSON.parse(json), { label })
})

t.test('key create prints the key alone, and the key works with the requested tier and limits', async t => {
  const words = ['--tier', 'starter', '--label', 'one', '--calls-per-month', '7', '--calls-per-window', 'unlimited']
  const { code, out, err } = await run('key', 'create', ...words, '--expires', '2999-01-01')
  t.equal(code, 0)
  t.equal(err, '')
  t.match(out, /^sis_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}\n$/)
  const identity = await identityOf(out.trim())
  const limiter = new RedisLimiter(client, { warn() {}, error() {} }, 0)
  const admission = await limiter.admit({ identity, meter: 'analysis', neededTier: 'starter', what: 'This' })
  t.match(admission, { ok: true, tier: 'starter', month: { limit: 7, remaining: 6 } })

  const second = (await run('key', 'create', '--account', identity.accountId.slice(0, 13))).out.trim()
  t.equal((await identityOf(second)).accountId, identity.accountId, 'a second key of the same account')

  const listed = (await run('key', 'list', '--account', identity.accountId, '--json')).out.trim().split('\n')
  const [first] = listed.map(line => JSON.parse(line))
  t.equal(listed.length, 2)
  t.match(first, {
    key_id: identity.keyId,
    prefix: out.slice(0, 12),
    status: 'active',
    label: 'one',
    expires_at: '2999-01-01T00:00:00.000Z',
  })
  t.notMatch(listed.join(), out.slice(12, 52), 'no listing shows a key')

  t.equal((await run('key', 'revoke', out.slice(0, 12))).code, 0)
  t.match(await limiter.admit({ identity, meter: 'analysis', neededTier: 'demo', what: 'This' }), {
    refusal: { code: 'credentials_invalid' },
  })
  t.match((await run('key', 'revoke', identity.keyId)).out, 'was revoked before')
  t.match((await run('key', 'list')).out, /revoked/)

  const audit = await client.xrange(keys.audit(identity.accountId), '-', '+')
  const actions = audit.map(([, fields]) => fields[fields.indexOf('action') + 1])
  t.same(actions, ['account.create', 'key.create', 'key.create', 'key.revoke'], 'each change once in the audit')
})

t.test('a key of the tier demo is a playground key', async t => {
  const { out } = await run('key', 'create', '--tier', 'demo')
  t.match(out, /^sis_demo_/)
  const { accountId } = await identityOf(out.trim())
  t.match((await run('account', 'list', '--playground', '--json')).out, accountId)
  t.notMatch((await run('account', 'list', '--json')).out, accountId)
  t.match(await run('account', 'set-tier', accountId, 'free'), { code: 1, err: /ends with its key/ })
  t.match(await run('key', 'create', '--tier', 'demo', '--expires', '2999-01-01'), {
    code: 2,
    err: /valid for 24 hours/,
  })
})

t.test('an account is suspended, resumed, moved to a tier and given limits', async t => {
  const accountId = await createAccount(client, { tier: 'free', label: 'acme', actor: 'test' })
  const account = () => readAccount(client, accountId)
  t.match(await run('account', 'suspend', accountId, '--reason', 'Unpaid.'), { code: 0 })
  t.match(await account(), { status: 'suspended', reason: 'Unpaid.' })
  t.match((await run('account', 'show', accountId)).out, /status +suspended/)
  t.match(await run('account', 'resume', accountId), { code: 0 })
  t.match(await account(), { status: 'active', reason: '' })
  t.match(await run('account', 'set-tier', accountId, 'enterprise'), { code: 0 })
  t.match(await run('account', 'set-limits', accountId, '--calls-per-window', '5', '--overage', 'on'), { code: 0 })
  t.match(await account(), { tier: 'enterprise', callsPerWindow: 5, callsPerMonth: null, overage: true })
  t.match(await run('account', 'set-limits', accountId, '--calls-per-window', 'default', '--overage', 'off'), {
    code: 0,
  })
  t.match(await account(), { callsPerWindow: null, overage: false })
  t.equal(await client.xlen(keys.audit(accountId)), 6)
})

t.test('an account holds 20 live keys; a revoked one makes room', async t => {
  const accountId = await createAccount(client, { tier: 'free', actor: 'test' })
  const made = await Promise.all(Array.from({ length: 21 }, () => createKey(client, accountId, { actor: 'test' })))
  t.equal(made.filter(({ state }) => state === 'created').length, 20)
  t.match(await run('key', 'create', '--account', accountId), { code: 1, err: /20 active keys/ })
  const [first] = made
  if (first?.state !== 'created') return t.fail()
  t.match(await run('key', 'revoke', first.key.keyId), { code: 0 })
  t.match(await run('key', 'create', '--account', accountId), { code: 0, out: /^sis_live_/ })
})

t.test(
  'a whole key is found by its hash: one with the same first characters is let alone, and none is repeated in full',
  async t => {
    const made = await createKey(client, await createAccount(client, { tier: 'free', actor: 'test' }), {
      actor: 'test',
    })
    if (made.state !== 'created') return t.fail()
    const stranger = mintKey('live')
    // one in 62^3 has the same first characters
    await client.hset(keys.keyState(made.key.accountId, made.key.keyId), 'prefix', stranger.prefix)
    const isLive = async () =>
      (await client.hget(keys.keyState(made.key.accountId, made.key.keyId), 'status')) === 'active'
    for (const text of [stranger.text, stranger.text.slice(0, -1), `${stranger.text}x`]) {
      const { code, out, err } = await run('key', 'revoke', text)
      t.same({ code, out }, { code: 1, out: '' })
      t.match(err, /key .* does not exist|not a complete key/)
      t.notMatch(err, text.slice(12))
      t.ok(await isLive())
    }
    t.match(await run('key', 'revoke', made.text), { code: 0 })
    t.notOk(await isLive())
  },
)

t.test('a command line that would lead the terminal is told without what it leads with', async t => {
  const sign = '\u001b[2J\u009b31m\u202e'
  for (const words of [
    [`key${sign}`],
    ['key', 'create', `--${sign}`],
    ['key', 'create', '--tier', `gold${sign}`],
    ['key', 'create', '--tier', 'free', '--expires', sign],
    ['key', 'revoke', sign],
    ['account', 'show', sign],
  ]) {
    const { code, err } = await run(...words)
    t.not(code, 0)
    for (const each of ['\u001b', '\u009b', '\u202e']) t.notOk(err.includes(each), JSON.stringify(err))
  }
})

t.test('a command line that makes no sense is refused with exit code 2 and the list of what there is', async t => {
  const wrong: [string[], RegExp][] = [
    [['key', 'make'], /unknown command "key make".*key create.*account set-limits/s],
    [['key', 'create'], /give --tier.*--account/s],
    [['key', 'create', '--tier', 'gold'], /unknown tier "gold"; the tiers are demo, free, .*--label/s],
    [['key', 'create', '--teir', 'free'], /^--teir is no option\. Is --tier meant\?\n.*--tier <demo/s],
    [['key', 'create', '--tier', 'free', '--account', 'x'], /belong to the account/],
    [['key', 'create', '--tier', 'free', '--expires', '2026-02-31T'], /not a date/],
    [['key', 'create', '--tier', 'free', '--expires', '2096-02-30'], /not a date/],
    [['key', 'create', '--tier', 'free', '--calls-per-month', '-1'], /calls-per-month/],
    [['key', 'create', '--tier', 'free', '--calls-per-month', '1.5'], /not a whole number/],
    [['key', 'create', 'free'], /takes only options/],
    [['key', 'revoke'], /takes key/],
    [['account', 'set-limits', 'x'], /at least one limit/],
    [['account', 'set-tier', 'x', 'demo'], /cannot be moved/],
  ]
  const ran = await Promise.all(wrong.map(([words]) => run(...words)))
  ran.forEach(({ code, out, err }, i) => {
    const [words, complaint] = wrong[i]!
    t.match({ code, out, err }, { code: 2, out: '', err: complaint }, words.join(' '))
  })
})

t.test('what cannot be done is said with exit code 1', async t => {
  const lost = ['account', 'show', mintKey('live').text]
  t.match(await run(...lost), { code: 1, out: '', err: /account .* does not exist/ })
  t.match(await run('key', 'revoke', mintKey('live').text), { code: 1, err: /key .* does not exist/ })
  await createAccount(client, { tier: 'free', actor: 'test' })
  await createAccount(client, { tier: 'free', actor: 'test' })
  t.match(await run('account', 'suspend', ''), { code: 1, err: /matches \d+ accounts; specify which/ })
  const away = await admin('unix:///nowhere.sock', ['account', 'list'])
  t.match(away, { code: 1, out: '', err: /^Redis did not execute the command/ })
})

t.test('--help explains the whole and each command', async t => {
  t.match(await run('--help'), { code: 0, out: /key create .*account set-limits/s, err: '' })
  t.match(await run('key', 'create', '--help'), { code: 0, out: /--tier <demo\|free.*--expires/s })
})

t.test('npm run admin uses the server of the data directory, running or not', async t => {
  const dataDir = dataFolder(t)
  const entry = fileURLToPath(new URL('../../../deploy/admin.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, REDIS_URL: '' }
  const embedded = (...words: string[]): Promise<Ran> =>
    new Promise(resolve =>
      execFile(process.execPath, [entry, ...words], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      ),
    )
  // a service has run there
  await (await startRedis({ dataDir, report: () => {} })).stop()
  const alone = await embedded('key', 'create', '--tier', 'government')
  t.match(await embedded('key', 'create'), { code: 2, err: /give --tier/ }, 'the exit code comes through')
  t.match(alone, { code: 0, out: /^sis_live_\w+\n$/, err: /^No service runs on .+\n$/ })
  t.notOk(readdirSync(`${dataDir}/redis`).includes('redis.sock'), 'the server is stopped after the command')

  const service = await startRedis({ dataDir, report: () => {} })
  t.teardown(() => service.stop())
  const beside = await embedded('key', 'revoke', alone.out.trim())
  t.match(beside, { code: 0, out: /is revoked/, err: '' })
  const own = connect(service.url, 'test')
  t.equal(await own.ping(), 'PONG', 'the service keeps its server')
  disconnect(own)
})
