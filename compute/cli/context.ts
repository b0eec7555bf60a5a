/** What a command works with. */

import type { OptionName, Options } from './options.ts'
import type { Runner } from './outcome.ts'
import type { Progress } from './progress.ts'
import type { Service } from './service.ts'
import type { Layout } from './table.ts'

export interface Context {
  readonly paths: readonly string[]
  readonly options: Options
  readonly layout: Layout
  readonly progress: Progress
  readonly run: Runner
  /** undefined: analyses run in this process. */
  readonly service: Service | undefined
  /** To standard error: what a reader of the result should know beside it. */
  note(line: string): void
  /** To standard output, or to the file of --output. */
  print(lines: readonly string[] | string | Uint8Array): void
}

/** A command and its exit code. */
export interface Command {
  readonly usage: string
  readonly about: string
  /** Beside those that every command takes (options.ts). */
  readonly options: readonly OptionName[]
  readonly run: (context: Context) => Promise<number>
}
