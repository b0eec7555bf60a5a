/** Request body of POST /api/v1/health/dcma-14-point. */
import Type from 'typebox'
import {
  excludeTaskTypes,
  fields,
  flag,
  includeRecommendations,
  mustFinishBy,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'
import { Day, ScheduleHistory } from '../../schedule/containers.ts'

export const Dcma14PointRequest = scheduleRequest(
  1,
  'Points 9, 11 and 14 require it.',
  {
    include_details: flag('Add the ids of the tasks found and the evidence.', false),
    include_recommendations: includeRecommendations,
    exclude_task_types: excludeTaskTypes,
    fields,
  },
  {
    ...mustFinishBy,
    target_finish_date: Type.Optional(
      Day({ description: 'Target finish from which the total float of point 13 (CPLI) is measured.' }),
    ),
    schedule_history: Type.Optional(ScheduleHistory(false)),
  },
)
