/** What the agent tool of POST /api/v1/health/dcma-decm says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { BASELINED } from '../../endpoint/tool-fields.ts'
import { DECM_CHECK_COUNT } from './request.ts'

export const toolDescription: ToolDescription = {
  title: 'DCMA DECM assessment',
  answers: `Would it pass an EVMS compliance review? The ${DECM_CHECK_COUNT} schedule checks of the DCMA DECM.`,
  use: 'For earned value surveillance. health_dcma_14_point suits any contract, health_logic_audit shows faulty links.',
  needs: 'predecessors; status_date, schedule_history for 06A504, custom_field_map.float_rationale for 06A211a.',
  returns: `score, ${DECM_CHECK_COUNT} checks with verdict.`,
  taskFields: [...BASELINED, 'total_float_days', 'custom_field_map'],
  showsAllTaskTypes: true,
}
