/**
 * The embedded redis-server of a data directory: a real server as a child of this process, reachable through a private
 * unix socket alone. One instance per directory; a second start says who holds it. Ended unasked, it is started again on the
 * same files, at once and then later and later, for as long as its parent lives; it ends with its parent, and an orphan of a parent that was killed is stopped by the next start.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inDataDir, REDIS_FOLDER } from '../data-dir.ts'
import { type RedisFiles, redisFiles } from './files.ts'
import {
  type Instance,
  isAlive,
  type ProcessName,
  processName,
  readInstance,
  removeInstance,
  writeInstance,
} from './instance.ts'
import { launch } from './launch.ts'

export interface RedisOptions {
  /** Directory of the service's data; the server writes below `<dataDir>/redis`. */
  readonly dataDir: string
  /** Path of redis-server (or valkey-server). Default: what the bootstrap found. */
  readonly binary?: string | undefined
  /** Longest time to load the append-only file. Default ten minutes. */
  readonly loadMsMax?: number
  /** Start again when the server ends unasked. Default true. */
  readonly restart?: boolean
  /** Called with one sentence when the server ended unexpectedly, was restarted, or could not be restarted. Default: standard error. */
  readonly report?: (sentence: string) => void
}

export interface EmbeddedRedis {
  /** unix:///path/of/redis.sock, for connect() of shared/platform/redis. The same after a restart. */
  readonly url: string
  /** Process id of the running server. */
  readonly pid: number
  /** Ends the server after its last write and waits for it. May be called twice. */
  stop(): Promise<void>
}

/** The data directory is in use; the message says by whom. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked'
}

const LOAD_MS_MAX = 600_000
const STOP_MS_MAX = 10_000
/** The lock of a server that has ended may be a moment in coming free: its rewrite in the background holds it too. */
const LOCK_TRIES = 200
const LOCK_RETRY_MS = 50
/** The first start after an end is at once; of a server that ends over and over each next one comes later. */
const REVIVAL_MS_LEAST = 500
const REVIVAL_MS_MAX = 30_000
/** A server that has lived so long was well. */
const WELL_MS = 60_000

const FREE_BYTES_LOW = 64 * 2 ** 20

export async function startRedis(options: RedisOptions): Promise<EmbeddedRedis> {
  const files = usableFiles(options.dataDir)
  const report = options.report ?? (sentence => process.stderr.write(`[redis] ${sentence}\n`))
  let child = await start(options, files)
  let stopping = false
  let revival: Promise<void> = Promise.resolve()
  const stopped = new AbortController()
  let readyAtMs = performance.now()
  /** Ends one after the other. */
  let endCount = 0

  const watch = () => {
    child.once('exit', (code, signal) => {
      if (!stopping && options.restart !== false) revival = revive(signal ?? `exit code ${code}`)
    })
  }
  async function revive(ending: string): Promise<void> {
    if (performance.now() - readyAtMs >= WELL_MS) endCount = 0
    let what = `redis-server ended unexpectedly (${ending})`
    while (!stopping) {
      endCount++
      const delayMs = endCount === 1 ? 0 : Math.min(REVIVAL_MS_LEAST * 2 ** (endCount - 2), REVIVAL_MS_MAX)
      const full = fullness(files.directory)
      report(`${what}; starting it again${delayMs === 0 ? '' : ` in ${delayMs / 1000} s`}${full}`)
      await wait(delayMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopping) return
      try {
        child = await start(options, files)
      } catch (error) {
        what = (error as Error).message
        continue
      }
      readyAtMs = performance.now()
      report(`redis-server is back as process ${child.pid}`)
      // one that ended at once has not been seen ending
      if (child.exitCode !== null || child.signalCode !== null) {
        what = `redis-server ended unexpectedly (${child.signalCode ?? `exit code ${child.exitCode}`})`
        continue
      }
      watch()
      return
    }
  }

  watch()
  return {
    url: urlOf(files.socket),
    get pid() {
      return child.pid!
    },
    async stop() {
      stopping = true
      stopped.abort()
      await revival
      await end(child)
      removeInstance(files.instance, child.pid!)
    },
  }
}

function usableFiles(dataDir: string): RedisFiles {
  return inDataDir(dataDir, () => {
    const files = redisFiles(dataDir)
    accessSync(files.directory, constants.W_OK)
    return files
  })
}

/** Where the running service of `dataDir` has its server, or null when none runs. */
export function runningRedis(dataDir: string): string | null {
  const instance = instanceOf(dataDir)
  return instance && isAlive(instance.server) && isAlive(instance.owner) ? urlOf(instance.socket) : null
}

/** Whether a server has the files of `dataDir` open, also one whose parent was killed. */
export function hasServer(dataDir: string): boolean {
  const instance = instanceOf(dataDir)
  return instance !== null && isAlive(instance.server)
}

/** Makes nothing where there is no data. */
const instanceOf = (dataDir: string): Instance | null =>
  existsSync(join(dataDir, REDIS_FOLDER)) ? readInstance(usableFiles(dataDir).instance) : null

const urlOf = (socket: string): string => `unix://${encodeURI(socket)}`

/** Starts a server, or throws DataDirLocked, or an error with the server's last words. */
async function start(options: RedisOptions, files: RedisFiles): Promise<ChildProcess> {
  const binary = options.binary ?? process.env.REDIS_SERVER
  if (!binary)
    throw new Error('no redis-server: start through npm, or set REDIS_SERVER to its path, or REDIS_URL to a server')
  for (let attempt = 0; ; attempt++) {
    const launched = await launch({ binary, files, loadMsMax: options.loadMsMax ?? LOAD_MS_MAX })
    if (launched.state === 'failed') throw new Error(launched.reason)
    if (launched.state === 'ready') {
      try {
        writeInstance(files.instance, {
          owner: processName(process.pid),
          server: processName(launched.child.pid!),
          socket: files.socket,
          startedAt: new Date().toISOString(),
        })
      } catch (error) {
        await end(launched.child)
        throw error
      }
      return launched.child
    }
    const holder = readInstance(files.instance)
    const held = holder && isAlive(holder.owner) && isAlive(holder.server)
    if (held || attempt === LOCK_TRIES) {
      throw new DataDirLocked(
        held
          ? `The data folder ${options.dataDir} is in use by process ${holder.owner.pid} since ${holder.startedAt}; stop it, or set DATA_DIR to another folder.`
          : `The data folder ${options.dataDir} is in use by a redis-server that cannot be seen from here (lock ${files.lock}).`,
      )
    }
    // its parent was killed: stop it like any server, its data is on disk
    if (holder && isAlive(holder.server)) signal(holder.server, 'SIGTERM')
    await wait(LOCK_RETRY_MS)
  }
}

/** Said where it is the likely reason: a redis-server that cannot write its file ends. */
function fullness(directory: string): string {
  const { bavail, bsize } = statfsSync(directory)
  const freeBytes = bavail * bsize
  return freeBytes >= FREE_BYTES_LOW ? '' : `; its disk has ${Math.floor(freeBytes / 2 ** 20)} MB free (${directory})`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(impatient)
}

function signal(name: ProcessName, kind: NodeJS.Signals): void {
  try {
    process.kill(name.pid, kind)
  } catch {
    // it ended by itself
  }
}
