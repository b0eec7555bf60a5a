/** What an operator's command is: one file each in command/, listed in main.ts, which parses, helps and prints. */
import type { RedisClient } from '../../shared/redis/connect.ts'

export interface CommandOption {
  /** Name of the value in the help; absent: the option takes none. */
  readonly value?: string
  readonly meaning: string
}

export interface Command {
  /** "key create". */
  readonly name: string
  /** It changes nothing, so it leaves no entry in the audit. */
  readonly isReading?: true
  readonly summary: string
  /** Names of the words after the command, all required. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** Returns what is printed. */
  run(client: RedisClient, input: Input): Promise<string>
}

export interface Input {
  /** As many as the command has operands. */
  readonly operands: readonly string[]
  /** Value of each option given; '' for an option without one. */
  readonly options: Readonly<Record<string, string | undefined>>
}

/** The command line makes no sense: exit code 2, with the help of the command. */
export class UsageError extends Error {}

/** The command makes sense but cannot be done: exit code 1. */
export class CommandError extends Error {}

/** Recorded in the audit stream. */
export const ACTOR = 'operator'
