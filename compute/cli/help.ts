/** The help: commands, options, exit codes. */
import { COMMANDS } from './commands.ts'
import { EXIT, EXIT_WORDS } from './exit-codes.ts'
import { OPTION_ROWS } from './options.ts'
import { type Layout, table, wrapped } from './table.ts'

const ABOUT =
  'sis scores, computes and compares project schedules: XER and XML of Primavera P6, XML of Microsoft Project, and JSON as the service takes it.'

export function help(layout: Layout): string[] {
  const options = OPTION_ROWS.map(row => {
    const short = 'short' in row ? `-${row.short}, ` : '    '
    const value = 'value' in row ? ` ${row.value}` : ''
    return [{ text: `${short}--${row.name}${value}` }, { text: row.about }]
  })
  const head = (text: string): string[] => ['', layout.paint('bold', text)]
  return [
    ...wrapped(ABOUT, layout.width),
    ...head('Commands'),
    ...table(
      Object.values(COMMANDS).map(({ usage, about }) => [{ text: `sis ${usage}` }, { text: about }]),
      layout,
    ),
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
