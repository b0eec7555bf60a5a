/** Deletion of an account (T40): whatever breaks off, wherever, the next one ends it, and nothing but the audit trail is left. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { jobKey, keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { newJob, submitted } from '../../../shared/test/jobs/helpers.ts'
import { keptSchedule, newSchedule } from '../../../shared/test/jobs/kept-schedules.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { RedisLimiter } from '../../limits/redis-limiter.ts'
import { createAccount, listAccounts, readAccount, resumeAccount, setTier } from '../../store/accounts.ts'
import { parseKey } from '../../store/api-key.ts'
import { beginDeletion, finishDeletion, openDeletions } from '../../store/delete-account.ts'
import { createKey } from '../../store/keys.ts'
import { signUp } from '../../store/users.ts'

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
const jobs = redisJobStore(client)
const briefJobs = redisJobStore(client, { retentionHours: 0 })
const limiter = new RedisLimiter(client, { warn() {}, error() {} }, 0)
t.teardown(async () => {
  await limiter.close(1_000)
  disconnect(client)
  await redis.stop()
})

async function enter(user: Parameters<typeof signUp>[1]) {
  const signup = await signUp(client, user)
  if (signup.state !== 'signed_up') throw new Error(signup.state)
  return signup
}

/** A key as text. */
async function contentOf(name: string): Promise<string> {
  const type = await client.type(name)
  const content =
    type === 'hash'
      ? await client.hgetall(name)
      : type === 'zset'
        ? await client.zrange(name, 0, '-1')
        : type === 'list'
          ? await client.lrange(name, 0, -1)
          : type === 'stream'
            ? await client.xrange(name, '-', '+')
            : await client.get(name)
  return JSON.stringify(content)
}

/** Names of all keys in which one of the texts occurs, as name or in the content. */
async function traces(...texts: string[]): Promise<string[]> {
  const names = await namesOf(client)
  const contents = await Promise.all(names.map(contentOf))
  return names.filter((name, i) => texts.some(text => name.includes(text) || contents[i]!.includes(text)))
}

/** A user with two keys, one revoked, usage, a waiting and a finished job. */
async function livedIn(): Promise<{ accountId: string; subject: string; sha256s: string[] }> {
  const subject = randomUUID().replaceAll('-', '')
  const { accountId } = await enter({
    subject,
    email: `ada@example-${subject.slice(0, 8)}.com`,
    displayName: 'Ada',
    company: 'Works',
  })
  await setTier(client, accountId, 'starter', 'test')
  const idempotency = { keyHash: 'name', fingerprint: 'body' }
  const made = [
    await createKey(client, accountId, { actor: 'test', idempotency }),
    await createKey(client, accountId, { actor: 'test' }),
  ]
  const sha256s: string[] = []
  for (const key of made) {
    if (key.state !== 'created') throw new Error(key.state)
    sha256s.push(parseKey(key.text)!.sha256)
    const identity = { accountId, keyId: key.key.keyId }
    const call = await limiter.admit({ identity, meter: 'analysis', neededTier: 'demo', what: 'This' })
    if (!call.ok) throw new Error(call.refusal.code)
    const settlement = {
      isCharged: true,
      endpoint: 'analysis.cpm',
      taskCount: 1,
      durationMs: 1,
      costUsd: 1,
      computeMs: 1,
    }
    await limiter.settle(call, settlement)
    await limiter.admit({ identity, meter: 'control', neededTier: 'demo', what: 'This' })
  }
  for (const name of [keys.webhookSecrets(accountId), keys.billing(accountId)]) await client.hset(name, 'a', 'b')
  for (const [i, keyHash] of ['one', null].entries()) {
    const { jobId } = await submitted(jobs, accountId, {
      callbackUrl: 'https://example.com/',
      idempotency: keyHash === null ? null : { keyHash, fingerprint: 'f' },
    })
    if (i === 0) await jobs.cancel(accountId, jobId)
  }
  const { jobId } = await submitted(briefJobs, accountId, { idempotency: { keyHash: 'swept', fingerprint: 'f' } })
  await jobs.cancel(accountId, jobId)
  await jobs.sweep(shardOf(accountId))
  const shard = shardOf(accountId)
  await keptSchedule(jobs, accountId, { idempotency: { keyHash: 'kept', fingerprint: 'f' } })
  await client.zadd(jobKey(shard, 'endpoints', accountId), 1, 'https://example.com')
  await client.hset(jobKey(shard, 'endpoint', accountId, 'https://example.com'), 'failures', 1)
  await client.zadd(jobKey(shard, 'paused'), 1, `${accountId} https://example.com`)
  return { accountId, subject, sha256s }
}

async function isGone({ accountId, subject, sha256s }: Awaited<ReturnType<typeof livedIn>>): Promise<string[]> {
  const left = await traces(accountId, subject, ...sha256s)
  left.push(
    ...(await client.zrange(jobKey(shardOf(accountId), 'paused'), 0, '-1')).filter(name => name.startsWith(accountId)),
  )
  return left.filter(name => name !== keys.audit(accountId) && name !== keys.deletedSubject(subject))
}

t.test('nothing of an account is left but its audit trail, and others keep theirs', async t => {
  const [doomed, other] = [await livedIn(), await livedIn()]
  const before = (await traces(other.accountId)).sort()
  t.ok((await traces(doomed.accountId)).length > 15, 'there is much to remove')
  await beginDeletion(client, doomed.accountId, 'owner')
  await finishDeletion(client, jobs, doomed.accountId, 'owner')
  t.same(await isGone(doomed), [])
  t.same((await traces(other.accountId)).sort(), before)
  const audit = await client.xrange(keys.audit(doomed.accountId), '-', '+')
  const actions = audit.map(([, fields]) => fields[fields.indexOf('action') + 1])
  t.same(actions.slice(-2), ['account.delete', 'account.deleted'])
  t.notMatch(JSON.stringify(audit), /ada@example|Works/, 'the trail names nobody')
})

t.test('a submission that was admitted before its account went makes no job after it', async t => {
  const doomed = await livedIn()
  await beginDeletion(client, doomed.accountId, 'owner')
  await finishDeletion(client, jobs, doomed.accountId, 'owner')
  t.same(await jobs.submit(newJob(doomed.accountId, { frameChunks: 1, frame: Buffer.from('late') })), {
    state: 'account_gone',
  })
  t.same(await jobs.keepSchedule(newSchedule(doomed.accountId)), { state: 'account_gone' })
  t.same(await isGone(doomed), [])
  const mark = (await traces('{j:')).filter(name => name.includes(':erased:'))
  t.ok(mark.length > 0)
  for (const name of mark) t.ok((await client.pttl(name)) > 0, 'which is remembered for a time')
})

t.test('an account that is being deleted is shut: no call, no key, no change, no way back', async t => {
  const { accountId } = await livedIn()
  const keyId = (await client.zrange(keys.keyIds(accountId), 0, '0'))[0]!
  await beginDeletion(client, accountId, 'owner')
  const call = { identity: { accountId, keyId }, meter: 'control', neededTier: 'demo', what: 'This' } as const
  t.match(await limiter.admit(call), { ok: false, refusal: { code: 'account_suspended' } })
  t.match(await createKey(client, accountId, { actor: 'test' }), { state: 'account_unknown' })
  t.equal(await resumeAccount(client, accountId, 'operator'), false)
  t.equal(await setTier(client, accountId, 'enterprise', 'operator'), false)
  t.match(await readAccount(client, accountId), { status: 'deleting', tier: 'starter' })
  t.same(await openDeletions(client), [accountId])
  await finishDeletion(client, jobs, accountId, 'owner')
  t.same(await openDeletions(client), [])
  t.match(await limiter.admit(call), { ok: false, refusal: { code: 'credentials_invalid' } })
})

/** A client whose connection is cut for good after so many commands, before or after the last one is run. */
function dying(commandCountMax: number, isRun: boolean): { client: RedisClient; isDead: () => boolean } {
  let count = 0
  const died = () => Promise.reject(new Error('the process was killed'))
  const proxy = new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (count > commandCountMax) return died()
        count++
        if (count <= commandCountMax) return member.apply(target, args)
        return isRun ? Promise.resolve(member.apply(target, args)).then(died) : died()
      }
    },
  })
  return { client: proxy, isDead: () => count > commandCountMax }
}

t.test('a deletion that is killed at any command is ended by the next one', async t => {
  let killed = 0
  for (const isRun of [false, true]) {
    for (let commandCountMax = 0; ; commandCountMax++) {
      const doomed = await livedIn()
      const first = dying(commandCountMax, isRun)
      let isDone = true
      try {
        await beginDeletion(first.client, doomed.accountId, 'owner')
        await finishDeletion(first.client, redisJobStore(first.client), doomed.accountId, 'owner')
      } catch {
        isDone = false
      }
      if (isDone) break
      killed++
      if (first.isDead() && (await openDeletions(client)).length === 0) {
        // killed before it was begun, or after it was ended
        const account = await readAccount(client, doomed.accountId)
        if (account === null) t.same(await isGone(doomed), [])
        else t.equal(account.status, 'active')
        await beginDeletion(client, doomed.accountId, 'owner')
      }
      for (const accountId of await openDeletions(client)) await finishDeletion(client, jobs, accountId, 'owner')
      const left = await isGone(doomed)
      if (left.length > 0) t.same(left, [], `killed at command ${commandCountMax}`)
    }
  }
  t.ok(killed > 40, `${killed} deletions were killed`)
  t.same(await openDeletions(client), [])
})

t.test('an account that signs up anew while the old one goes is another one', async t => {
  const doomed = await livedIn()
  await beginDeletion(client, doomed.accountId, 'owner')
  await finishDeletion(client, jobs, doomed.accountId, 'owner')
  const again = await enter({
    subject: doomed.subject,
    email: 'ada@example.com',
    displayName: '',
    company: '',
  })
  t.ok(again.isNew)
  t.not(again.accountId, doomed.accountId)
  await finishDeletion(client, jobs, doomed.accountId, 'owner')
  t.match(await readAccount(client, again.accountId), { status: 'active' })
  t.equal(await client.get(keys.subject(doomed.subject)), again.accountId)
})

t.test('deleting what does not exist does nothing', async t => {
  const accountId = randomUUID()
  await beginDeletion(client, accountId, 'owner')
  await finishDeletion(client, jobs, accountId, 'owner')
  t.same(await traces(accountId), [])
  const operators = await createAccount(client, { tier: 'free', actor: 'test' })
  await beginDeletion(client, operators, 'owner')
  await finishDeletion(client, jobs, operators, 'owner')
  t.equal(await readAccount(client, operators), null)
})

t.test('a listing leaves nobody out though others are deleted meanwhile, and names nobody twice', async t => {
  const bornMs = Date.UTC(2020, 0, 1)
  const accountIds = Array.from({ length: 1_300 }, (_, i) => `listed-${String(i).padStart(4, '0')}`)
  // many of one moment, more than one reading holds
  await Promise.all(
    accountIds.flatMap((accountId, i) => [
      client.zadd(keys.accountIndex(), bornMs + Math.floor(i / 700), accountId),
      client.hset(keys.account(accountId), 'tier', 'free', 'status', 'active', 'createdAtMs', bornMs),
    ]),
  )
  const listed: string[] = []
  for await (const { accountId } of listAccounts(client)) {
    if (accountId.startsWith('listed-')) listed.push(accountId)
    if (listed.length === 200) await client.zrem(keys.accountIndex(), ...accountIds.slice(0, 50))
  }
  t.same(listed, accountIds)
  await createAccount(client, { accountId: accountIds[60]!, tier: 'free', actor: 'test' })
  t.equal(
    await client.zscore(keys.accountIndex(), accountIds[60]!),
    String(bornMs),
    'who is made again keeps his place',
  )
})
