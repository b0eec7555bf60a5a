/** The commands, in the order of the help; the help: commands, options, exit codes; the versions. */
import { readFileSync } from 'node:fs'
import { ENGINE_VERSION } from '../engine/write/engine-version.ts'
import { health, list, path, run } from './command/analyses.ts'
import { compare } from './command/compare.ts'
import { convert } from './command/convert.ts'
import { jobs } from './command/jobs.ts'
import { report } from './command/report.ts'
import { EXIT, EXIT_WORDS } from './mistakes.ts'
import { OPTION_ROWS, type OptionName, takesOption } from './options.ts'
import type { Command } from './outcome.ts'
import { type Cell, type Layout, table, wrapped } from './terminal.ts'

export const COMMANDS: Readonly<Record<string, Command>> = { health, path, compare, report, run, convert, jobs, list }

const ABOUT =
  'sis scores, computes and compares project schedules: XER and XML of Primavera P6, XML of Microsoft Project, and JSON as the service takes it.'

const optionRows = (takes: (name: OptionName) => boolean): Cell[][] =>
  OPTION_ROWS.filter(({ name }) => takes(name)).map(row => {
    const short = 'short' in row ? `-${row.short}, ` : '    '
    const value = 'value' in row ? ` ${row.value}` : ''
    return [{ text: `${short}--${row.name}${value}` }, { text: row.about }]
  })

export const commandHelp = ({ usage, about, options }: Command, layout: Layout): string[] => [
  ...wrapped(`sis ${usage}`, layout.width),
  '',
  ...wrapped(`${about[0]!.toUpperCase()}${about.slice(1)}.`, layout.width),
  ...(options.includes('project') ? ['A FILE may be - for standard input.'] : []),
  '',
  ...table(
    optionRows(name => takesOption(options, name)),
    layout,
  ),
]

export function help(layout: Layout): string[] {
  const options = optionRows(() => true)
  const head = (text: string): string[] => ['', layout.paint('bold', text)]
  return [
    ...wrapped(ABOUT, layout.width),
    ...head('Commands'),
    ...table(
      Object.values(COMMANDS).map(({ usage, about }) => [{ text: `sis ${usage}` }, { text: about }]),
      layout,
    ),
    '',
    ...wrapped('sis help COMMAND has the options of one command. A FILE may be - for standard input.', layout.width),
    ...head('Options'),
    ...table(options, layout),
    ...head('Exit codes'),
    ...table(
      Object.entries(EXIT).map(([name, code]) => [
        { text: String(code) },
        { text: EXIT_WORDS[name as keyof typeof EXIT] },
      ]),
      layout,
    ),
  ]
}

/** The versions of the software and of the engine: results carry the second, and are the same as long as it is. */
export function versionLine(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `sis ${version} (engine ${ENGINE_VERSION}, Node ${process.versions.node})`
}
