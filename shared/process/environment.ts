/**
 * The environment of this process and machine -> Config; a mistake ends the process with all of them listed. The folder holds
 * what every process of the service begins with; unlike the rest of shared it touches the process.
 */
import { availableParallelism, totalmem } from 'node:os'
import { type Config, type ConfigOutcome, type Machine, readConfig } from '../config/config.ts'
import { tlsMistakes } from '../redis/tls-files.ts'

export const thisMachine = (): Machine => ({ coreCount: availableParallelism(), memoryBytes: totalmem() })

/** The files that settings name are looked at, too. */
export function readEnvironment(): ConfigOutcome {
  const outcome = readConfig(process.env, thisMachine())
  if (!outcome.ok) return outcome
  const mistakes = tlsMistakes(outcome.config, Date.now())
  return mistakes.length === 0 ? outcome : { ok: false, mistakes }
}

/** Exit code of a configuration that cannot be used (sysexits EX_CONFIG). */
export const EX_CONFIG = 78

export function configOrExit(): Config {
  const outcome = readEnvironment()
  if (outcome.ok) return outcome.config
  for (const mistake of outcome.mistakes) process.stderr.write(`config: ${mistake}\n`)
  process.exit(EX_CONFIG)
}
