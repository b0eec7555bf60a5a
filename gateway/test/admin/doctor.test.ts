/** The operator's audit, dead letters, contact forms, and the doctor: each fault is planted, found, and gone again. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { startOtlpReceiver } from '../../../deploy/test/tracing/otlp-receiver.ts'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSIONS } from '../../../shared/contract/schedule/frame-versions.ts'
import { SecretBox } from '../../../shared/platform/callback/secrets.ts'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { formatNodeInfo } from '../../../shared/platform/jobs/job.ts'
import { holdObjects, releaseObjects } from '../../../shared/platform/jobs/redis/object-names.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { jobKey, keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { configure, namesOf } from '../../../shared/test/every-server.ts'
import { submitted as submittedJob } from '../../../shared/test/jobs/helpers.ts'
import { takeOne } from '../../../shared/test/jobs/take-one.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { diagnose } from '../../admin/diagnosis.ts'
import { runAdmin } from '../../admin/run.ts'
import { createAccount } from '../../store/accounts.ts'
import { keepMessage } from '../../store/contact.ts'
import { createKey, revokeKey } from '../../store/keys.ts'
import { noteDeletedSubject, signUp } from '../../store/users.ts'

const KNOWN = FRAME_VERSIONS.join(', ')

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
const jobs = redisJobStore(client)
const node = connect(redis.url, 'node', { about: formatNodeInfo('node-1', FRAME_VERSIONS) })
const deliverer = connect(redis.url, 'deliverer')
await Promise.all([node.ping(), deliverer.ping()])
t.teardown(async () => {
  for (const one of [client, node, deliverer]) disconnect(one)
  await redis.stop()
})

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await runAdmin(words, {
    connect: () => connect(redis.url, 'admin'),
    out: text => (said.out += text),
    err: text => (said.err += text),
  })
  return { code, ...said }
}

const config = (env: Record<string, string> = {}) => readConfig(env, { coreCount: 2, memoryBytes: 2 ** 33 })
const problems = async (env?: Record<string, string>): Promise<string[]> =>
  (await diagnose(client, config(env))).flatMap(({ check, state, detail }) =>
    state === 'problem' ? [`${check}: ${detail}`] : [],
  )

const accountId = await createAccount(client, { tier: 'starter', actor: 'test' })

t.test('it names the accounts that have used most of the worker threads today', async t => {
  const said = async () => (await diagnose(client, config())).find(({ check }) => check === 'compute')
  t.match(await said(), { state: 'ok', detail: 'no call has used a worker thread today' })
  const today = new Date().toISOString().slice(0, 10)
  const uses = { little: 500, much: 2_500 }
  for (const [account, ms] of Object.entries(uses))
    await client.hset(keys.usage(account, today), 'k:analysis.cpm:computeMs', ms, 'k:analysis.cpm:calls', 1)
  t.match(await said(), {
    detail: '3.0 s of worker threads today by 2 accounts, most by much 2.5 s (83 %), little 0.5 s (17 %)',
  })
  for (const account of Object.keys(uses)) await client.del(keys.usage(account, today))
})

const submitted = async (callbackUrl: string | null = null): Promise<string> =>
  (await submittedJob(jobs, accountId, { callbackUrl })).jobId

t.test('the doctor finds nothing where nothing is wrong, with jobs waiting and at work', async t => {
  await createKey(client, accountId, { actor: 'test' })
  const waiting = await submitted()
  const lease = await takeOne(jobs, shardOf(accountId), 'standard', 'small', 'node')
  t.equal(lease?.job.jobId, waiting)
  await submitted()
  t.same(await problems(), [])
  const { code, out } = await run('doctor')
  t.equal(code, 0)
  t.match(out, /configuration +ok.*redis +ok.*keys +ok +1 looked at.*jobs +ok +2 looked at.*deletions +ok/s)
})

t.test('a store of objects that cannot be used, or is not named, is a problem', async t => {
  const folder = dataFolder(t)
  const inFolder = { OBJECT_STORE: pathToFileURL(join(folder, 'objects')).href }
  t.same(await problems(inFolder), [])
  const found = await diagnose(client, config(inFolder))
  t.match(
    found.find(({ check }) => check === 'objects'),
    { state: 'ok', detail: /an object was written, read and removed in the folder .*; 0 others are waiting/ },
  )
  writeFileSync(join(folder, 'file'), '')
  t.match(await problems({ OBJECT_STORE: pathToFileURL(join(folder, 'file')).href }), [
    /objects: .*cannot be used: .*EEXIST|ENOTDIR/,
  ])
  const bucket = { OBJECT_STORE: 's3://sis-objects/', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }
  t.match(await problems(bucket), [/set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/])
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'not-to-be-told' }
  const [away] = await problems({ ...bucket, ...keys })
  t.match(away, /the object store cannot be used: the bucket sis-objects at http:\/\/127.0.0.1:1: .*ECONNREFUSED/)
  t.notMatch(away, /not-to-be-told/)
  await client.set(jobKey(0, 'installation'), 'x')
  t.match(await problems(), [/has stored objects, but OBJECT_STORE is not set here/])
  await client.del(jobKey(0, 'installation'))
})

t.test('objects that wait for a backup are no fault of the nodes', async t => {
  const inFolder = { OBJECT_STORE: pathToFileURL(join(dataFolder(t), 'objects')).href }
  const names = Array.from({ length: 10_001 }, (_, i) => `name-${i}`)
  await client.sadd(jobKey(3, 'dropped'), ...names)
  t.match(await problems(inFolder), [
    /10001 objects that no job needs have not been removed; is OBJECT_STORE set for the nodes/,
  ])
  await holdObjects(client, 'backup 1', 60_000)
  t.same(await problems(inFolder), [])
  const found = await diagnose(client, config(inFolder))
  t.match(
    found.find(({ check }) => check === 'objects'),
    { state: 'ok', detail: /; 10001 others are waiting for removal, held by backup 1 for \d+ s more$/ },
  )
  await releaseObjects(client)
  await client.del(jobKey(3, 'dropped'))
})

t.test('a wrong setting of the service is a problem', async t => {
  t.match(await problems({ PORT: 'eighty', SECRETS_KEY: 'short' }), [/PORT/, /SECRETS_KEY/])
})

t.test('a Redis that loses or drops records is a problem', async t => {
  await configure(client, 'appendfsync', 'everysec')
  await configure(client, 'maxmemory-policy', 'allkeys-lru')
  const found = await problems()
  t.match(found.slice(0, 2), [/would lose jobs.*everysec/, /evicts records.*allkeys-lru/])
  t.equal(found.length, 2 * redis.pids().length, 'of every server')
  t.match(await run('doctor'), { code: 1, err: /would lose jobs/ })
  await configure(client, 'appendfsync', 'always')
  await configure(client, 'maxmemory-policy', 'noeviction')
  t.same(await problems(), [])
})

t.test('a key without an account, or without a record, is a problem', async t => {
  const orphan = keys.credential('a'.repeat(64))
  await client.set(orphan, `${randomUUID()} ${randomUUID()}`)
  await client.set(keys.credential('b'.repeat(64)), `${accountId} ${randomUUID()}`)
  const found = await problems()
  t.equal(found.length, 1)
  t.match(found[0], /^keys: 2 credentials refer to no account or key/)
  const { code, err } = await run('doctor', '--json')
  t.equal(code, 1)
  t.ok(
    err
      .trim()
      .split('\n')
      .some(line => JSON.parse(line).state === 'problem'),
  )
  await client.del(orphan)
  await client.del(keys.credential('b'.repeat(64)))
})

t.test('a job at work without a lease, and a waiting one in no queue, are a problem', async t => {
  const shard = shardOf(accountId)
  const [leased] = await client.zrange(jobKey(shard, 'held'), 0, '0')
  const [queued] = await client.zrange(jobKey(shard, 'queued', 'standard'), 0, '0')
  await client.zrem(jobKey(shard, 'held'), leased!)
  await client.zrem(jobKey(shard, 'queued', 'standard'), queued!)
  const [found] = await problems()
  t.match(found, /^jobs: 2 jobs are neither/)
  t.ok(found!.includes(leased!) && found!.includes(queued!))
  await client.zadd(jobKey(shard, 'held'), Date.now() + 60_000, leased!)
  await client.zadd(jobKey(shard, 'queued', 'standard'), 1, queued!)
  t.same(await problems(), [])
})

t.test('a deletion that does not end is a problem', async t => {
  await client.zadd(keys.deletions(), Date.now() - 3_600_000, 'stuck')
  t.match(await problems(), [/^deletions: 1 are not finishing.*stuck/])
  await client.zrem(keys.deletions(), 'stuck')
})

t.test('Stripe with some of its settings is a problem, with all or none it is not', async t => {
  const all = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PRICE_STARTER: 'price_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  for (const absent of Object.keys(all) as (keyof typeof all)[]) {
    const { [absent]: _, ...some } = all
    const found = await diagnose(client, config({ ...some, STRIPE_API_URL: 'http://127.0.0.1:1' }))
    const [first] = found
    t.match(first, { check: 'configuration', state: 'problem' })
    t.match(first!.detail, new RegExp(`^the Stripe settings are incomplete: .+ given, ${absent} absent`))
  }
})

t.test('a tier and a state that nobody knows, and one that is missing, are a problem', async t => {
  const other = await createAccount(client, { tier: 'free', actor: 'test' })
  for (const [key, member, wrong] of [
    [keys.account(other), 'tier', 'gold'],
    [keys.account(other), 'status', 'asleep'],
    [keys.billing(other), 'subscriptionState', 'trialing'],
    [keys.billing(other), 'grantedTier', 'gold'],
  ] as const) {
    const before = await client.hget(key, member)
    await client.hset(key, member, wrong)
    const found = await problems()
    t.match(
      found,
      [/^tiers and states: 1 records have no tier or state, or one that this version does not know/],
      wrong,
    )
    t.match(found[0], key)
    if (before === null) await client.hdel(key, member)
    else await client.hset(key, member, before)
  }
  await client.hdel(keys.account(other), 'tier')
  t.match(await problems(), [/^tiers and states: 1 /], 'a missing tier')
  await client.hset(keys.account(other), 'tier', 'free')
  t.same(await problems(), [])
})

t.test('a user of whom a part is gone is a problem, one that is being deleted is not', async t => {
  const subject = 'c'.repeat(64)
  const user = { subject, email: 'half@example.com', displayName: '', company: '' }
  const signup = await signUp(client, user)
  if (signup.state !== 'signed_up') return t.fail(signup.state)
  const { accountId: half } = signup
  t.same(await problems(), [])
  await client.del(keys.subject(subject))
  t.match(await problems(), [/^users: 1 users are incompletely deleted/], 'no way from the sign-in')
  await client.set(keys.subject(subject), half)
  await client.hset(keys.account(half), 'status', 'deleting')
  t.match(await problems(), [/^users: 1 .*:account/], 'an account that nobody goes on deleting')
  await client.zadd(keys.deletions(), Date.now(), half)
  t.same(await problems(), [])
  await client.zrem(keys.deletions(), half)
  await client.del(keys.account(half))
  t.match(await problems(), [/^users: \d users/], 'an account that is gone while its user stays')
  for (const name of [keys.user(half), keys.subject(subject)]) await client.del(name)
  const [email] = await namesOf(client, 'email:*')
  if (email !== undefined) {
    await client.set(email, `${half} ${Date.now() - 3_600_000}`)
    t.match(await problems(), [/^users: 1 .*email:/], 'an address that nobody else can have')
    await client.del(email)
  }
  await client.zrem(keys.accountIndex(), half)
  await noteDeletedSubject(client, subject)
  t.same(await problems(), [], 'that a user deleted his account is remembered')
  await client.del(keys.deletedSubject(subject))
})

t.test('a list of keys leaves records alone that KEY_RECORD_DAYS keeps', async t => {
  const made = await createKey(client, accountId, { actor: 'test' })
  if (made.state !== 'created') return t.fail(made.state)
  const { keyId } = made.key
  const days = (count: number): number => count * 86_400_000
  await revokeKey(client, accountId, keyId, 'test', 1_000)
  await client.hset(keys.keyState(accountId, keyId), 'revokedAtMs', Date.now() - days(400))
  t.teardown(() => delete process.env.KEY_RECORD_DAYS)
  process.env.KEY_RECORD_DAYS = '1000'
  t.match((await run('key', 'list', '--account', accountId)).out, keyId)
  t.equal(await client.exists(keys.keyState(accountId, keyId)), 1)
  process.env.KEY_RECORD_DAYS = '300'
  t.notMatch((await run('key', 'list', '--account', accountId)).out, keyId)
})

t.test(
  'callbacks that could not be made are a problem: a secret of another key, no deliverer beside a gateway',
  async t => {
    const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
    const sealed = new SecretBox(key(1)).seal('whsec_x', accountId)
    await client.hset(keys.webhookSecrets(accountId), 'current', sealed, 'createdAtMs', '1')
    t.same(await problems({ SECRETS_KEY: key(1) }), [])
    t.match(await problems({ SECRETS_KEY: key(2) }), [
      /^callbacks: 1 signing secrets cannot be decrypted with SECRETS_KEY; their callbacks wait until it is the right key/,
    ])
    t.same(await problems({ SECRETS_KEY: `${key(2)},${key(1)}` }), [])
    await client.del(keys.webhookSecrets(accountId))
    const shard = shardOf(accountId)
    const origin = 'https://example.com'
    await client.zadd(jobKey(shard, 'paused'), 1, `${accountId} ${origin}`)
    await client.zadd(jobKey(shard, 'endpoints', accountId), 1, origin)
    await client.hset(jobKey(shard, 'endpoint', accountId, origin), { failures: 7, pausedAtMs: 1, lastFailure: 'tls' })
    const paused = `callbacks: endpoints paused after long failure: 1; longest ${origin} of account ${accountId}`
    t.match(await problems({ SECRETS_KEY: key(1) }), [new RegExp(`^${paused}, since 1970-`)])
    t.match(await run('jobs', 'endpoint', 'list'), { code: 0, out: /https:\/\/example\.com +1970-\S+ .*7 +tls/ })
    t.match(await run('jobs', 'endpoint', 'list', '--account', accountId), { out: /example\.com/ })
    await jobs.removeEndpoints(accountId)
    t.same(await problems({ SECRETS_KEY: key(1) }), [])
    disconnect(deliverer)
    await until('it is gone', async () => (await problems({ SECRETS_KEY: key(1) })).length > 0)
    t.match(await problems({ SECRETS_KEY: key(1) }), [/^callbacks: no deliverer is connected, only: node; /])
    const another = connect(redis.url, 'deliverer')
    t.teardown(() => disconnect(another))
    await another.ping()
    t.same(await problems({ SECRETS_KEY: key(1) }), [])
  },
)

t.test('jobs that no connected node knows are a problem, with what the nodes know', async t => {
  const { jobId } = await submittedJob(jobs, accountId, { frameVersion: 99 })
  t.same(await problems(), [
    `versions: 1 job waits with frames of version 99, which no connected node knows (node-1: ${KNOWN}); they start when a node of the newer release is started`,
  ])
  const newer = connect(redis.url, 'node', { about: formatNodeInfo('node-2', [...FRAME_VERSIONS, 99]) })
  await newer.ping()
  t.same(await problems(), [])
  disconnect(newer)
  const older = connect(redis.url, 'node')
  await older.ping()
  await until('the newer node is gone', async () => (await problems()).length > 0)
  t.match(await problems(), [new RegExp(`\\(node-1: ${KNOWN}; nodes of 0\\.4\\.0: 1\\)`)])
  disconnect(older)
  await jobs.cancel(accountId, jobId)
  t.same(await problems(), [])
})

t.test('every command that changes something is in the audit of operators, without keys', async t => {
  const text = (await run('key', 'create', '--account', accountId)).out.trim()
  await run('key', 'revoke', text)
  await run('account', 'suspend', 'nobody')
  await run('account', 'suspend')
  await run('key', 'list')
  const { out } = await run('audit', 'list', '--json')
  const actions = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.match(actions.slice(0, 3), [
    { words: 'account suspend nobody', outcome: 'failed', user: /./, at: /^\d{4}-/ },
    { words: `key revoke ${text.slice(0, 12)}...`, outcome: 'done' },
    { words: `key create --account ${accountId}`, outcome: 'done' },
  ])
  t.notMatch(out, text.slice(12, 40))
  t.match((await run('account', 'audit', accountId)).out, /key\.revoke +operator.*account\.create/s)
})

t.test('dead letters are listed, and sent again one by one or all', async t => {
  const delivery = async (): Promise<string> => {
    const jobId = await submitted('https://example.com/hook')
    await jobs.cancel(accountId, jobId)
    const shard = shardOf(accountId)
    // as the end of a job and a deliverer that gave up leave it
    const entry = await client.xadd(jobKey(shard, 'dead-letters'), '*', 'jobId', jobId, 'accountId', accountId)
    await client.hset(jobKey(shard, 'delivery', jobId), { state: 'dead', fence: 6, attempt: 6, deadLetter: entry! })
    return jobId
  }
  const ids = [await delivery(), await delivery(), await delivery()]
  const listed = (await run('jobs', 'dead-letter', 'list', '--json')).out.trim().split('\n')
  t.same(listed.map(line => JSON.parse(line).job_id).sort(), [...ids].sort())
  t.match(await run('jobs', 'dead-letter', 'replay', `dlv_${ids[0]}`), {
    code: 0,
    out: /^1 callback is being sent again/,
  })
  t.equal(await client.hget(jobKey(shardOf(accountId), 'delivery', ids[0]!), 'state'), 'pending')
  t.match(await run('jobs', 'dead-letter', 'replay', `dlv_${ids[0]}`), {
    code: 1,
    err: /dead letter .* does not exist/,
  })
  const replayAll = (...options: string[]) => run('jobs', 'dead-letter', 'replay', 'all', ...options)
  const other = await createAccount(client, { tier: 'free', actor: 'test' })
  t.match(await replayAll('--account', other), { out: /^0 callbacks are/ })
  t.match(await replayAll('--account', accountId, '--to', '2020-01-01'), { out: /^0 callbacks are/ })
  t.match(await replayAll('--from', 'now'), { code: 2, err: /--from now: not a date/ })
  t.match(await replayAll('--account', accountId, '--from', '2020-01-01'), { out: /^2 callbacks are/ })
  t.match(await run('jobs', 'dead-letter', 'list'), { out: 'none\n' })
})

t.test('contact forms are listed and removed', async t => {
  const form = {
    name: 'Ada',
    email: 'ada@example.com',
    kind: 'sales',
    company: '',
    message: `${'long '.repeat(30)}end`,
  }
  await keepMessage(client, { ...form, submissionId: 'first' })
  await keepMessage(client, { ...form, submissionId: 'second' })
  const { out } = await run('contact', 'list')
  t.ok(out.indexOf('second') < out.indexOf('first'), 'newest first')
  t.notMatch(out, /end/)
  t.match((await run('contact', 'list', '--json')).out, /long end"/)
  t.match(await run('contact', 'remove', 'first'), { code: 0 })
  t.match(await run('contact', 'remove', 'first'), { code: 1, err: /contact form .* does not exist/ })
  t.notMatch((await run('contact', 'list')).out, /first/)
})

t.test('the doctor asks the collector whether it takes traces', async t => {
  const diagnosis = async (env: Record<string, string>): Promise<string[]> =>
    (await diagnose(client, config(env))).flatMap(({ check, state, detail }) =>
      check === 'traces' ? [`${state} ${detail}`] : [],
    )
  const otlp = await startOtlpReceiver(t)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20b' }
  t.match(await diagnosis({}), [/^ok off: /])
  t.match(await diagnosis(env), [
    /^ok the collector at 127\.0\.0\.1:\d+ accepts traces; sampler parentbased_always_on$/,
  ])
  t.equal(otlp.headers[0]?.['x-collector-key'], 'a b')
  otlp.status = 401
  t.match(await diagnosis(env), [/^problem the collector at 127\.0\.0\.1:\d+ rejects traces: it answers 401; /])
  t.match(await diagnosis({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/' }), [
    /^problem .*: ECONNREFUSED; /,
  ])
})
