import { holdObjects, objectHold } from '../../../shared/jobs/redis/object-hold.ts'
import { type Command, CommandError, UsageError } from '../command.ts'

const HOLDER = 'operator'
const MS_PER_MINUTE = 60_000
const MINUTES_MAX = 1_440

/** For a copy that is made by hand; `npm run backup` holds them itself. */
export const objectsHold: Command = {
  name: 'objects hold',
  summary: 'Suspend the removal of objects, so that Redis and then the object store can be copied.',
  operands: [],
  options: { minutes: { value: 'number', meaning: `Duration in minutes, at most ${MINUTES_MAX}; default 60.` } },
  async run(client, { options }) {
    const text = options.minutes ?? '60'
    const minutes = Number(text)
    if (!/^\d{1,4}$/.test(text) || minutes < 1 || minutes > MINUTES_MAX)
      throw new UsageError(`--minutes ${text}: not a whole number from 1 to ${MINUTES_MAX}`)
    if (!(await holdObjects(client, HOLDER, minutes * MS_PER_MINUTE)))
      throw new CommandError(`${(await objectHold(client))?.holder ?? 'another operator'} already holds the objects`)
    return `no object is removed for ${minutes} minutes, except those of deleted accounts; "objects release" ends this`
  },
}
