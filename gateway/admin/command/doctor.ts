import { readEnvironment } from '../../../shared/process/environment.ts'
import { type Command, CommandError } from '../command.ts'
import { diagnose } from '../diagnosis.ts'
import { printed } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

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
