/** Who sits at this machine: how a command refuses, the line that runs an operator's command, and whether the page at / is theirs. */
import { resolve } from 'node:path'
import { TIER_NAMES } from '../shared/contract/tiers.ts'
import type { Config } from '../shared/platform/config/config.ts'

/** Says why a command does not do what it is asked, and ends it. */
export function refuse(sentence: string, exitCode = 1): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(exitCode)
}

/** A word as a shell reads it unchanged. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** A Redis URL with a password is left for the operator to say: it belongs on no screen. */
const hasPassword = (url: string): boolean => /@|password=/i.test(url)

/** The line that runs an operator's command against the store of this very service, wherever its settings put it. */
export function adminCommand(env: NodeJS.ProcessEnv, words: string): string {
  const line = `npm run --silent admin -- ${words}`
  if (env.REDIS_URL)
    return hasPassword(env.REDIS_URL) ? `REDIS_URL=... ${line}` : `REDIS_URL=${quoted(env.REDIS_URL)} ${line}`
  return env.DATA_DIR ? `DATA_DIR=${quoted(resolve(env.DATA_DIR))} ${line}` : line
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/

/**
 * What the gateway's environment has beside that of the operator, who may have said it himself: on embedded defaults whoever sits at this machine
 * owns it, and the page at / gets a key of the highest tier (PAGE_TIER).
 */
export function pageTierHere(
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<Config, 'host' | 'redisUrl' | 'publicUrl' | 'trustedProxyHops'>,
): { readonly PAGE_TIER?: string } {
  const isAlone =
    LOOPBACK.test(config.host) &&
    config.redisUrl === undefined &&
    config.publicUrl === undefined &&
    config.trustedProxyHops === 0
  return isAlone && !env.PAGE_TIER ? { PAGE_TIER: TIER_NAMES.at(-1)! } : {}
}
