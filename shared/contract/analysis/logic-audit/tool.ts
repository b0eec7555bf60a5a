/** What the agent tool of POST /api/v1/health/logic-audit says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Logic audit',
  answers: 'Can the links be trusted? Open ends, leads, lags, hard constraints, redundant links, loose parts.',
  use: 'health_dcma_14_point holds it against the standard; analysis_cpm gives dates and paths.',
  needs: 'predecessors and duration_days.',
  returns: 'score, components, observations, network figures.',
  taskFields: FORECASTED,
}
