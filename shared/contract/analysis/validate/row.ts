import { analysis } from '../../endpoint/analysis-row.ts'
import { ValidateData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { ValidateRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const validateRow = analysis('analysis', 'validate', {
  request: ValidateRequest,
  data: ValidateData,
  mainTable: 'checks',
  input: 'open',
  summary: 'Validation of a schedule',
  description:
    'Every fault of a schedule with its place; 200 even when the schedule is invalid, since that is the answer.',
  typeName: 'ScheduleValidation',
  example,
  sandboxRequest,
  toolDescription,
})
