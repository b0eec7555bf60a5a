import { analysis } from '../../endpoint/analysis-row.ts'
import { HealthScoreData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { HealthScoreRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const scoreRow = analysis('health', 'score', {
  request: HealthScoreRequest,
  data: HealthScoreData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Health score',
  description:
    'One score of a schedule in a single pass, without building the network or running the critical-path method.',
  typeName: 'HealthScore',
  example,
  sandboxRequest,
  toolDescription,
})
