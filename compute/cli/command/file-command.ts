/** A command whose words are files: a wrong number of them is reported before anything runs. */
import type { Command } from '../context.ts'
import { UsageError } from '../usage-error.ts'

interface Files {
  readonly least: number
  readonly most: number
  /** "one file" */
  readonly words: string
}

export const ONE_FILE: Files = { least: 1, most: 1, words: 'one file' }
export const TWO_FILES_OR_MORE: Files = {
  least: 2,
  most: Number.POSITIVE_INFINITY,
  words: 'at least two files, the oldest first',
}

export const fileCommand = ({ least, most, words }: Files, command: Command): Command => ({
  ...command,
  async run(context) {
    const count = context.paths.length
    if (count >= least && count <= most) return command.run(context)
    throw new UsageError(`sis ${command.usage.split(' ')[0]} takes ${words}.`)
  },
})

/** Results of several analyses as one JSON: each by the id of its analysis. */
export const jsonOf = (results: Readonly<Record<string, string>>): string =>
  `{${Object.entries(results)
    .map(([id, json]) => `${JSON.stringify(id)}:${json}`)
    .join(',')}}\n`
