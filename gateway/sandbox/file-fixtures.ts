/** Sample project files, of our own making. */
import { readFileSync } from 'node:fs'
import { FILE_MEDIA_TYPES } from '../../shared/contract/schedule/file-media-types.ts'

export interface FileFixture {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly task_count: number
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export const FILE_FIXTURES: readonly FileFixture[] = [
  {
    name: 'update.xer',
    title: 'Footbridge as an XER',
    description:
      'A project file of Primavera P6 of the same footbridge, eleven weeks into the work, in two calendars: office, 5 days of 8 hours, and site, 6 days of 10 hours. Send it as it is to any analysis of one schedule.',
    task_count: 19,
    mediaType: FILE_MEDIA_TYPES.xer,
    bytes: readFileSync(new URL('./update.xer', import.meta.url)),
  },
]
