import { readEnvironment } from '../../../shared/process/environment.ts'
import { OPEN_PARAMETER, pageToken } from '../../service/page-visit.ts'
import type { Command } from '../command.ts'

export const pageOpen: Command = {
  name: 'page open',
  summary: 'Print the address that gives another browser of this machine the key of the page (PAGE_TIER).',
  operands: [],
  options: {},
  async run(client) {
    const outcome = readEnvironment()
    const port = outcome.ok && outcome.config.port !== 0 ? outcome.config.port : 'PORT'
    return `http://127.0.0.1:${port}/?${OPEN_PARAMETER}=${await pageToken(client)}`
  },
}
