/** The data folder of a service: whether one has used it, and what can be wrong with it, as one sentence for whoever starts it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the folders of Redis and of the store of objects. */
export const REDIS_FOLDER = 'redis'
export const SECRETS_KEY_FILE = 'secrets.key'

/** Faults of a folder, by the code of the system. */
const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it cannot be made there',
}

/** The folder cannot be made or written; the message says why and what to do. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'
}

/** Work on the files of the folder. A fault of the folder is thrown as DataDirUnusable, any other as it is. */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code = '', path = dataDir } = error as NodeJS.ErrnoException
    const fault = FAULTS[code]
    if (fault === undefined) throw error
    throw new DataDirUnusable(
      `The data folder cannot be used at ${path}: ${fault} (${code}); set DATA_DIR to a folder of yours.`,
    )
  }
}

/** Whether a service has kept something there. Makes nothing. */
export const hasData = (dataDir: string): boolean =>
  inDataDir(dataDir, () => [REDIS_FOLDER, SECRETS_KEY_FILE].some(name => isThere(join(dataDir, name))))

/** A folder that may not be looked into is a fault. existsSync, and statSync without an error for what is absent, would say that nothing is there. */
function isThere(path: string): boolean {
  try {
    return statSync(path) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
