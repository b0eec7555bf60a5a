import { analysis } from '../../endpoint/analysis-row.ts'
import { ResourceData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { ResourceAnalysisRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const resourcesRow = analysis('analysis', 'resources', {
  request: ResourceAnalysisRequest,
  data: ResourceData,
  mainTable: 'resources',
  input: 'strict',
  tier: 'starter',
  summary: 'Resource analysis',
  description: 'Demand profiles, over-allocation, leveling candidates and a composite risk.',
  typeName: 'ResourceAnalysis',
  example,
  sandboxRequest,
  toolDescription,
})
