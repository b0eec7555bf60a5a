/**
 * Three redis-servers of this test as one cluster on loopback, each with its append-only file; no replicas. The slots are given out
 * by hand, so no redis-cli is needed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../until.ts'

interface TestCluster {
  readonly url: string
  readonly nodes: readonly TestNode[]
  stop(): Promise<void>
  /** Again after it was stopped; returns when every node serves. */
  start(): Promise<void>
}

interface TestNode {
  readonly port: number
  /** Process id of the running server. */
  readonly pid: number
  kill(): Promise<void>
  /** Again on the files it left; it is a moment in coming back. */
  restart(): void
}

const SLOT_COUNT = 16_384
const NODE_COUNT = 3
const MEET_AGAIN_MS = 2_000
/** Ports and buses lie below those that a system gives to outgoing connections, which would take one between its check and its use. */
const PORT_MIN = 10_000
/** The bus of a node listens on its port plus this. */
const BUS_OFFSET = 10_000

interface ClusterOptions {
  /** A node that ends unasked is started again on the files it left. */
  readonly restart?: boolean
  /** The nodes speak TLS alone, among themselves too. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string }
}

export async function startCluster(
  directory: string,
  { restart = false, tls }: ClusterOptions = {},
): Promise<TestCluster> {
  const ports = await freePorts(NODE_COUNT)
  let isOver = false
  const children: ChildProcess[] = []
  const start = (i: number): void => {
    const child = startNode(directory, ports[i]!, tls)
    children[i] = child
    child.once('exit', () => {
      if (restart && !isOver) start(i)
    })
  }
  const stop = async (): Promise<void> => {
    isOver = true
    await Promise.all(children.map(kill))
  }
  const startAll = async (isNew: boolean): Promise<void> => {
    isOver = false
    for (const i of ports.keys()) start(i)
    await unite(ports, isNew, tls).catch(async error => {
      await stop()
      throw error
    })
  }
  await startAll(true)
  return {
    url: `${tls ? 'rediss' : 'redis'}-cluster://${ports.map(port => `127.0.0.1:${port}`).join(',')}`,
    nodes: ports.map((port, i) => ({
      port,
      get pid() {
        return children[i]!.pid!
      },
      kill: () => kill(children[i]!),
      restart: () => start(i),
    })),
    stop,
    start: () => startAll(false),
  }
}

/** Returns when each node serves its slots; those of a new cluster are given out and told of each other. */
async function unite(ports: readonly number[], isNew: boolean, tls: ClusterOptions['tls']): Promise<void> {
  const options = { host: '127.0.0.1', maxRetriesPerRequest: null, ...(tls && { tls: read(tls) }) }
  const clients = ports.map(port => new Redis({ port, ...options }))
  for (const client of clients) client.on('error', () => {})
  const share = Math.ceil(SLOT_COUNT / NODE_COUNT)
  for (const [i, client] of isNew ? clients.entries() : []) {
    await client.cluster('ADDSLOTSRANGE', i * share, Math.min(SLOT_COUNT, (i + 1) * share) - 1)
  }
  let metAtMs = 0
  const meet = async (): Promise<void> => {
    metAtMs = performance.now()
    for (const client of clients.slice(1)) await client.cluster('MEET', '127.0.0.1', ports[0]!)
  }
  try {
    if (isNew) await meet()
    await until('the nodes are a cluster', async () => {
      if ((await Promise.all(clients.map(isUnited))).every(Boolean)) return true
      // a handshake that went wrong is given up after 15 seconds, and not begun again
      if (isNew && performance.now() - metAtMs > MEET_AGAIN_MS) await meet()
      return false
    })
  } finally {
    for (const client of clients) client.disconnect()
  }
}

/** True when a node serves its slots, and has a connection to each of the others. */
async function isUnited(client: Redis): Promise<boolean> {
  const info = await client.cluster('INFO')
  const nodes = ((await client.cluster('NODES')) as string).trim().split('\n')
  const known = nodes.filter(line => !/handshake|noaddr/.test(line) && line.includes(' connected'))
  return (
    known.length === NODE_COUNT &&
    ['cluster_state:ok', `cluster_slots_assigned:${SLOT_COUNT}`].every(sign => info.includes(sign))
  )
}

const read = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, path]) => [name, readFileSync(path)]))

function startNode(directory: string, port: number, tls: ClusterOptions['tls']): ChildProcess {
  const dir = join(directory, String(port))
  mkdirSync(dir, { recursive: true })
  const settings = {
    ...(tls ? { port: 0, 'tls-port': port, 'tls-cluster': 'yes', ...tlsFiles(tls) } : { port }),
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

/** Settings of a redis-server. */
export const tlsFiles = ({ ca, cert, key }: NonNullable<ClusterOptions['tls']>): Record<string, string> => ({
  'tls-ca-cert-file': ca,
  'tls-cert-file': cert,
  'tls-key-file': key,
})

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Ports that are free with those of their buses, a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = PORT_MIN + Math.floor(Math.random() * BUS_OFFSET)
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
