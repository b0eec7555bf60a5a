import { analysis } from '../../endpoint/analysis-row.ts'
import { PlanningHorizonData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { PlanningHorizonRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const planningHorizonRow = analysis('health', 'planning-horizon', {
  request: PlanningHorizonRequest,
  data: PlanningHorizonData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Planning horizon',
  description: 'Detail of the near term, conversion of planning packages, rolling-wave integrity.',
  example,
  sandboxRequest,
  toolDescription,
})
