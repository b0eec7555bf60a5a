/** Request body of POST /api/v1/health/progress-audit. */
import Type from 'typebox'
import {
  excludeTaskTypes,
  fields,
  flag,
  includeEvValidation,
  includeRecommendations,
  maxExamples,
} from '../../endpoint/request-fields.ts'
import { calendarMembers } from '../../schedule/calendars.ts'
import { CategoryMapping } from '../../schedule/category-mapping.ts'
import { Calendar, Day, statusDate, TimeZone } from '../../schedule/containers.ts'
import { taskList } from '../../schedule/task.ts'

export const ProgressAuditRequest = Type.Object({
  tasks: taskList(2),
  status_date: Type.Optional(statusDate('Must equal options.status_date.')),
  calendar: Type.Optional(
    Type.Unsafe({
      ...Calendar,
      description: 'Accepted for consistency, without effect: the audit counts calendar days and reads no durations.',
    }),
  ),
  time_zone: Type.Optional(TimeZone),
  category_mapping: Type.Optional(CategoryMapping),
  ...calendarMembers,
  options: Type.Object(
    {
      status_date: Day({ description: 'Status date, ISO 8601.' }),
      exclude_milestones: flag('Leave out tasks with a duration of 0.', false),
      include_details: flag('Add the ids of all tasks with an anomaly, by code.', false),
      max_examples: maxExamples,
      include_recommendations: includeRecommendations,
      include_ev_validation: includeEvValidation,
      exclude_task_types: excludeTaskTypes,
      fields,
    },
    { description: 'Options of the analysis.' },
  ),
})
