import { analysis } from '../../endpoint/analysis-row.ts'
import { DelayAnalysisData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { DelayAnalysisRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const delayAnalysisRow = analysis('forensics', 'delay-analysis', {
  input: 'strict',
  tier: 'starter',
  data: DelayAnalysisData,
  mainTable: 'windows',
  request: DelayAnalysisRequest,
  summary: 'Delay analysis',
  description: 'Delay per window, attributed along the controlling path, with entitlement and concurrency.',
  example,
  sandboxRequest,
  toolDescription,
})
