/**
 * A master and its replicas, watched by three Sentinels: real servers on loopback ports, each with a file of settings of its own that Sentinels
 * may change, and an append-only file. A master that is killed is started again when another one is master, and follows it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { until } from '../until.ts'
import { freePorts } from './cluster.ts'

interface WatchedRedis {
  /** redis-sentinel://... */
  readonly url: string
  /** Process id of the server that is master now, by the word of the Sentinels. */
  masterPid(): Promise<number>
  /**
   * Ends the master and starts it again when another one is master; returns when it follows that one. SIGTERM: it waits for its replicas
   * before it ends.
   */
  endMaster(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Ends and starts the replicas in order, one after the other. */
  restartReplicas(): Promise<void>
  stop(): Promise<void>
}

const SENTINELS = 3
const NAME = 'main'
const SETTINGS = fileURLToPath(new URL('../../../deploy/redis/redis.conf', import.meta.url))

class Servers {
  readonly #directory: string
  readonly #children = new Map<number, ChildProcess>()
  /** Starts the server of a port again, on the files it left. */
  readonly #starts = new Map<number, () => void>()

  constructor(directory: string) {
    this.#directory = directory
  }

  start(port: number, settings: readonly string[], ...more: string[]): void {
    const folder = join(this.#directory, String(port))
    const file = join(folder, 'redis.conf')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...settings, ''].join('\n'))
    this.#starts.set(port, () => {
      this.#children.set(port, spawn(process.env.REDIS_SERVER!, [file, ...more], { stdio: 'ignore' }))
    })
    this.startAgain(port)
  }

  startAgain(port: number): void {
    this.#starts.get(port)!()
  }

  pid(port: number): number {
    return this.#children.get(port)!.pid!
  }

  async end(port: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#children.get(port)!
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async endAll(): Promise<void> {
    for (const port of this.#children.keys()) await this.end(port, 'SIGKILL')
  }
}

class Connections {
  readonly #clients = new Map<number, Redis>()

  /** The reply as text; empty: there was none. */
  command(port: number, ...words: readonly [string, ...string[]]): Promise<string> {
    let client = this.#clients.get(port)
    if (client === undefined) {
      client = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 1, retryStrategy: () => 100 })
      client.on('error', () => {})
      this.#clients.set(port, client)
    }
    return client.call(...words).then(String, () => '')
  }

  close(): void {
    for (const client of this.#clients.values()) client.disconnect()
  }
}

export async function watchedRedis(directory: string, replicaCount: number): Promise<WatchedRedis> {
  const ports = await freePorts(1 + replicaCount + SENTINELS)
  const serverPorts = ports.slice(0, 1 + replicaCount)
  const sentinelPorts = ports.slice(1 + replicaCount)
  const servers = new Servers(directory)
  const [first] = serverPorts
  for (const port of serverPorts)
    servers.start(port, [`include ${SETTINGS}`, ...(port === first ? [] : [`replicaof 127.0.0.1 ${first}`])])
  for (const port of sentinelPorts) {
    const watching = [
      `sentinel monitor ${NAME} 127.0.0.1 ${first} 2`,
      `sentinel down-after-milliseconds ${NAME} 1000`,
      `sentinel failover-timeout ${NAME} 5000`,
      `sentinel parallel-syncs ${NAME} ${replicaCount}`,
    ]
    servers.start(port, watching, '--sentinel')
  }

  const connections = new Connections()
  /** By the first Sentinel; 0 = not known. */
  const masterPort = async (): Promise<number> =>
    Number(
      (await connections.command(sentinelPorts[0]!, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)).split(',')[1] ?? 0,
    )

  /** One master that all Sentinels name, with every replica following it. */
  async function isWhole(): Promise<boolean> {
    const port = await masterPort()
    const views = await Promise.all(sentinelPorts.map(one => connections.command(one, 'SENTINEL', 'MASTER', NAME)))
    const areAgreed = views.every(
      text =>
        text.includes(`,port,${port},`) &&
        /,flags,master,/.test(text) &&
        text.includes(`,num-other-sentinels,${SENTINELS - 1},`),
    )
    const replication = await connections.command(port, 'INFO', 'replication')
    return (
      areAgreed && replication.includes('role:master') && replication.match(/state=online/g)?.length === replicaCount
    )
  }
  const whole = () => until('one master has all replicas', isWhole)
  await whole()

  const another = (than: number) => until('another one is master', async () => ![0, than].includes(await masterPort()))
  return {
    url: `redis-sentinel://${sentinelPorts.map(port => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    masterPid: async () => servers.pid(await masterPort()),
    async endMaster(signal) {
      const port = await masterPort()
      await servers.end(port, signal)
      await another(port)
      servers.startAgain(port)
      await whole()
    },
    async restartReplicas() {
      const master = await masterPort()
      for (const port of serverPorts.filter(one => one !== master)) {
        await servers.end(port, 'SIGTERM')
        servers.startAgain(port)
        await whole()
      }
    },
    async stop() {
      connections.close()
      await servers.endAll()
    },
  }
}
