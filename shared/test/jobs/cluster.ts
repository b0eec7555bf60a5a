/**
 * Three redis-servers of this test as one cluster on loopback, each with its append-only file; no replicas. The slots are given out
 * by hand, so no redis-cli is needed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../until.ts'

export interface TestCluster {
  readonly url: string
  readonly nodes: readonly TestNode[]
  stop(): Promise<void>
  /** Again after it was stopped; returns when every node serves. */
  start(): Promise<void>
}

export interface TestNode {
  readonly port: number
  /** Process id of the running server. */
  readonly pid: number
  kill(): Promise<void>
  /** Again on the files it left; it is a moment in coming back. */
  restart(): void
}

const SLOT_COUNT = 16_384
const NODE_COUNT = 3
/** The bus of a node listens on its port plus this. */
const BUS_OFFSET = 10_000
/** restart: a node that ends unasked is started again on the files it left. */
export async function startCluster(directory: string, { restart = false } = {}): Promise<TestCluster> {
  const ports = await freePorts()
  let isOver = false
  const children: ChildProcess[] = []
  const start = (i: number): void => {
    const child = startNode(directory, ports[i]!)
    children[i] = child
    child.once('exit', () => {
      if (restart && !isOver) start(i)
    })
  }
  const startAll = async (isNew: boolean): Promise<void> => {
    isOver = false
    for (const i of ports.keys()) start(i)
    await unite(ports, isNew)
  }
  await startAll(true)
  return {
    url: `redis-cluster://${ports.map(port => `127.0.0.1:${port}`).join(',')}`,
    nodes: ports.map((port, i) => ({
      port,
      get pid() {
        return children[i]!.pid!
      },
      kill: () => kill(children[i]!),
      restart: () => start(i),
    })),
    stop: async () => {
      isOver = true
      await Promise.all(children.map(kill))
    },
    start: () => startAll(false),
  }
}

/** Returns when each node serves its slots; those of a new cluster are given out and told of each other. */
async function unite(ports: readonly number[], isNew: boolean): Promise<void> {
  const clients = ports.map(port => new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: null }))
  for (const client of clients) client.on('error', () => {})
  const share = Math.ceil(SLOT_COUNT / NODE_COUNT)
  for (const [i, client] of isNew ? clients.entries() : []) {
    await client.cluster('ADDSLOTSRANGE', i * share, Math.min(SLOT_COUNT, (i + 1) * share) - 1)
    if (i > 0) await client.cluster('MEET', '127.0.0.1', ports[0]!)
  }
  await until('the nodes are a cluster', async () => {
    const infos = await Promise.all(clients.map(client => client.cluster('INFO')))
    const signs = ['cluster_state:ok', `cluster_known_nodes:${NODE_COUNT}`, `cluster_slots_assigned:${SLOT_COUNT}`]
    return infos.every(info => signs.every(sign => info.includes(sign)))
  })
  for (const client of clients) client.disconnect()
}

function startNode(directory: string, port: number): ChildProcess {
  const dir = join(directory, String(port))
  mkdirSync(dir, { recursive: true })
  const settings = {
    port,
    bind: '127.0.0.1',
    dir,
    'cluster-enabled': 'yes',
    // the shards of the others go on when one is away
    'cluster-require-full-coverage': 'no',
    // a node that a busy machine keeps waiting is not dead; one that is killed refuses connections at once
    'cluster-node-timeout': 15_000,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  return spawn(process.env.REDIS_SERVER!, args, { stdio: 'ignore' })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Ports that are free with those of their buses, a moment ago. */
async function freePorts(): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < NODE_COUNT) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (!ports.includes(port) && (await isFree(port)) && (await isFree(port + BUS_OFFSET))) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
