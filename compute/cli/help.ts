/** The help: commands, options, exit codes. */
import { COMMANDS } from './commands.ts'
import type { Command } from './context.ts'
import { EXIT, EXIT_WORDS } from './exit-codes.ts'
import { OPTION_ROWS, type OptionName, takesOption } from './options.ts'
import { type Cell, type Layout, table, wrapped } from './table.ts'

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
