/**
 * A failover: the master that a client is connected to becomes a replica. Servers and Sentinels are real ones on loopback ports. A connection to
 * what is a replica now would answer every write with READONLY for as long as it lives.
 */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { connect, disconnect, type RedisClient } from '../../platform/redis/connect.ts'
import { dataFolder } from '../data-folder.ts'
import { launchRedis } from '../launch-redis.ts'
import { onOneServer } from '../redis-of-test.ts'
import { relay } from '../relay.ts'
import { until } from '../until.ts'
import { freePorts } from './cluster.ts'

const ONE_SERVER = onOneServer('a cluster fails over by itself')

async function pair(t: Test, ports: readonly number[]): Promise<ChildProcess[]> {
  const [master, replica] = ports.map(String) as [string, string]
  const common = ['--save', '', '--bind', '127.0.0.1', '--dir', dataFolder(t), '--dbfilename', 'none.rdb']
  const children = [
    await launchRedis(t, [...common, '--port', master]),
    await launchRedis(t, [...common, '--port', replica, '--replicaof', '127.0.0.1', master]),
  ]
  const client = connect(`redis://127.0.0.1:${master}`, 'watch')
  await until('the replica follows', async () => /state=online/.test(await client.info('replication').catch(() => '')))
  disconnect(client)
  return children
}

const writes = (client: RedisClient): Promise<boolean> =>
  client.set('x', '1').then(
    () => true,
    () => false,
  )

t.test(
  'behind a fixed address, old connections leave what is a replica now for the new master',
  ONE_SERVER,
  async t => {
    const [first, second] = (await freePorts(2)) as [number, number]
    await pair(t, [first, second])
    let target = first
    const sockets = new Set<Socket>()
    let attempts = 0
    const server = createServer(near => {
      attempts++
      const far = dial(target, '127.0.0.1')
      sockets.add(near)
      relay(near, far, () => sockets.delete(near))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const client = connect(`redis://127.0.0.1:${(server.address() as { port: number }).port}`, 'test')
    const direct = [first, second].map(port => connectAny(port))
    t.teardown(() => {
      for (const one of [client, ...direct]) disconnect(one)
      server.close()
      for (const socket of sockets) socket.destroy()
    })
    t.equal(await writes(client), true)
    await direct[0]!.replicaof('127.0.0.1', second)
    await direct[1]!.replicaof('NO', 'ONE')
    t.equal(await writes(client), false, 'the address still leads to the replica')
    await until('it knows that no master is there', () => client.status !== 'ready')
    target = second
    attempts = 0
    await until('it writes again', () => writes(client))
    // one may have been under way to the replica
    t.ok(attempts <= 3, `at one of the next attempts: ${attempts}`)
  },
)

/** A client that takes what it gets, for the test's own orders. */
function connectAny(port: number): RedisClient {
  const client = connect(`redis://127.0.0.1:${port}`, 'order') as RedisClient & { connector: { check(): boolean } }
  client.connector.check = () => true
  return client
}

t.test('Sentinels know where the master is, also after the first one died', ONE_SERVER, async t => {
  const ports = (await freePorts(5)) as [number, number, number, number, number]
  const [first, second, ...sentinelPorts] = ports
  const [master] = await pair(t, [first, second])
  for (const port of sentinelPorts) {
    const folder = join(dataFolder(t), String(port))
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'sentinel.conf')
    const settings = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${first} 2`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
    ]
    writeFileSync(file, `${settings.join('\n')}\n`)
    await launchRedis(t, [file, '--sentinel'])
  }
  const client = connect(`redis-sentinel://${sentinelPorts.map(port => `127.0.0.1:${port}`).join(',')}/main`, 'test')
  t.teardown(() => disconnect(client))
  await until('it writes to the first master', () => writes(client))
  const sentinel = connectAny(sentinelPorts[0])
  t.teardown(() => disconnect(sentinel))
  await until('the Sentinels know each other and the replica', async () => {
    const text = String(await sentinel.call('SENTINEL', 'MASTER', 'main'))
    return /num-slaves,1\b/.test(text) && /num-other-sentinels,2\b/.test(text)
  })
  master!.kill('SIGKILL')
  await once(master!, 'exit')
  t.equal(await writes(client), false)
  await until('it writes to the second', () => writes(client))
  t.match(await client.info('server'), new RegExp(`tcp_port:${second}`))
})
