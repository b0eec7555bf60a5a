/** The key that seals signing secrets (SECRETS_KEY) for a service that was given none: made once, kept beside its data. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SecretBox } from '../shared/callback/secrets.ts'
import { makeFolder } from '../shared/process/make-folder.ts'
import { DataDirUnusable, inDataDir, SECRETS_KEY_FILE } from './data-dir.ts'

const KEY_BYTES = 32

/** Base64. The file is readable by its owner alone; whoever loses it loses the secrets, not the jobs. */
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
