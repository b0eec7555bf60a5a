/** sis example: the claim of the footbridge as files, written by this program from the schedules of the sandbox, so that a reader starts from what an analyst gets. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CLAIM_EVENTS, CLAIM_UPDATES } from '../../../shared/contract/endpoint/examples/claim.ts'
import { unwritable, writeTo } from '../disk.ts'
import { convertBody } from '../local-run.ts'
import { type Command, EXIT, RunError, UsageError } from '../outcome.ts'

/** The files by name: the updates in the order of their data dates, and the events beside them. */
function claimFiles(): ReadonlyMap<string, Buffer> {
  const files = CLAIM_UPDATES.map(({ name, body }) => [
    name,
    convertBody(Buffer.from(JSON.stringify(body)), 'xer', 'Footbridge').bytes,
  ])
  return new Map([
    ...(files as [string, Buffer][]),
    ['footbridge-claim-events.json', Buffer.from(`${JSON.stringify({ delay_events: CLAIM_EVENTS }, null, 2)}\n`)],
  ])
}

export const example: Command = {
  usage: 'example FOLDER',
  about: 'four updates of a footbridge as XER and the events of its claim, to try the forensic commands on',
  options: [],
  async run({ paths, print }) {
    if (paths.length !== 1) throw new UsageError('sis example takes one folder.')
    const [folder] = paths as [string]
    try {
      mkdirSync(folder, { recursive: true })
    } catch (error) {
      throw new RunError([unwritable(folder, error)])
    }
    const names = Array.from(claimFiles(), ([name, bytes]) => {
      writeTo(join(folder, name), bytes)
      return join(folder, name)
    })
    print(names)
    return EXIT.ok
  },
}
