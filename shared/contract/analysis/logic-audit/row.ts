import { analysis } from '../../endpoint/analysis-row.ts'
import { LogicAuditData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { LogicAuditRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const logicAuditRow = analysis('health', 'logic-audit', {
  request: LogicAuditRequest,
  data: LogicAuditData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Logic audit',
  description: 'Open ends, dangling tasks, leads, lags, relation types, density and connectivity of the network.',
  example,
  sandboxRequest,
  toolDescription,
})
