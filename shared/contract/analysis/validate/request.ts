/** Request body of POST /api/v1/analysis/validate. */
import { flag, scheduleRequest } from '../../endpoint/request-fields.ts'

export const ValidateRequest = scheduleRequest(0, 'Checked as a date, no other effect.', {
  include_details: flag('Add the evidence of every check.', false),
})
