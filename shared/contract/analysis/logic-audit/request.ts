/** Request body of POST /api/v1/health/logic-audit. */
import {
  excludeTaskTypes,
  fields,
  flag,
  includeRecommendations,
  maxExamples,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'

export const LogicAuditRequest = scheduleRequest(1, 'Sets the data date of the critical-path calculation.', {
  include_recommendations: includeRecommendations,
  include_details: flag('Add the ids of the tasks found.', false),
  exclude_task_types: excludeTaskTypes,
  max_examples: maxExamples,
  fields,
})
