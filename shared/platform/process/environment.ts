/**
 * Reads the Config from the environment and the machine. If there are mistakes, lists them all and ends the process. This folder has the
 * start-up code of all processes; unlike the rest of shared it accesses the process.
 */
import { availableParallelism, totalmem } from 'node:os'
import { type Config, type ConfigOutcome, type Machine, misnamedSettings, readConfig } from '../config/config.ts'
import { redisTls, tlsMistakes } from '../redis/tls-files.ts'
import { tlsProblem } from '../redis/tls-handshake.ts'

export const thisMachine = (): Machine => ({ coreCount: availableParallelism(), memoryBytes: totalmem() })

/** Also checks the files that settings name. */
export function readEnvironment(): ConfigOutcome {
  const outcome = readConfig(process.env, thisMachine())
  if (!outcome.ok) return outcome
  const mistakes = tlsMistakes(outcome.config, Date.now())
  return mistakes.length === 0 ? outcome : { ok: false, mistakes }
}

/** Exit code for an invalid configuration (sysexits EX_CONFIG). */
export const EX_CONFIG = 78

export function configOrExit(): Config {
  const outcome = readEnvironment()
  if (outcome.ok) return outcome.config
  for (const mistake of outcome.mistakes) process.stderr.write(`config: ${mistake}\n`)
  process.exit(EX_CONFIG)
}

/** For a person who has just set them. Not for processes in containers, which somebody else's variables may reach. */
export function tellMisnamed(): void {
  for (const sentence of misnamedSettings(process.env, thisMachine())) process.stderr.write(`config: ${sentence}\n`)
}

// The Redis address and TLS options at start-up. If they are invalid, prints one sentence and ends the process.

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
