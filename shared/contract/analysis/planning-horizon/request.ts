/** Request body of POST /api/v1/health/planning-horizon. */
import {
  excludeTaskTypes,
  fields,
  flag,
  includeEvValidation,
  includeRecommendations,
  nonNegative,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'

export const PlanningHorizonRequest = scheduleRequest(1, 'Start of the windows; else the earliest incomplete start.', {
  near_term_days: nonNegative('Length of the near window.', 90, 'days'),
  include_details: flag('Add the ids of the violating tasks and the evidence.', false),
  include_recommendations: includeRecommendations,
  include_ev_validation: includeEvValidation,
  exclude_task_types: excludeTaskTypes,
  fields,
})
