/** Commands of one turn go to Redis in one write, also after the connection was lost. */
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import t from 'tap'
import { connect, disconnect } from '../redis/connect.ts'
import { dataFolder } from './data-folder.ts'
import { onOneServer, redisOfTest } from './redis-of-test.ts'
import { until } from './until.ts'

const COMMAND_COUNT = 100

t.test(
  'the commands of a turn leave in one write, each with its own answer',
  onOneServer('one connection'),
  async t => {
    const redis = await redisOfTest(dataFolder(t))
    const client = connect(redis.url, 'test') as Redis
    t.teardown(async () => {
      disconnect(client)
      await redis.stop()
    })
    await client.ping()

    /** Writes of the socket while these commands are answered. */
    async function writesOf(): Promise<number> {
      const { stream } = client as unknown as { stream: Writable }
      const { _write, _writev } = stream
      let writeCount = 0
      stream._write = (...args) => {
        writeCount++
        _write.apply(stream, args)
      }
      stream._writev = (...args) => {
        writeCount++
        _writev!.apply(stream, args)
      }
      const answers = Array.from({ length: COMMAND_COUNT }, async (_, i) => {
        // in callbacks of their own within the turn, text and bytes
        if (i % 2 === 0) await null
        return client.echo(i % 3 === 0 ? Buffer.from(`${i}`) : `${i}`)
      })
      t.same(
        await Promise.all(answers),
        answers.map((_, i) => `${i}`),
      )
      return writeCount
    }

    await nextTurn()
    t.equal(await writesOf(), 1)
    const lost = client.echo('lost')
    await redis.killOne()
    await lost.catch(() => {})
    await until('Redis is back', async () => (await client.ping().catch(() => '')) === 'PONG')
    await nextTurn()
    t.equal(await writesOf(), 1, 'on the new connection, too')
  },
)
