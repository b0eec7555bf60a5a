/**
 * The disk of a redis-server. With appendfsync always, a server that cannot write exits, and it cannot start again while its disk is
 * full. So free space is checked before it runs out. It is known for a server on this machine that is behind a unix socket, as the
 * embedded one is. For other servers INFO reports whether their latest writes failed.
 */
import { statfs } from 'node:fs/promises'
import type { Redis } from 'ioredis'

export interface Disk {
  /** null: the server runs on another machine, or its folder is not visible here. */
  readonly free: {
    readonly directory: string
    readonly bytes: number
    /** What the server needs to rewrite its append-only file: about the size of its records in memory. */
    readonly rewriteBytes: number
  } | null
  /** The write that failed, so that the server refuses writes; undefined: none. */
  readonly failure: string | undefined
  /** The last rewrite failed; the server continues with the existing file. */
  readonly hasRewriteFailed: boolean
}

/** Name of a status in INFO, and what failed. After either failure Redis refuses writes (MISCONF). */
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
    // this user may not run the command
    if ((error as Error).name === 'ReplyError') return null
    throw error
  }
}

/** null: the folder does not exist for this process, for example when only the socket of another container is shared. */
async function freeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return null
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`

/** Why no job may be accepted; undefined: nothing is wrong. freeBytesMin: must be free in addition to the space for a rewrite. */
export function diskProblem({ free, failure }: Disk, freeBytesMin: number): string | undefined {
  if (failure !== undefined) return failure
  if (free === null || free.bytes >= freeBytesMin + free.rewriteBytes) return undefined
  return `its disk has ${megabytes(free.bytes)} free (${free.directory}), but it needs at least ${megabytes(freeBytesMin + free.rewriteBytes)}: REDIS_DISK_FREE_MIN (${megabytes(freeBytesMin)}) plus the size of its records (${megabytes(free.rewriteBytes)})`
}
