/** The data folder of a service: whether one has used it, what can be wrong with it, as one sentence for whoever starts it, the key that is kept there, and the objects beside it. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SecretBox } from '../shared/platform/callback/secrets.ts'
import { makeFolder } from '../shared/platform/process/make-folder.ts'

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
class DataDirUnusable extends Error {
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

const KEY_BYTES = 32

/**
 * The key that seals signing secrets (SECRETS_KEY) for a service that was given none, as base64: made once, kept beside its data. The file is readable
 * by its owner alone; whoever loses it loses the secrets, not the jobs.
 */
export const keptSecretsKey = (dataDir: string): string => inDataDir(dataDir, () => kept(dataDir))

function kept(dataDir: string): string {
  const file = join(dataDir, SECRETS_KEY_FILE)
  makeFolder(dataDir)
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // on a full disk it was made and not written
      rmSync(file, { force: true })
      throw error
    }
  }
  const key = readFileSync(file, 'utf8').trim()
  try {
    void new SecretBox(key)
    return key
  } catch {
    throw new DataDirUnusable(
      `The data folder cannot be used at ${file}: it holds no key of ${KEY_BYTES} bytes; put the right one back, or remove it and lose the signing secrets that it sealed.`,
    )
  }
}

/**
 * The store of objects of a service with the embedded redis-server: a folder beside its data, unless OBJECT_STORE names another. dataDir undefined:
 * Redis is the operator's, and so is the choice.
 */
export const objectStoreBeside = (env: NodeJS.ProcessEnv, dataDir: string | undefined): { OBJECT_STORE?: string } =>
  env.OBJECT_STORE || dataDir === undefined ? {} : { OBJECT_STORE: pathToFileURL(join(dataDir, 'objects')).href }
