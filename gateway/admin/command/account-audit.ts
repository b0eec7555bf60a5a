import { keys } from '../../../shared/redis/keys.ts'
import type { Command } from '../command.ts'
import { printed, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

const SHOWN_MAX = 1_000

/** The whole id is needed, since a deleted account is in no index any more. */
export const accountAudit: Command = {
  name: 'account audit',
  summary: 'List the changes to an account and its keys, newest first; also of a deleted account.',
  isReading: true,
  operands: ['account'],
  options: JSON_OPTION,
  async run(client, { operands, options }) {
    const entries = await client.xrevrange(keys.audit(operands[0]!), '+', '-', 'COUNT', SHOWN_MAX)
    const rows = entries.map(([entry, [, action = '', , actor = '', , detail = '']]) => ({
      at: timeText(Number(entry.split('-')[0])),
      action,
      actor,
      detail,
    }))
    return printed(rows, options)
  },
}
