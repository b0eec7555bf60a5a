/** sis list: the analyses. */
import { analyses } from '../../../shared/analysis/analyses.ts'
import type { Command } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { table } from '../table.ts'

export const list: Command = {
  usage: 'list',
  about: 'names of the analyses',
  options: [],
  async run({ options, layout, print }) {
    const rows = analyses.map(({ id, summary }) => ({ id, summary }))
    if (options.json === true) print(`${JSON.stringify(rows)}\n`)
    else
      print(
        table(
          rows.map(({ id, summary }) => [{ text: id }, { text: summary }]),
          layout,
        ),
      )
    return EXIT.ok
  },
}
