/** Validate, critical path, resources. */
import type { ColumnName } from '../schedule/column-rows.ts'
import { analysis } from './analysis-row.ts'
import { CpmData } from './data/cpm-data.ts'
import { ResourceData } from './data/resource-data.ts'
import { ValidateData } from './data/validate-data.ts'
import { CpmRequest, ResourceAnalysisRequest, ValidateRequest } from './requests/analysis.ts'

/** What the critical path is computed from; no names, resources, codes or costs. */
const CPM_COLUMNS: readonly ColumnName[] = [
  'id',
  'durationDays',
  'links',
  'taskType',
  'percentComplete',
  'plannedStart',
  'plannedFinish',
  'actualStart',
  'actualFinish',
  'baselineStart',
  'baselineFinish',
  'forecastStart',
  'forecastFinish',
  'constraintType',
  'constraintDate',
]

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
