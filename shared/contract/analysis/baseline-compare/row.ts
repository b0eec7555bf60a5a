import { analysis } from '../../endpoint/analysis-row.ts'
import { BaselineCompareData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { BaselineCompareRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const baselineCompareRow = analysis('forensics', 'baseline-compare', {
  input: 'strict',
  tier: 'starter',
  data: BaselineCompareData,
  mainTable: 'task_variances',
  taskTables: ['task_variances'],
  request: BaselineCompareRequest,
  summary: 'Baseline comparison',
  description: 'BEI, critical BEI, SPI(t), variance severity and share of tasks on track.',
  example,
  sandboxRequest,
  toolDescription,
})
