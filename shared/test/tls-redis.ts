import { connect as dial } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../platform/config/config.ts'
import { connect, disconnect, type RedisClient } from '../platform/redis/connect.ts'
import { redisTls } from '../platform/redis/tls-files.ts'
import { tlsProblem } from '../platform/redis/tls-handshake.ts'
import { authority, type KeyPair } from './certificates.ts'
import { dataFolder } from './data-folder.ts'
import { freePorts, tlsFiles } from './jobs/cluster.ts'
import { launchRedis } from './launch-redis.ts'
import { until } from './until.ts'

/** The folder of the certificates. */
export const folder = dataFolder(t)
export const ours = authority(folder)
export const shown = ours.issue('server')
export const client = ours.issue('client')
/** A certificate of an authority that nobody trusts. */
export const stranger = authority(folder, 'another').issue('stranger')
export const OTHER_CA = join(folder, 'another.crt')

export type Settings = Readonly<Record<string, string>>
export const OWN: Settings = { REDIS_TLS_CA: ours.ca }
export const shows = ({ cert, key }: KeyPair): Settings => ({ REDIS_TLS_CERT: cert, REDIS_TLS_KEY: key })
export const MUTUAL: Settings = { ...OWN, ...shows(client) }

export function configOf(settings: Settings) {
  const outcome = readConfig(settings, { coreCount: 1, memoryBytes: 2 ** 30 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join('\n'))
  return outcome.config
}
export const tlsOf = (url: string, settings: Settings) => redisTls(configOf({ REDIS_URL: url, ...settings }))

export const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = dial(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

interface ServerOptions {
  readonly pair?: KeyPair
  readonly verifiesClients?: boolean
  readonly port?: number
  readonly args?: readonly string[]
}

/** A server that speaks TLS alone. */
export async function tlsServer(
  t: Test,
  { pair = shown, verifiesClients = true, port, args = [] }: ServerOptions = {},
) {
  const tlsPort = port ?? (await freePorts(1))[0]!
  const settings = {
    port: '0',
    'tls-port': String(tlsPort),
    bind: '127.0.0.1',
    dir: dataFolder(t),
    save: '',
    dbfilename: 'none.rdb',
    'tls-replication': 'yes',
    'tls-auth-clients': verifiesClients ? 'yes' : 'no',
    ...tlsFiles({ ca: ours.ca, ...pair }),
  }
  const child = await launchRedis(t, [
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ...args,
  ])
  await until('Redis listens', () => listens(tlsPort))
  return { child, port: tlsPort, url: `rediss://127.0.0.1:${tlsPort}` }
}

/** As a process connects; what its log says is in `lines`. */
export function clientOf(t: Test, url: string, settings: Settings): { redis: RedisClient; lines: string[] } {
  const lines: string[] = []
  const addLine = (facts: object, sentence: string) => lines.push(`${sentence} ${JSON.stringify(facts)}`)
  const redis = connect(url, 'test', { tls: tlsOf(url, settings), log: { info: addLine, warn: addLine } })
  t.teardown(() => disconnect(redis))
  return { redis, lines }
}

export const why = (url: string, settings: Settings): Promise<string | undefined> =>
  tlsProblem(url, tlsOf(url, settings))
export const writes = (redis: RedisClient): Promise<boolean> =>
  redis.set('x', '1').then(
    () => true,
    () => false,
  )
