/** Commands for the service itself: its diagnosis, contact forms, the audit of operators, the page. */
import { readEnvironment } from '../../../shared/platform/process/environment.ts'
import { openingAddress } from '../../service/page-keys.ts'
import { listMessages, removeMessage } from '../../store/contact.ts'
import { type Command, CommandError, JSON_OPTION, printed, timeText } from '../command.ts'
import { diagnose } from '../diagnosis.ts'
import { listActions } from '../operator-audit.ts'

/** Exit code 1 when something is wrong, so that a monitor can call it. */
export const doctor: Command = {
  name: 'doctor',
  summary:
    'Check settings, Redis, keys, jobs, objects, tiers and states, incomplete deletions, callbacks and payments.',
  isReading: true,
  operands: [],
  options: JSON_OPTION,
  async run(client, { options }) {
    const findings = await diagnose(client, readEnvironment())
    const text = printed(
      findings.map(({ check, state, detail }) => ({ check, state, detail })),
      options,
    )
    if (findings.some(({ state }) => state === 'problem')) throw new CommandError(text)
    return text
  },
}

const SHOWN_MAX = 1_000
/** Characters of a message in a table. */
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

export const contactRemove: Command = {
  name: 'contact remove',
  summary: 'Remove a contact form.',
  operands: ['submission'],
  options: {},
  async run(client, { operands }) {
    const [submissionId] = operands
    if (!(await removeMessage(client, submissionId!)))
      throw new CommandError(`contact form ${submissionId} does not exist`)
    return `contact form ${submissionId} is removed`
  },
}

const ACTIONS_SHOWN_MAX = 1_000

export const auditList: Command = {
  name: 'audit list',
  summary: 'List the actions of operators, newest first.',
  isReading: true,
  operands: [],
  options: JSON_OPTION,
  async run(client, { options }) {
    const actions = await listActions(client, ACTIONS_SHOWN_MAX)
    const rows = actions.map(({ atMs, ...rest }) => ({ at: timeText(atMs), ...rest }))
    return printed(rows, options)
  },
}

export const pageOpen: Command = {
  name: 'page open',
  summary: 'Print the address that gives another browser of this machine the key of the page (PAGE_TIER).',
  operands: [],
  options: {},
  async run(client) {
    const outcome = readEnvironment()
    const isKnown = outcome.ok && outcome.config.port !== 0
    return openingAddress(client, isKnown ? String(outcome.config.port) : 'PORT')
  },
}
