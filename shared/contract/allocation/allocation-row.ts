/** The row of POST /api/v1/resources/allocate: levelling in the form of the specification. It is made of the row of the analysis, so it stands behind it. */
import Type from 'typebox'
import { LevellingRequest, levellingOptions } from '../analysis/levelling/request.ts'
import { levellingRow } from '../analysis/levelling/row.ts'
import { ConvertedSchedule } from '../endpoint/data/schedule-data.ts'
import { ALLOCATION_ID, ALLOCATION_PATH } from '../endpoint/paths.ts'
import { flag } from '../endpoint/request-fields.ts'
import { json, service } from '../endpoint/service/service-row.ts'
import { RESOURCES_MAX, ScheduleResource } from '../schedule/resources.ts'
import { taskList } from '../schedule/task.ts'

const AllocateRequest = Type.Object({
  ...LevellingRequest.properties,
  tasks: taskList(0),
  options: Type.Optional(
    Type.Object(
      {
        ...levellingOptions,
        include_schedule: flag(
          'Add the levelled schedule as a request body: tasks that were delayed have a start no earlier than their new start.',
          false,
        ),
      },
      { description: 'Options of the analysis.' },
    ),
  ),
  resources: Type.Optional(
    Type.Array(Type.Union([Type.String(), ScheduleResource]), {
      maxItems: RESOURCES_MAX,
      description:
        'Names: the resources that are levelled; absent: all with a limit. Objects: types, calendars and limits of the resources that tasks name.',
    }),
  ),
})

const AllocateReply = Type.Object({
  // with the names of tasks beside their ids
  allocation: levellingRow.data,
  message: Type.String({ description: 'What levelling did, in sentences.' }),
  schedule: Type.Optional(ConvertedSchedule),
})

export const allocationRow = service(ALLOCATION_ID, 'POST', ALLOCATION_PATH, 'Resource allocation (levelling)', {
  identity: 'key',
  meter: 'analysis',
  body: AllocateRequest,
  reader: 'strict',
  takesFiles: true,
  searches: true,
  description:
    'Delays tasks until no resource has more to do than its limit, and says which task waits for which resource, until when. `allocation` is `data` of POST /api/v1/analysis/levelling, which large schedules are sent to as jobs.',
  replies: { 200: json('The levelled schedule.', AllocateReply) },
})
