/** Request body of POST /api/v1/health/score. */
import {
  excludeTaskTypes,
  fields,
  flag,
  includeRecommendations,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'

/** Rows of compute/engine/analysis/score/checks. */
export const HEALTH_COMPONENT_COUNT = 12

export const HealthScoreRequest = scheduleRequest(1, 'Without it, checks of dates and performance are skipped.', {
  include_details: flag('Add the ids of the tasks found and the evidence.', false),
  include_recommendations: includeRecommendations,
  exclude_task_types: excludeTaskTypes,
  fields,
})
