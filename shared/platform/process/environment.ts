/**
 * Reads the Config from the environment and the machine. If there are mistakes, lists them all and ends the process. This folder has the
 * start-up code of all processes; unlike the rest of shared it accesses the process.
 */
import { availableParallelism, totalmem } from 'node:os'
import { type Config, type ConfigOutcome, type Machine, readConfig } from '../config/config.ts'
import { misnamedSettings } from '../config/misnamed.ts'
import { tlsMistakes } from '../redis/tls-files.ts'

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
