import type { Command } from '../command.ts'
import { listActions } from '../operator-audit.ts'
import { printed, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

const SHOWN_MAX = 1_000

export const auditList: Command = {
  name: 'audit list',
  summary: 'List the actions of operators, newest first.',
  isReading: true,
  operands: [],
  options: JSON_OPTION,
  async run(client, { options }) {
    const actions = await listActions(client, SHOWN_MAX)
    const rows = actions.map(({ atMs, ...rest }) => ({ at: timeText(atMs), ...rest }))
    return printed(rows, options)
  },
}
