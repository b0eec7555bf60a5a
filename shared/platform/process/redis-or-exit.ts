/** The Redis address and TLS options at start-up. If they are invalid, prints one sentence and ends the process. */
import type { Config } from '../config/config.ts'
import { redisTls } from '../redis/tls-files.ts'
import { tlsProblem } from '../redis/tls-handshake.ts'
import { EX_CONFIG } from './environment.ts'

/** provider: the npm command that starts its own redis-server. */
export async function redisOrExit(config: Config, provider = 'npm start'): Promise<string> {
  const { redisUrl } = config
  if (redisUrl === undefined) return exit(`REDIS_URL is missing; \`${provider}\` provides an embedded redis-server`)
  const why = await tlsProblem(redisUrl, redisTls(config))
  return why === undefined ? redisUrl : exit(why)
}

function exit(sentence: string): never {
  process.stderr.write(`config: ${sentence}\n`)
  process.exit(EX_CONFIG)
}
