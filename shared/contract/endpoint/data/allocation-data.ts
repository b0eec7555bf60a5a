/** Body and reply of POST /api/v1/resources/allocate. */
import Type from 'typebox'
import { LevellingRequest, levellingOptions } from '../../analysis/levelling/request.ts'
import { levellingRow } from '../../analysis/levelling/row.ts'
import { RESOURCES_MAX, ScheduleResource } from '../../schedule/resources.ts'
import { taskList } from '../../schedule/task.ts'
import { flag } from '../request-fields.ts'
import { ConvertedSchedule } from './schedule-data.ts'

export const AllocateRequest = Type.Object({
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

export const AllocateReply = Type.Object({
  // with the names of tasks beside their ids
  allocation: levellingRow.data,
  message: Type.String({ description: 'What levelling did, in sentences.' }),
  schedule: Type.Optional(ConvertedSchedule),
})
