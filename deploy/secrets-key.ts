/** The key that seals signing secrets (SECRETS_KEY) for a service that was given none: made once, kept beside its data. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inDataDir } from './data-dir.ts'

const KEY_BYTES = 32

/** Base64. The file is readable by its owner alone; whoever loses it loses the secrets, not the jobs. */
export const keptSecretsKey = (dataDir: string): string => inDataDir(dataDir, () => kept(dataDir))

function kept(dataDir: string): string {
  const file = join(dataDir, 'secrets.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
