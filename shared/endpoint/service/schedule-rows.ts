/** Schedules from one form into another. */
import { FILE_MEDIA_TYPES } from '../../schedule/file-media-types.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { CONVERT_PATH } from '../convert.ts'
import { ConvertedSchedule, ConvertQuery, ConvertRequest } from '../data/schedule-data.ts'
import { json, service } from './service-row.ts'

export const scheduleRows = [
  service('schedules.convert', 'POST', CONVERT_PATH, 'A schedule in another form', {
    identity: 'key',
    meter: 'analysis',
    tier: CAPABILITIES.import,
    query: ConvertQuery,
    body: ConvertRequest,
    reader: 'strict',
    takesFiles: true,
    description:
      'A project file as the JSON that every analysis takes, with the same result; with `?to=`, or by Accept, any schedule as Microsoft Project XML or XER. What was left out stands in metadata.import of any analysis of the same file.',
    replies: {
      200: {
        ...json('The schedule.', ConvertedSchedule),
        otherMediaTypes: [FILE_MEDIA_TYPES.ms_project_xml, FILE_MEDIA_TYPES.xer],
      },
    },
  }),
]
