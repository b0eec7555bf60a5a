/**
 * The environment of this process and machine -> Config; a mistake ends the process with all of them listed. The folder holds
 * what every process of the service begins with; unlike the rest of shared it touches the process.
 */
import { availableParallelism, totalmem } from 'node:os'
import { type Config, type ConfigOutcome, type Machine, readConfig } from '../config/config.ts'

export const thisMachine = (): Machine => ({ coreCount: availableParallelism(), memoryBytes: totalmem() })

export const readEnvironment = (): ConfigOutcome => readConfig(process.env, thisMachine())

/** Exit code of a configuration that cannot be used (sysexits EX_CONFIG). */
export const EX_CONFIG = 78

export function configOrExit(): Config {
  const outcome = readEnvironment()
  if (outcome.ok) return outcome.config
  for (const mistake of outcome.mistakes) process.stderr.write(`config: ${mistake}\n`)
  process.exit(EX_CONFIG)
}
