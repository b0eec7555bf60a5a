/** A script that is sent by a lean command gets what a command of ioredis gets: the same replies, the same errors, the same limits of time. */
import { createHash } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { Redis } from 'ioredis'
import t from 'tap'
import { connect, disconnect } from '../platform/redis/connect.ts'
import { isStoreAway } from '../platform/redis/failure.ts'
import { dataFolder } from './data-folder.ts'
import { onOneServer, redisOfTest } from './redis-of-test.ts'

const sha1Of = (source: string): string => createHash('sha1').update(source).digest('hex')

/** Timeout of a command; so long a machine that is busy may be between a command and its reply. */
const TIMEOUT_MS = 1_000

/** What a script gives, in every form of a reply. */
const REPLIES = [
  'return ARGV[1]',
  'return {ARGV[1], 1, false, {ARGV[2], {}}}',
  'return #ARGV[1]',
  'return false',
  'return {ok = "done"}',
  'return redis.error_reply("ODD of its own")',
  'redis.call("SET", KEYS[1], ARGV[1]) return redis.call("GET", KEYS[1])',
  'return redis.call("NO", "such", "command")',
]
/** The bytes of each argument. */
const HEX = `local hex = {}
for i, word in ipairs(ARGV) do
  hex[i] = word:gsub('.', function(byte) return string.format('%02x', byte:byte()) end)
end
return hex`
const WORDS = ['plain', 'é€😀\0\r\n', '', 12.5] as const

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    reply => ({ reply }),
    ({ name, message }: Error) => ({ name, message }),
  )

t.test(
  'replies and errors are those of a command of ioredis',
  onOneServer('a cluster has its own commands'),
  async t => {
    const redis = await redisOfTest(dataFolder(t))
    const lean = connect(redis.url, 'test') as Redis
    const usual = lean.duplicate()
    t.teardown(async () => {
      disconnect(lean)
      usual.disconnect()
      await redis.stop()
    })
    for (const source of REPLIES) {
      await usual.script('LOAD', source)
      for (const word of WORDS) {
        const words = [sha1Of(source), 1, 'key', word, 'ü'] as const
        t.strictSame(
          await outcomeOf(lean.evalsha(...words)),
          await outcomeOf(usual.evalsha(...words)),
          `${source} ${word}`,
        )
      }
    }
    await usual.script('LOAD', HEX)
    const absent = [sha1Of('return 1'), 0] as const
    t.match(await outcomeOf(lean.evalsha(...absent)), { message: /^NOSCRIPT/ })
    const bytes = Buffer.from([0, 255, 13, 10])
    for (const words of [[bytes], ['é', bytes, '', Buffer.alloc(0), 7, bytes], [bytes, 'last']]) {
      t.strictSame(
        await lean.evalsha(sha1Of(HEX), 0, ...words),
        words.map(word => Buffer.from(word instanceof Buffer ? word : String(word)).toString('hex')),
        'bytes among texts, each as it is',
      )
    }

    const both = [lean.evalsha(sha1Of(REPLIES[0]!), 0, 'a'), lean.get('key'), lean.evalsha(sha1Of(REPLIES[0]!), 0, 'b')]
    t.strictSame(
      (await Promise.all(both)).filter((_, i) => i !== 1),
      ['a', 'b'],
      'in order among other commands',
    )
  },
)

t.test('without a reply it fails after the time of a command, and a later reply is of no account', async t => {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', data => {
      const text = data.toString('latin1').toLowerCase()
      if (text.includes('evalsha')) return
      // the questions of a client that connects
      for (const command of text.split(/(?=\*\d+\r\n)/)) {
        if (command.includes('hello')) socket.write('%1\r\n$5\r\nproto\r\n:3\r\n')
        else if (command.includes('info')) socket.write('$11\r\nrole:master\r\n')
        else socket.write('+OK\r\n')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const client = connect(`redis://127.0.0.1:${port}`, 'test', { commandTimeoutMs: TIMEOUT_MS }) as Redis
  t.teardown(() => {
    disconnect(client)
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const startedMs = performance.now()
  const error = await client.evalsha('0'.repeat(40), 0).then(
    () => undefined,
    (error: Error) => error,
  )
  const tookMs = performance.now() - startedMs
  t.equal(error?.message, 'Command timed out')
  t.ok(isStoreAway(error), 'a failure of the store')
  t.ok(tookMs >= TIMEOUT_MS - 1, `after ${tookMs} ms`)
  const second = client.evalsha('0'.repeat(40), 0)
  // the first reply is that of the command that was given up, the second that of this one
  for (const socket of sockets) socket.write('$4\r\nlate\r\n$4\r\nmine\r\n')
  t.equal(await second, 'mine')
})
