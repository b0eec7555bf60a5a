/** Errors of the store are 503, errors of a handler are 500: the two are told apart by where they come from, not by what they say. */
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { storeCall } from '../../billing/subscription-store.ts'
import { withStore } from '../../call/answers.ts'

/** What comes of a handler that throws what the operation does. */
const outcomeOf = (operation: () => Promise<unknown>): Promise<unknown> =>
  withStore(async () => {
    await operation()
    return { status: 204 }
  })({} as never, {} as never).catch(error => error)

/** A server that takes every command and answers each with these bytes, or not at all. */
async function server(t: Test, reply: string): Promise<string> {
  const sockets = createServer(socket => {
    socket.on('data', () => socket.write(reply))
    socket.on('error', () => {})
    t.teardown(() => socket.destroy())
  })
  await new Promise<void>(resolve => sockets.listen(0, '127.0.0.1', resolve))
  t.teardown(() => sockets.close())
  return `redis://127.0.0.1:${(sockets.address() as { port: number }).port}`
}

t.test('a server that is not there, does not answer, or is loading is a store that is away', async t => {
  const urls = ['redis://127.0.0.1:1', await server(t, ''), await server(t, '-LOADING it is loading\r\n')]
  for (const url of urls) {
    const client = connect(url, 'test', { commandTimeoutMs: 300 })
    t.teardown(() => disconnect(client))
    t.ok((await outcomeOf(() => client.get('name'))) instanceof StoreUnavailable, url)
    t.ok((await outcomeOf(() => storeCall(() => client.get('name')))) instanceof StoreUnavailable)
  }
  const closed = connect(urls[0]!, 'test')
  disconnect(closed)
  t.ok((await outcomeOf(() => closed.get('name'))) instanceof StoreUnavailable, 'a client that was closed')
})

t.test('any other error stays what it is, a plain one too', async t => {
  const table = [
    new Error('a defect'),
    new TypeError('x is not a function'),
    new SyntaxError('JSON'),
    new Error('Connection is closed.'),
  ]
  for (const error of table) {
    const failing = () => Promise.reject(error)
    t.equal(await outcomeOf(failing), error)
    t.equal(await outcomeOf(() => storeCall(failing)), error)
  }
})

t.test('an error that the server will answer again is a defect', async t => {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test')
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  t.match(await outcomeOf(() => client.call('nonsense')), { name: 'ReplyError' })
})
