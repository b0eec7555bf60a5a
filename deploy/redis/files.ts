/**
 * Where the embedded redis-server of a data directory keeps its things. The socket moves to a short private directory
 * when the path of the data directory is too long for a unix socket. Leaves starting and locking to others.
 */
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../../shared/platform/process/make-folder.ts'
import { REDIS_FOLDER } from '../data-dir.ts'

/** Folder of the append-only files, below the working directory of the server; the name that Redis gives it. */
export const APPEND_ONLY = 'appendonlydir'
/** sun_path of Linux has 108 bytes, one of them the closing zero. */
const SOCKET_PATH_BYTES_MAX = 107

export interface RedisFiles {
  /** Working directory of the server, 0700: append-only files, log, lock, instance record. */
  readonly directory: string
  readonly socket: string
  /** Output of the server. */
  readonly log: string
  /** Held by a kernel lock for the life of the server. */
  readonly lock: string
  /** Who started the server that holds the lock: see instance.ts. */
  readonly instance: string
}

/** Names the files below `dataDir` and creates their directories. */
export function redisFiles(dataDir: string): RedisFiles {
  makeFolder(dataDir)
  const directory = join(realpathSync(dataDir), REDIS_FOLDER)
  privateDirectory(directory)
  return {
    directory,
    socket: socketPath(directory),
    log: join(directory, 'redis.log'),
    lock: join(directory, 'lock'),
    instance: join(directory, 'instance.json'),
  }
}

function socketPath(directory: string): string {
  const near = join(directory, 'redis.sock')
  if (Buffer.byteLength(near) <= SOCKET_PATH_BYTES_MAX) return near
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `sis-${process.getuid?.() ?? 0}-${name}`)
  privateDirectory(short)
  return join(short, 'redis.sock')
}

/** A directory of ours that nobody else can enter. In a shared place somebody else may have laid the name first. */
function privateDirectory(path: string): void {
  makeFolder(path, 0o700)
  const found = lstatSync(path)
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new Error(`${path} must be a directory of the user who runs the service`)
  }
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700)
}
