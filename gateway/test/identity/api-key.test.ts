import fc from 'fast-check'
import t from 'tap'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../../shared/platform/redis/masters.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { addressName } from '../../call/caller.ts'
import { keyDirectory } from '../../identity/identity-directory.ts'
import { mintKey, parseKey } from '../../store/api-key.ts'

const SEED = 20261121
t.comment(`seed ${SEED}`)

t.test('a minted key has the form sis_<kind>_<secret>_<checksum> and is read back', async t => {
  for (const kind of ['live', 'demo'] as const) {
    const { text, ...known } = mintKey(kind)
    t.match(text, new RegExp(`^sis_${kind}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`))
    t.same(parseKey(text), known)
    t.equal(known.prefix, text.slice(0, 12))
    t.match(known.sha256, /^[0-9a-f]{64}$/)
  }
  const texts = Array.from({ length: 200 }, () => mintKey('live').text)
  t.equal(new Set(texts).size, 200)
  const seen = new Set(texts.flatMap(text => text.slice(9, 52).split('')))
  t.equal(seen.size, 62, 'all 62 characters are used')
})

t.test('a key with any one character changed, cut or added is no key', async t => {
  const { text } = mintKey('live')
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- \n'.split('')
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...alphabet), (at, character) => {
      if (text[at] === character) return true
      return parseKey(text.slice(0, at) + character + text.slice(at + 1)) === null
    }),
    { numRuns: 2_000, seed: SEED },
  )
  for (let at = 0; at < text.length; at++) if (parseKey(text.slice(0, at) + text.slice(at + 1))) t.fail(`cut at ${at}`)
  t.equal(parseKey(`${text}\n`), null)
  t.equal(parseKey(` ${text}`), null)
  t.equal(parseKey(''), null)
  t.equal(parseKey('sis_live_'.padEnd(10_000, 'a')), null)
})

t.test('no text is taken for a key unless its checksum is right', async t => {
  const numRuns = 1_000
  const found = fc.check(
    fc.property(fc.string(), text => parseKey(text) === null),
    { numRuns, seed: SEED },
  )
  t.match(found, { failed: false, numRuns })
})

t.test('the directory reads Redis once for a known key and once a second for an unknown one', async t => {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test')
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  let nowMs = 1_000_000
  const directory = keyDirectory(client, () => nowMs)
  const readCount = async (): Promise<number> => {
    const stats = await Promise.all((await mastersOf(client)).map(server => server.info('commandstats')))
    return stats.reduce((sum, one) => sum + Number(one.match(/^cmdstat_get:calls=(\d+)/m)?.[1] ?? 0), 0)
  }
  const known = mintKey('live')
  const later = mintKey('live')
  await client.set(keys.credential(known.sha256), 'account-1 key-1')
  const identity = { accountId: 'account-1', keyId: 'key-1' }

  const burst = await Promise.all(Array.from({ length: 50 }, () => directory.resolve(known.sha256)))
  t.ok(burst.every(resolution => resolution.state === 'known'))
  t.equal(await readCount(), 1, 'a burst reads once')
  t.same(directory.resolve(known.sha256), { state: 'known', identity }, 'and from then on there is nothing to wait for')

  t.same(await directory.resolve(later.sha256), { state: 'unknown' })
  nowMs += 999
  t.same(await directory.resolve(later.sha256), { state: 'unknown' })
  t.equal(await readCount(), 2)
  await client.set(keys.credential(later.sha256), 'account-2 key-2')
  nowMs += 1
  t.match(await directory.resolve(later.sha256), { state: 'known' }, 'a key made meanwhile works after a second')

  const killed = redis.killAll()
  t.same(await directory.resolve(known.sha256), { state: 'known', identity }, 'known keys are known without Redis')
  t.same(await directory.resolve(mintKey('live').sha256), { state: 'unavailable' })
  await killed
})

t.test('an address is named by what one caller has: an IPv4 address, or an IPv6 /64', async t => {
  for (const [address, name] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['', 'unknown'],
    ['{a:victim}', 'unknown'],
  ] as const) {
    t.equal(addressName(address), name, address)
  }
})
