import { listMessages } from '../../store/contact.ts'
import type { Command } from '../command.ts'
import { printed, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

const SHOWN_MAX = 1_000
/** Of a message in a table. */
const CUT_AT = 60

export const contactList: Command = {
  name: 'contact list',
  summary: 'List contact forms, newest first. --json shows the whole messages.',
  isReading: true,
  operands: [],
  options: JSON_OPTION,
  async run(client, { options }) {
    const isJson = options.json !== undefined
    const messages = await listMessages(client, SHOWN_MAX)
    const rows = messages.map(({ submissionId, receivedAtMs, kind, name, email, company, message }) => {
      const line = message.replace(/\s+/g, ' ')
      const shown = isJson ? message : line.length > CUT_AT ? `${line.slice(0, CUT_AT)}...` : line
      return { submission_id: submissionId, at: timeText(receivedAtMs), kind, name, email, company, message: shown }
    })
    return printed(rows, options)
  },
}
