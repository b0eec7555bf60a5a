/** Request body of POST /api/v1/health/score. */
import {
  excludeTaskTypes,
  fields,
  flag,
  includeRecommendations,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'

export const HealthScoreRequest = scheduleRequest(1, 'Without it, checks of dates and performance are skipped.', {
  include_details: flag('Add the ids of the tasks found and the evidence.', false),
  include_recommendations: includeRecommendations,
  exclude_task_types: excludeTaskTypes,
  fields,
})
