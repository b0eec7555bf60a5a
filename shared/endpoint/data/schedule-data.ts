/** Schemas of the conversion of schedules. */
import Type from 'typebox'
import { calendarMembers } from '../../schedule/calendars.ts'
import { Calendar, OneOf, statusDate } from '../../schedule/containers.ts'
import { Task, taskList } from '../../schedule/task.ts'
import { CONVERT_TARGETS } from '../convert.ts'
import { fileQuery } from '../file-query.ts'

export const ConvertQuery = Type.Object({
  ...fileQuery,
  to: Type.Optional(
    OneOf(CONVERT_TARGETS, { description: 'Form of the answer. Absent: as Accept asks, else JSON.', default: 'json' }),
  ),
})

const members = {
  status_date: Type.Optional(statusDate('Kept.')),
  calendar: Type.Optional(Calendar),
  ...calendarMembers,
}

export const ConvertRequest = Type.Object({ tasks: taskList(1), ...members }, { description: 'A schedule.' })

export const ConvertedSchedule = Type.Object(
  { tasks: Type.Array(Task, { description: 'Its tasks.' }), ...members },
  { $id: 'ConvertedSchedule', description: 'A schedule as a request body of any analysis of one schedule.' },
)
