import { analysis } from '../../endpoint/analysis-row.ts'
import { TimeImpactData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { TimeImpactRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const timeImpactRow = analysis('forensics', 'time-impact', {
  input: 'strict',
  isFurther: true,
  tier: 'starter',
  request: TimeImpactRequest,
  data: TimeImpactData,
  mainTable: 'events',
  summary: 'Time impact analysis',
  description: 'Effect of each delay event on the schedule before it: finish, float and path before and after.',
  example,
  sandboxRequest,
  toolDescription,
})
