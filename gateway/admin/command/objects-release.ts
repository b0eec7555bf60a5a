import { releaseObjects } from '../../../shared/jobs/redis/object-hold.ts'
import type { Command } from '../command.ts'

export const objectsRelease: Command = {
  name: 'objects release',
  summary: 'End what "objects hold" began.',
  operands: [],
  options: {},
  async run(client) {
    return (await releaseObjects(client)) ? 'objects are removed again' : 'nobody held them'
  },
}
