/** What the agent tool of POST /api/v1/health/dcma-14-point says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { ASSESSED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'DCMA 14-point assessment',
  answers: 'Does it pass the DCMA 14-point assessment? Each point with count, population, threshold, verdict.',
  use: 'When a contract names the 14 points. health_dcma_decm has the EVMS metrics, health_score one quick figure.',
  needs: 'predecessors; status_date for points 9, 11, 14, baseline dates for 11, 14, target_finish_date for 13.',
  returns: 'score, 14 checks, BEI, CPLI.',
  taskFields: ASSESSED,
}
