/** Callbacks a second of one deliverer that has a backlog, to many receivers that answer at once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from './bodies.ts'
import { Caller } from './caller.ts'
import { startCluster } from './cluster.ts'
import { type JobUse, perJob, usageOf } from './usage.ts'

export interface CallbacksPlan {
  readonly tree: string | undefined
  readonly threadCount: number
  readonly count: number
  say(line: string): void
}

export interface Callbacks {
  readonly count: number
  readonly perSecond: number
  readonly use: JobUse
}

const ACCOUNTS = 6
/** A host has few places: of so many none is what others wait for. */
const HOSTS = 48
const CALLERS = 8
const LOOK_MS = 20
const MS_MAX = 60_000

export async function measureCallbacks({ tree, threadCount, count, say }: CallbacksPlan): Promise<Callbacks> {
  let receivedCount = 0
  const receiver = createServer((call, answer) => {
    call.resume()
    call.once('end', () => {
      receivedCount++
      answer.end()
    })
  })
  receiver.listen(0, '0.0.0.0')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const hosts = Array.from({ length: HOSTS }, (_, i) => `127.0.0.${i + 2}:${port}`)
  const cluster = await startCluster({
    tree,
    nodeCount: 1,
    threadCount,
    hasDeliverer: true,
    env: { WEBHOOK_ALLOW_HTTP: '1', WEBHOOK_ALLOWED_HOSTS: hosts.join(',') },
  })
  const caller = new Caller(cluster.origin)
  const deliverer = cluster.pids('deliverer')[0]!
  try {
    const keys: string[] = []
    while (keys.length < ACCOUNTS) keys.push(await cluster.createKey('government'))
    for (const key of keys) await caller.makeSecret(key)
    const bodies = await Promise.all(hosts.map(host => bodyOf(2, 1, `http://${host}/`)))
    let submitted = 0
    async function submitUntil(total: number): Promise<void> {
      const lane = async (): Promise<void> => {
        while (submitted < total) {
          const i = submitted++
          await caller.submit(keys[i % ACCOUNTS]!, bodies[i % HOSTS]!)
        }
      }
      await Promise.all(Array.from({ length: CALLERS }, lane))
      for (const key of keys) await caller.idle(key)
    }
    async function received(total: number): Promise<void> {
      const untilMs = performance.now() + MS_MAX
      while (receivedCount < total) {
        if (performance.now() > untilMs) throw new Error(`${receivedCount} of ${total} callbacks came`)
        await sleep(LOOK_MS)
      }
    }
    // every endpoint is known to answer, and compilers have done their work
    const warmCount = HOSTS * ACCOUNTS
    await submitUntil(warmCount)
    await received(warmCount)
    process.kill(deliverer, 'SIGSTOP')
    await submitUntil(warmCount + count)
    const before = await usageOf(cluster)
    process.kill(deliverer, 'SIGCONT')
    await received(warmCount + count)
    const use = perJob(before, await usageOf(cluster), count, undefined)
    say(`${count} callbacks by one deliverer: ${use.jobsPerSecond.toFixed(0)}/s`)
    return { count, perSecond: use.jobsPerSecond, use }
  } finally {
    process.kill(deliverer, 'SIGCONT')
    await caller.close()
    await cluster.close()
    receiver.closeAllConnections()
    receiver.close()
  }
}
