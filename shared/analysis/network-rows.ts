/** Validate, critical path, resources. */
import { analysis } from '../endpoint/analysis-row.ts'
import { CPM_COLUMNS } from './cpm/columns.ts'
import { CpmData } from './cpm/data.ts'
import { CpmRequest, ResourceAnalysisRequest, ValidateRequest } from './requests/analysis.ts'
import { ResourceData } from './resources/data.ts'
import { ValidateData } from './validate/data.ts'

export const analysisRows = [
  analysis('analysis', 'validate', {
    request: ValidateRequest,
    data: ValidateData,
    input: 'open',
    summary: 'Validation of a schedule',
    description:
      'Every fault of a schedule with its place; 200 even when the schedule is invalid, since that is the answer.',
  }),
  analysis('analysis', 'cpm', {
    request: CpmRequest,
    data: CpmData,
    columns: CPM_COLUMNS,
    input: 'strict',
    syncLimit: 'cpmSyncTaskCountMax',
    summary: 'Critical path',
    description: 'Early and late dates, total and free float, critical and longest path, drag and project duration.',
  }),
  analysis('analysis', 'resources', {
    request: ResourceAnalysisRequest,
    data: ResourceData,
    input: 'strict',
    tier: 'starter',
    summary: 'Resource analysis',
    description: 'Demand profiles, over-allocation, leveling candidates and a composite risk.',
  }),
]
