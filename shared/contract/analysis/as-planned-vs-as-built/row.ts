import { analysis } from '../../endpoint/analysis-row.ts'
import { AsBuiltData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { AsPlannedVsAsBuiltRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const asPlannedVsAsBuiltRow = analysis('forensics', 'as-planned-vs-as-built', {
  input: 'strict',
  tier: 'starter',
  data: AsBuiltData,
  mainTable: 'task_variances',
  taskTables: ['task_variances'],
  request: AsPlannedVsAsBuiltRequest,
  summary: 'As-planned versus as-built',
  description: 'Start and finish delay per task, gross delay, and its increments along the as-built path.',
  example,
  sandboxRequest,
  toolDescription,
})
