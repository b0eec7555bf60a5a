/** What needs no socket: ranges, URLs, secrets, signatures, the ladder, the gate of a host, the body. */
import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { retryDelaysMs } from '../../../shared/platform/callback/callback-slots.ts'
import {
  callbackRules,
  checkCallbackUrl,
  FORBIDDEN_RANGES,
  forbiddenAddress,
  readCallbackUrl,
  withoutQuery,
} from '../../../shared/platform/callback/callback-url.ts'
import { mintSecret, SECRET_OVERLAP_MS, SecretBox, signingSecrets } from '../../../shared/platform/callback/secrets.ts'
import { jobSettings } from '../../../shared/platform/config/job-settings.ts'
import { packResultChunk } from '../../../shared/platform/jobs/chunks.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import type { JobStore } from '../../../shared/platform/jobs/job-store.ts'
import { afterFailure, POST_MS_MAX } from '../../deliverer/deliver.ts'
import { HostQueue, Slots } from '../../deliverer/host-queue.ts'
import { callbackBody } from '../../deliverer/post.ts'
import { CallbackSigner } from '../../deliverer/sign.ts'
import { spliceTail } from '../../engine/write/envelope.ts'
import { envelope } from './helpers/finished-jobs.ts'

const SEED = 20261121
const PUBLIC = callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: undefined })

t.test('forbiddenAddress agrees with the BlockList of Node on every kind of address', async t => {
  // one list per family: Node takes ::ffff:0:0/96 for all of IPv4
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const { cidr } of FORBIDDEN_RANGES) {
    const [address, prefix] = cidr.split('/')
    const family = cidr.includes(':') ? 'ipv6' : 'ipv4'
    lists[family].addSubnet(address!, Number(prefix), family)
  }
  const group = fc.nat(0xffff).map(value => value.toString(16))
  const heads = fc.constantFrom(
    '2000',
    '2001',
    '2001:db8',
    '2002',
    '3fff',
    '2606',
    '2a00',
    'fe80',
    '64:ff9b',
    'fc01',
    '4000',
  )
  const v6 = fc
    .tuple(heads, fc.array(group, { minLength: 8, maxLength: 8 }))
    .map(([head, rest]) => [...head.split(':'), ...rest].slice(0, 8).join(':'))
  const edges = FORBIDDEN_RANGES.filter(({ cidr }) => !cidr.includes(':')).map(({ cidr }) => cidr.split('.')[0]!)
  const v4 = fc
    .tuple(fc.oneof(fc.constantFrom(...edges).map(Number), fc.nat(255)), fc.nat(255), fc.nat(255), fc.nat(255))
    .map(octets => octets.join('.'))
  t.comment(`seed ${SEED}`)
  fc.assert(
    fc.property(fc.oneof(v4, v6), address => {
      const isV6 = address.includes(':')
      const isGlobal = !isV6 || (Number.parseInt(address.split(':')[0]!, 16) & 0xe000) === 0x2000
      const family = isV6 ? 'ipv6' : 'ipv4'
      const expected = lists[family].check(address, family) || !isGlobal
      return (forbiddenAddress(address) !== undefined) === expected
    }),
    { numRuns: 5_000, seed: SEED },
  )
})

t.test('forbiddenAddress lets public addresses pass, and nothing that it cannot read', async t => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '192.88.98.1'])
    t.equal(forbiddenAddress(address), undefined, address)
  for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888'])
    t.equal(forbiddenAddress(address), undefined, address)
  const unreadable = ['', 'localhost', '8.8.8', '8.8.8.8.8', '08.8.8.8', '256.1.1.1', '0x8.8.8.8', '134744072']
  for (const address of [...unreadable, '[::1]', 'fe80::1%eth0', '2606::1%25x', '2606:::1', ' 8.8.8.8', '8.8.8.8 '])
    t.equal(forbiddenAddress(address), 'not an address', JSON.stringify(address))
  t.ok(
    FORBIDDEN_RANGES.every(({ what, source }) => what !== '' && source !== ''),
    'each range says who forbids it',
  )
})

t.test('a URL is https, without credentials, on a public name or address', async t => {
  const read = (text: string, rules = PUBLIC) => readCallbackUrl(text, rules)
  t.match(read('https://example.com/hook?x=1'), { state: 'good', hostname: 'example.com', isListed: false })
  t.match(read('https://8.8.8.8/'), { state: 'good', hostname: '8.8.8.8' })
  t.match(read('https://[2606:4700::1]:8443/'), { state: 'good', hostname: '2606:4700::1' })
  t.match(read('http://example.com/'), { reason: 'must start with https://' })
  const withHttp = callbackRules({ webhookAllowHttp: '1', webhookAllowedHosts: undefined })
  t.match(read('http://example.com/', withHttp), { state: 'good' })
  t.match(read('ftp://example.com/', withHttp), { reason: 'must start with https:// or http://' })
  t.match(read('https://user@example.com/'), { reason: /user name/ })
  t.match(read('https://:word@example.com/'), { reason: /user name/ })
  t.match(read('https://example.com./'), { reason: /ends with a dot/ })
  for (const host of [
    'redis',
    'localhost',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
  ])
    t.match(read(`https://${host}/`), { reason: /private network/ }, host)
  t.match(read('not a url'), { reason: 'is not a URL' })
})

t.test('the operator lists hosts with all their ports or with one', async t => {
  const rules = callbackRules({
    webhookAllowHttp: '1',
    webhookAllowedHosts: ' Hooks.Internal , 127.0.0.1:9000, [fd00::1], 10.0.0.7:80,10.0.0.8:443',
  })
  const isListed = (text: string) => {
    const reading = readCallbackUrl(text, rules)
    return reading.state === 'good' && reading.isListed
  }
  for (const good of [
    'https://hooks.internal/',
    'http://hooks.internal:1234/',
    'http://127.0.0.1:9000/',
    'http://0x7f.1:9000/',
    'https://[fd00:0::1]:5/',
    'http://10.0.0.7/',
    'https://10.0.0.8/',
  ])
    t.ok(isListed(good), good)
  for (const bad of ['http://127.0.0.1:9001/', 'http://127.0.0.1/', 'https://x.hooks.internal/', 'https://10.0.0.7/'])
    t.notOk(isListed(bad), bad)
  for (const wrong of ['http://x', 'a/b', 'u@h', 'fd00::1', 'a b'])
    t.throws(() => callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: wrong }), /is not a valid host/, wrong)
})

t.test('the check at submission looks at every address of a name, and forgives a name server that is away', async t => {
  const answering = (answer: readonly string[] | string) => () =>
    typeof answer === 'string' ? Promise.reject(Object.assign(new Error(), { code: answer })) : Promise.resolve(answer)
  const check = (answer: readonly string[] | string) =>
    checkCallbackUrl('https://example.com/', PUBLIC, answering(answer))
  t.equal(await check(['8.8.8.8', '2606:4700::1']), undefined)
  t.match(await check(['8.8.8.8', '10.0.0.1']), /public host.*private/)
  t.match(await check(['::ffff:8.8.8.8']), /IPv4 inside IPv6/)
  t.match(await check('ENOTFOUND'), /an existing host/)
  t.equal(await check('ETIMEOUT'), undefined)
  const never = () => Promise.reject(new Error('a listed host is not resolved'))
  const rules = callbackRules({ webhookAllowHttp: '0', webhookAllowedHosts: 'hooks' })
  t.equal(await checkCallbackUrl('https://hooks/', rules, never), undefined)
  t.equal(withoutQuery('https://e.com/a?token=1#b'), 'https://e.com/a')
})

t.test(
  'a sealed secret opens for its account alone, with any key of SECRETS_KEY, and not with a bit changed',
  async t => {
    const [oldKey, newKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64')]
    const before = new SecretBox(oldKey)
    const after = new SecretBox(`${newKey}, ${oldKey}`)
    const secret = mintSecret()
    t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const sealed = before.seal(secret, 'a')
    t.notMatch(sealed, secret)
    t.not(before.seal(secret, 'a'), sealed, 'never sealed twice alike')
    t.equal(after.open(sealed, 'a'), secret, 'the former key still opens')
    t.throws(() => before.open(after.seal(secret, 'a'), 'a'), /SECRETS_KEY/, 'the first key seals')
    t.throws(() => before.open(sealed, 'b'), /account b/)
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      t.throws(() => before.open(`v1.${bytes.toString('base64url')}`, 'a'))
      bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
    for (const text of ['', 'v1.', 'v1.AAAA', sealed.slice(3)]) t.throws(() => before.open(text, 'a'))
    for (const key of ['', 'short', `${oldKey},`, randomBytes(31).toString('base64')])
      t.throws(() => new SecretBox(key), /32 bytes/)
  },
)

t.test('for a day after a change both secrets sign, then the new one alone', async t => {
  const box = new SecretBox(randomBytes(32).toString('hex'))
  const fields = { current: box.seal('new', 'a'), previous: box.seal('old', 'a'), previousUntilMs: '86400000' }
  t.equal(SECRET_OVERLAP_MS, 86_400_000)
  t.same(signingSecrets(box, 'a', fields, 86_399_999), ['new', 'old'])
  t.same(signingSecrets(box, 'a', fields, 86_400_000), ['new'])
  t.same(signingSecrets(box, 'a', {}, 0), [])
})

// --- signatures

const signed = (secrets: readonly string[], body: Buffer, atMs = 1_700_000_000_999) => {
  const signer = new CallbackSigner(secrets, 'dlv_1', atMs)
  const cut = Math.floor(body.length / 3)
  for (const piece of [body.subarray(0, cut), body.subarray(cut)]) signer.update(piece)
  return signer.headers()
}

/** Written from the text of the Standard Webhooks specification, not from sign.ts. */
function verifyStandard(secret: string, headers: Record<string, string>, body: Buffer): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body])
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return headers['webhook-signature']!.split(' ').includes(expected)
}

t.test('signatures agree with the test vector of the Standard Webhooks specification', async t => {
  const body = Buffer.from('{"test": 2432232314}')
  const signer = new CallbackSigner(
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330_000,
  )
  signer.update(body)
  t.equal(signer.headers()['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

t.test('the lines for a shell in the description of the interface give the signature', async t => {
  const text = readFileSync(new URL('../../../gateway/interface.md', import.meta.url), 'utf8')
  const [, lines] = /```shell\n(.+?)```/s.exec(text)!
  const secret = mintSecret()
  const body = randomBytes(999)
  const headers = signed([secret], body)
  const env = {
    ...process.env,
    SECRET: secret,
    WEBHOOK_ID: headers['webhook-id']!,
    WEBHOOK_TIMESTAMP: headers['webhook-timestamp']!,
  }
  const cwd = t.testdir({ 'body.json': body })
  const { stdout } = spawnSync('sh', ['-c', lines!], { cwd, env, encoding: 'utf8' })
  t.equal(`v1,${stdout.trim()}`, headers['webhook-signature'])
})

t.test(
  'during the overlap the standard header carries one signature per secret, the hex header that of the new one',
  async t => {
    const [current, previous, other] = [mintSecret(), mintSecret(), mintSecret()]
    const body = Buffer.from('{}')
    const headers = signed([current, previous], body)
    t.equal(headers['webhook-timestamp'], '1700000000')
    t.equal(headers['x-webhook-signature'], createHmac('sha256', current).update(body).digest('hex'))
    t.match(headers['webhook-signature'], /^v1,\S+ v1,\S+$/)
    t.same(
      [current, previous, other].map(secret => verifyStandard(secret, headers, body)),
      [true, true, false],
    )
  },
)

const PYTHON = `
import sys, json, hmac, hashlib, base64
for line in sys.stdin:
    s = json.loads(line)
    body = base64.b64decode(s["body"]); h = s["headers"]
    plain = hmac.compare_digest(hmac.new(s["secret"].encode(), body, hashlib.sha256).hexdigest(), h["x-webhook-signature"])
    key = base64.b64decode(s["secret"][len("whsec_"):])
    content = (h["webhook-id"] + "." + h["webhook-timestamp"] + ".").encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    standard = any(hmac.compare_digest("v1," + expected, part) for part in h["webhook-signature"].split(" "))
    print(int(plain), int(standard))
`
const hasPython = spawnSync('python3', ['--version']).status === 0

t.test('1,000 bodies verify, and none of them with one bit changed', async t => {
  t.comment(`seed ${SEED}`)
  const samples = fc.sample(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), fc.nat()), {
    numRuns: 1_000,
    seed: SEED,
  })
  const secret = mintSecret()
  const lines: string[] = []
  let accepted = 0
  let rejected = 0
  for (const [bytes, where] of samples) {
    const body = Buffer.from(bytes)
    const headers = signed([secret], body)
    const bit = where % (body.length * 8)
    const tampered = Buffer.from(body)
    tampered[bit >> 3]! ^= 1 << (bit & 7)
    const isPlain = (one: Buffer) =>
      createHmac('sha256', Buffer.from(secret, 'utf8')).update(one).digest('hex') === headers['x-webhook-signature']
    if (isPlain(body) && verifyStandard(secret, headers, body)) accepted++
    if (!isPlain(tampered) && !verifyStandard(secret, headers, tampered)) rejected++
    for (const one of [body, tampered]) lines.push(JSON.stringify({ secret, headers, body: one.toString('base64') }))
  }
  t.equal(accepted, 1_000)
  t.equal(rejected, 1_000)
  t.test('and Python says the same', { skip: hasPython ? false : 'no python3 here' }, async t => {
    const { stdout } = spawnSync('python3', ['-c', PYTHON], { input: lines.join('\n'), encoding: 'utf8' })
    t.same(
      stdout.trim().split('\n'),
      samples.flatMap(() => ['1 1', '0 0']),
    )
  })
})

// --- ladder and line

t.test('a callback that always fails is sent after each pause of the schedule, then it is a dead letter', async t => {
  const delaysMs = retryDelaysMs('1,2,4,8,16')
  const pauses = delaysMs.map((_, i) => afterFailure(i + 1, delaysMs, 0))
  t.same(
    pauses,
    [1_000, 2_000, 4_000, 8_000, 16_000].map(delayMs => ({ delayMs })),
  )
  t.equal(afterFailure(6, delaysMs, 0), 'dead')
  t.same(afterFailure(5, delaysMs, 1), { delayMs: 16_800 }, 'up to 5 % longer')
  t.equal(POST_MS_MAX, 30_000)
})

t.test('the schedule is seconds by commas, and by default reaches a day', async t => {
  const { webhookRetrySeconds } = jobSettings
  const delaysMs = retryDelaysMs(webhookRetrySeconds.default)
  t.ok(delaysMs.reduce((sum, delayMs) => sum + delayMs, 0) >= 86_400_000)
  t.same(retryDelaysMs(' 0.5 , 3'), [500, 3_000])
  for (const wrong of ['', '1,', '1,,2', 'a', '-1', '0', '1e9', Array(21).fill('1').join()])
    t.throws(() => retryDelaysMs(wrong), /must (?:be|have|add)/, JSON.stringify(wrong))
})

t.test(
  '16 wait for a slot of their host, and the first of each account requests one; the rest must come later',
  async t => {
    const line = new HostQueue<number>(4)
    const delays = Array.from({ length: 18 }, (_, i) => line.wait('a', i, i < 10 ? 'one' : 'two', 0))
    t.same(delays.slice(0, 16), Array(16).fill(undefined))
    t.ok(delays.slice(16).every(delayMs => delayMs! >= 250))
    t.equal(line.wait('b', 0, 'one', 0), undefined, 'another host has a line of its own')
    t.same(line.next('a'), [0, 10])
    t.equal(line.leave('a', 0), true)
    t.equal(line.leave('a', 0), false, 'it waits no more')
    t.same(line.next('a'), [1, 10])
    t.same(
      line.expire(0, 8_000).map(({ item }) => item),
      [...Array.from({ length: 15 }, (_, i) => i + 1), 0],
    )
    t.same(line.hosts, [])
  },
)

t.test(
  'turns of a busy host follow each other at its pace, within a minute, spread over the second half of it',
  async t => {
    const line = new HostQueue<number>(4)
    for (let i = 0; i < 16; i++) line.wait('a', i, 'one', 0)
    for (let i = 0; i < 20; i++) line.ended('a', 30_000)
    const turns = Array.from({ length: 1_000 }, () => line.wait('a', 0, 'one', 0)!)
    t.ok(turns.every(turnMs => turnMs >= 250 && turnMs <= 60_000))
    t.ok(turns[1]! - turns[0]! > 6_000, 'a quarter of the time that its callbacks take')
    t.ok(new Set(turns.slice(50)).size >= 4, 'not all at once')
  },
)

t.test('no account has more places of a deliverer than are free', async t => {
  const places = new Slots(10)
  /** As many as it gets. */
  const fill = async (accountId: string): Promise<number> => {
    for (let count = 0; ; count++) {
      await places.take()
      if (places.heldBack.includes(accountId)) {
        places.release()
        return count
      }
      places.assign(accountId)
    }
  }
  t.equal(await fill('a'), 5, 'one alone comes to half of them')
  t.equal(await fill('b'), 3)
  t.equal(await fill('c'), 1, 'whoever comes new finds one')
  for (let i = 0; i < 5; i++) places.release('a')
  t.equal(await fill('c'), 3, 'and more as places come free')
  places.close()
  t.equal(await places.take(), false)
})

// --- body

const JOB = {
  jobId: '0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77',
  state: 'completed',
  endpoint: '/api/v1/analysis/cpm',
  requestId: 'request-1',
  createdAtMs: Date.UTC(2026, 10, 21),
  completedAtMs: Date.UTC(2026, 10, 21, 0, 0, 1),
  workerMs: 12.5,
  result: null,
  resultRemoved: null,
  error: null,
} as unknown as Job

async function bytesOf(body: { read(): AsyncIterable<Uint8Array> }): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of body.read()) parts.push(part)
  return Buffer.concat(parts)
}

t.test('a body says that the result was removed before it could be sent', async t => {
  const job: Job = { ...JOB, resultRemoved: { atMs: Date.UTC(2026, 10, 22), why: 'memory' } }
  const body = callbackBody(job, { readResult: () => t.fail() as never }, 1_000)
  t.match(JSON.parse((await bytesOf(body)).toString()), {
    status: 'completed',
    result: null,
    result_removed: { at: '2026-11-22T00:00:00.000Z', reason: 'memory' },
  })
})

t.test('a body holds the bytes of the stored result as they are, the same at every reading', async t => {
  for (const textBytes of [0, 1_000_000]) {
    const result = envelope(textBytes)
    const chunks = Array.from({ length: Math.ceil(result.length / 262_144) }, (_, i) =>
      packResultChunk(result.subarray(i * 262_144, (i + 1) * 262_144)),
    )
    let reads = 0
    const store: Pick<JobStore, 'readResult'> = {
      async *readResult() {
        reads++
        yield* chunks
      },
    }
    const storedBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const job: Job = { ...JOB, result: { fence: 1, chunkCount: chunks.length, bytes: result.length, storedBytes } }
    const tail = spliceTail('application/json', {
      endpoint: job.endpoint,
      requestId: 'request-1',
      processingTimeMs: 13,
    })
    const exact = result.length + tail.length
    const body = callbackBody(job, store, exact)
    const bytes = await bytesOf(body)
    t.equal(bytes.length, body.byteCount)
    t.ok(bytes.equals(await bytesOf(body)))
    t.equal(reads, textBytes === 0 ? 1 : 2, 'a small result is kept, a large one read again')
    t.ok(bytes.includes(Buffer.concat([Buffer.from('"result":'), result, tail, Buffer.from(',"created_at"')])))
    const parsed = JSON.parse(bytes.toString())
    t.same(Object.keys(parsed), ['job_id', 'status', 'result', 'created_at', 'completed_at'])
    t.match(parsed, { job_id: JOB.jobId, status: 'completed', created_at: '2026-11-21T00:00:00.000Z' })
    t.equal(parsed.result.metadata.request_id, 'request-1')

    const tooLarge = JSON.parse((await bytesOf(callbackBody(job, store, exact - 1))).toString())
    t.equal(tooLarge.result, null)
    t.equal(tooLarge.result_url, `/api/v1/jobs/${JOB.jobId}/result`)
  }
})

t.test('the body of a failed job has its error and no result', async t => {
  const error = { code: 'timeout', detail: 'It "took" too long.' }
  const job: Job = { ...JOB, state: 'failed', result: null, error, workerMs: null }
  const body = callbackBody(job, { readResult: () => t.fail() as never }, 1_000)
  t.same(JSON.parse((await bytesOf(body)).toString()), {
    job_id: JOB.jobId,
    status: 'failed',
    result: null,
    error,
    created_at: '2026-11-21T00:00:00.000Z',
    completed_at: '2026-11-21T00:00:01.000Z',
  })
})
