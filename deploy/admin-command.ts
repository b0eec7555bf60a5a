/** The line that runs an operator's command against the store of this very service, wherever its settings put it. */
import { resolve } from 'node:path'

/** A word as a shell reads it unchanged. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** A Redis URL with a password is left for the operator to say: it belongs on no screen. */
const hasPassword = (url: string): boolean => /@|password=/i.test(url)

export function adminCommand(env: NodeJS.ProcessEnv, words: string): string {
  const line = `npm run --silent admin -- ${words}`
  if (env.REDIS_URL)
    return hasPassword(env.REDIS_URL) ? `REDIS_URL=... ${line}` : `REDIS_URL=${quoted(env.REDIS_URL)} ${line}`
  return env.DATA_DIR ? `DATA_DIR=${quoted(resolve(env.DATA_DIR))} ${line}` : line
}
