import { analysis } from '../../endpoint/analysis-row.ts'
import { ChangeTrackingData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { ChangeTrackingRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const changeTrackingRow = analysis('forensics', 'change-tracking', {
  input: 'strict',
  tier: 'starter',
  data: ChangeTrackingData,
  mainTable: 'changes',
  request: ChangeTrackingRequest,
  summary: 'Change tracking',
  description: 'What changed between statuses, what it did to the finish, and patterns worth a question.',
  example,
  sandboxRequest,
  toolDescription,
})
