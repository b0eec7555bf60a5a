import { analysis } from '../../endpoint/analysis-row.ts'
import { DecmData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { DcmaDecmRequest, DECM_CHECK_COUNT } from './request.ts'
import { toolDescription } from './tool.ts'

export const dcmaDecmRow = analysis('health', 'dcma-decm', {
  request: DcmaDecmRequest,
  data: DecmData,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'DECM assessment',
  description: `The ${DECM_CHECK_COUNT} schedule-only checks of the DCMA EVMS compliance metrics.`,
  example,
  sandboxRequest,
  toolDescription,
})
