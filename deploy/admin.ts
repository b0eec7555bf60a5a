/**
 * `npm run admin`: the operator's commands against the embedded redis-server of DATA_DIR, the one of the running service or one
 * started for the moment of the command; or against REDIS_URL. A folder that no service has used is refused: a key that is made there opens nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasData, keptSecretsKey, objectStoreBeside } from './data-dir.ts'
import { runningRedis, startRedis } from './redis/embedded.ts'
import { refuse } from './terminal.ts'

const words = process.argv.slice(2)
const wantsHelp = words.length === 0 || words.includes('--help') || words.includes('-h')
const dataDir = resolve(process.env.DATA_DIR || './data')

interface Store {
  readonly url: string
  /** The key that the service made for itself: the doctor looks whether it opens what it sealed. */
  readonly secretsKey: string
  stop?(): Promise<void>
}

/** The Redis of the running service, else one for the moment of the command. */
async function store(): Promise<Store> {
  try {
    if (!hasData(dataDir))
      refuse(
        `No service has data in ${dataDir} (DATA_DIR): start yours there with npm start, or set DATA_DIR to its data folder or REDIS_URL to its Redis.`,
      )
    const secretsKey = process.env.SECRETS_KEY || keptSecretsKey(dataDir)
    const running = runningRedis(dataDir)
    if (running !== null) return { url: running, secretsKey }
    const { url, stop } = await startRedis({ dataDir })
    process.stderr.write(
      `No service runs on ${dataDir} (DATA_DIR); the command works on the data there. If yours runs elsewhere, set DATA_DIR to its data folder or REDIS_URL to its Redis.\n`,
    )
    return { url, secretsKey, stop }
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const redis = process.env.REDIS_URL || wantsHelp ? undefined : await store()
const env = {
  ...process.env,
  ...(redis && { REDIS_URL: redis.url, SECRETS_KEY: redis.secretsKey }),
  ...objectStoreBeside(process.env, redis && dataDir),
}
const main = fileURLToPath(new URL('../gateway/admin/main.ts', import.meta.url))
const command = spawn(process.execPath, [main, ...words], { env, stdio: 'inherit' })
// a Ctrl-C at the terminal reaches the command too; wait for its end
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => command.kill(signal))
const [code] = (await once(command, 'exit')) as [number | null]
await redis?.stop?.()
process.exitCode = code ?? 1
