/** Commands of one turn go to each server in one write: in order, each once, also when the connection is lost before or after it. */
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { connect, disconnect, type RedisClient } from '../platform/redis/connect.ts'
import { writeAtOnce } from '../platform/redis/lean-scripts.ts'
import { mastersOf } from '../platform/redis/masters.ts'
import { dataFolder } from './data-folder.ts'
import { cutConnections, whole } from './every-server.ts'
import { redisOfTest } from './redis-of-test.ts'
import { until } from './until.ts'

const COMMAND_COUNT = 100
const ROUNDS = 10
/** One for each master of a cluster of three. */
const TAGS = ['{a}', '{b}', '{c}']

async function start(t: Test) {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test')
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  await whole(client)
  return { redis, client }
}

/** Writes of the sockets from now on, by server; so many servers as there are. */
async function watchWrites(client: RedisClient): Promise<() => number[]> {
  const servers = await mastersOf(client)
  const counts = servers.map(() => 0)
  for (const [i, server] of servers.entries()) {
    const { stream } = server as unknown as { stream: Writable }
    const { _write, _writev } = stream
    stream._write = (...args) => {
      counts[i]!++
      _write.apply(stream, args)
    }
    stream._writev = (...args) => {
      counts[i]!++
      _writev!.apply(stream, args)
    }
  }
  // nothing of the turns before is still to be written
  await nextTurn()
  counts.fill(0)
  return () => counts.slice()
}

const once = (counts: readonly number[]): number[] => counts.map(() => 1)
const onAll = <Reply>(command: (tag: string) => Promise<Reply>): Promise<Reply>[] => TAGS.map(command)

t.test('the commands of a turn leave in one write, each with its own answer', async t => {
  const { redis, client } = await start(t)

  async function checkOneWrite(): Promise<void> {
    const writes = await watchWrites(client)
    const answers = Array.from({ length: COMMAND_COUNT }, async (_, i) => {
      // in callbacks of their own within the turn, text and bytes
      if (i % 2 === 0) await null
      const key = `${TAGS[i % TAGS.length]}-${i}`
      return client.append(key, i % 5 === 0 ? Buffer.from('x'.repeat(i)) : 'x'.repeat(i))
    })
    t.same(
      await Promise.all(answers),
      answers.map((_, i) => i),
    )
    t.same(writes(), once(writes()))
    await Promise.all(answers.map((_, i) => client.del(`${TAGS[i % TAGS.length]}-${i}`)))
  }

  await checkOneWrite()
  const lost = client.get(TAGS[0]!)
  await redis.killOne()
  await lost.catch(() => {})
  await until('Redis is back', async () =>
    (await Promise.allSettled(onAll(tag => client.get(tag)))).every(({ status }) => status === 'fulfilled'),
  )
  await whole(client)
  await checkOneWrite()
})

t.test('what is written at once is written when that returns, and alone', async t => {
  const { client } = await start(t)
  const writes = await watchWrites(client)
  const first: Promise<number>[] = []
  writeAtOnce(() => {
    first.push(...onAll(tag => client.append(tag, 'a')))
    writeAtOnce(() => first.push(...onAll(tag => client.append(tag, 'b'))))
  })
  t.same(writes(), once(writes()), 'within the turn')
  const second = onAll(tag => client.append(tag, 'c'))
  t.same(writes(), once(writes()), 'others wait for its end')
  t.same(await Promise.all(first), [1, 1, 1, 2, 2, 2])
  t.same(await Promise.all(second), [3, 3, 3])
  t.same(
    writes(),
    writes().map(() => 2),
  )
  t.same(await Promise.all(onAll(tag => client.get(tag))), ['abc', 'abc', 'abc'])
})

t.test('behind other commands of its turn it is written with them, in order', async t => {
  const { client } = await start(t)
  const writes = await watchWrites(client)
  const answers = onAll(tag => client.append(tag, 'a'))
  writeAtOnce(() => answers.push(...onAll(tag => client.append(tag, 'b'))))
  answers.push(...onAll(tag => client.append(tag, 'c')))
  t.same(await Promise.all(answers), [1, 1, 1, 2, 2, 2, 3, 3, 3])
  t.same(writes(), once(writes()))
  t.same(await Promise.all(onAll(tag => client.get(tag))), ['abc', 'abc', 'abc'])
})

t.test('a defect of what is sent at once holds no command back', async t => {
  const { client } = await start(t)
  const writes = await watchWrites(client)
  const sent: Promise<unknown>[] = []
  const broken = () => {
    sent.push(...onAll(tag => client.get(tag)))
    throw new Error('broken')
  }
  t.throws(() => writeAtOnce(broken), /broken/)
  t.same(writes(), once(writes()))
  t.same(await Promise.all(sent), [null, null, null])
  await Promise.all(onAll(tag => client.get(tag)))
  t.same(
    writes(),
    writes().map(() => 2),
    'those that follow are gathered again',
  )
})

/** How it is sent, and whether the connection is lost within that or behind it. */
const LOSSES: Readonly<Record<string, (client: RedisClient, send: () => void) => void>> = {
  'of a turn': (client, send) => {
    send()
    cutConnections(client)
  },
  'written at once': (client, send) =>
    writeAtOnce(() => {
      send()
      cutConnections(client)
    }),
  'of a turn and written at once': (client, send) => {
    send()
    writeAtOnce(() => {
      send()
      cutConnections(client)
    })
  },
}

for (const [name, lose] of Object.entries(LOSSES))
  t.test(`a connection that is lost before the write takes the commands with it: ${name}`, async t => {
    const { client } = await start(t)
    const writes = await watchWrites(client)
    const lost: Promise<number>[] = []
    lose(client, () => lost.push(...onAll(tag => client.incr(tag))))
    // in the same turn, when nobody knows yet that the connection is gone
    const later = onAll(tag => client.incr(tag))
    let atOnce: Promise<number>[] = []
    writeAtOnce(() => {
      atOnce = onAll(tag => client.incr(tag))
    })
    const hasRun = async (answers: readonly Promise<number>[]): Promise<boolean[]> =>
      (await Promise.allSettled(answers)).map(({ status }) => status === 'fulfilled')
    t.notOk((await hasRun(lost)).includes(true), 'they fail')
    const ran = [await hasRun(later), await hasRun(atOnce)]
    t.same(
      writes(),
      writes().map(() => 0),
      'on the old connection',
    )
    await until('Redis is back', async () =>
      (await Promise.allSettled(onAll(tag => client.get(tag)))).every(({ status }) => status === 'fulfilled'),
    )
    t.same(
      (await Promise.all(onAll(tag => client.get(tag)))).map(Number),
      TAGS.map((_, i) => ran.filter(of => of[i]).length),
      'each command that has an answer ran once, and no other one',
    )
    const again = await watchWrites(client)
    let answers: Promise<number>[] = []
    writeAtOnce(() => {
      answers = onAll(tag => client.incr(tag))
    })
    t.same(again(), once(again()), 'on the new connection, too')
    await Promise.all(answers)
  })

t.test('a connection that is lost after the write leaves each command run once or not at all', async t => {
  const { client } = await start(t)
  for (let round = 1; round <= ROUNDS; round++) {
    let answers: Promise<number>[] = []
    writeAtOnce(() => {
      answers = onAll(tag => client.rpush(tag, round))
    })
    cutConnections(client)
    await Promise.allSettled(answers)
    await until('Redis is back', async () =>
      (await Promise.allSettled(onAll(tag => client.get(`${tag}-none`)))).every(({ status }) => status === 'fulfilled'),
    )
    await Promise.all(onAll(tag => client.rpush(`${tag}-sure`, round)))
  }
  for (const tag of TAGS) {
    const rounds = (await client.lrange(tag, 0, -1)).map(Number)
    t.same(
      rounds,
      [...new Set(rounds)].sort((a, b) => a - b),
      'in order, none twice',
    )
    t.equal(await client.llen(`${tag}-sure`), ROUNDS)
  }
})
