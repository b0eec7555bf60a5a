/**
 * The disk that a redis-server writes to. With appendfsync always a server that cannot write ends, and one whose disk is still full cannot
 * start, so room is looked at before it is gone. Free bytes are known where the server runs on this machine: one behind a unix socket,
 * as the embedded one. Of others what INFO tells is known: whether their latest writes failed.
 */
import { statfs } from 'node:fs/promises'
import type { Redis } from 'ioredis'

export interface Disk {
  /** null: the server runs elsewhere, or its folder is not to be seen from here. */
  readonly free: {
    readonly directory: string
    readonly bytes: number
    /** What the server needs to write its append-only file anew: about its records in memory. */
    readonly rewriteBytes: number
  } | null
  /** What it could not write the last time, so that it refuses writes; undefined = nothing. */
  readonly failure: string | undefined
  /** It goes on with the file that it has. */
  readonly hasRewriteFailed: boolean
}

/** Name of a status in INFO -> what failed. After either one Redis refuses writes (MISCONF). */
const STATUSES: readonly (readonly [string, string])[] = [
  ['aof_last_write_status', 'its last write to the append-only file failed'],
  ['rdb_last_bgsave_status', 'its last snapshot failed'],
]

export async function diskOf(server: Redis): Promise<Disk> {
  const [persistence, memory, directory] = await Promise.all([
    server.info('persistence'),
    server.info('memory'),
    server.options.path === undefined ? null : directoryOf(server),
  ])
  const hasFailed = (name: string): boolean => new RegExp(`^${name}:err`, 'm').test(persistence)
  const bytes = directory === null ? null : await freeBytes(directory)
  const rewriteBytes = Number(/^used_memory_dataset:(\d+)/m.exec(memory)?.[1] ?? 0)
  return {
    free: directory === null || bytes === null ? null : { directory, bytes, rewriteBytes },
    failure: STATUSES.find(([name]) => hasFailed(name))?.[1],
    hasRewriteFailed: hasFailed('aof_last_bgrewrite_status'),
  }
}

async function directoryOf(server: Redis): Promise<string | null> {
  try {
    const reply = (await server.config('GET', 'dir')) as string[] | Record<string, string>
    return (Array.isArray(reply) ? reply[1] : reply.dir) ?? null
  } catch (error) {
    // a user that may not ask
    if ((error as Error).name === 'ReplyError') return null
    throw error
  }
}

/** null: it is not there for this process, as that of a server in another container whose socket is shared. */
async function freeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return null
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`

/** Why no job may come in; undefined = nothing is wrong. freeBytesMin: that must be free beside a rewrite. */
export function diskProblem({ free, failure }: Disk, freeBytesMin: number): string | undefined {
  if (failure !== undefined) return failure
  if (free === null || free.bytes >= freeBytesMin + free.rewriteBytes) return undefined
  return `its disk has ${megabytes(free.bytes)} free (${free.directory}), at least ${megabytes(freeBytesMin + free.rewriteBytes)} are needed: REDIS_DISK_FREE_MIN (${megabytes(freeBytesMin)}) and as much as its records take (${megabytes(free.rewriteBytes)})`
}
