import { releaseObjects } from '../../../shared/jobs/redis/object-hold.ts'
import type { Command } from '../command.ts'

export const objectsRelease: Command = {
  name: 'objects release',
  summary: 'End the suspension started by "objects hold".',
  operands: [],
  options: {},
  async run(client) {
    return (await releaseObjects(client)) ? 'removal of objects continues' : 'nobody held them'
  },
}
