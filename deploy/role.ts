/**
 * `npm run gateway`, `npm run node`, `npm run deliverer`: one process of the service, on the Redis of REDIS_URL, or else beside the service
 * that `npm start` runs in DATA_DIR. This process becomes it, so that signals and exit codes are its own.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EX_CONFIG } from '../shared/platform/process/environment.ts'
import { NODE_FLAGS } from '../shared/platform/process/node-flags.ts'
import { keptSecretsKey, objectStoreBeside } from './data-dir.ts'
import { runningRedis } from './redis/embedded.ts'
import { ROLES } from './roles.ts'
import { refuse } from './terminal.ts'

const [name = '', ...rest] = process.argv.slice(2)
const role = ROLES.find(role => role.name === name)
if (role === undefined || rest.length > 0)
  refuse(`A role is one of ${ROLES.map(({ name }) => name).join(', ')}, with nothing behind it.`, EX_CONFIG)

/** What a process needs that `npm start` would give it. */
function besideTheService(): Record<string, string> {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  try {
    const url = runningRedis(dataDir)
    if (url !== null) {
      const secretsKey = process.env.SECRETS_KEY || keptSecretsKey(dataDir)
      return { REDIS_URL: url, SECRETS_KEY: secretsKey, ...objectStoreBeside(process.env, dataDir) }
    }
  } catch (error) {
    refuse((error as Error).message, EX_CONFIG)
  }
  refuse(
    `No Redis: REDIS_URL is not set, and no service runs in ${dataDir} (DATA_DIR). Set REDIS_URL to the Redis of the service; npm start runs everything with a Redis of its own.`,
    EX_CONFIG,
  )
}

const env = { ...process.env, ...(process.env.REDIS_URL ? {} : besideTheService()) }
const entry = fileURLToPath(new URL(`../${role.path}`, import.meta.url))
process.execve!(process.execPath, [process.execPath, ...NODE_FLAGS, entry], env)
