import { analysis } from '../../endpoint/analysis-row.ts'
import { CPM_COLUMNS } from './columns.ts'
import { CpmData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { CpmRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const cpmRow = analysis('analysis', 'cpm', {
  request: CpmRequest,
  data: CpmData,
  mainTable: 'tasks',
  taskTables: ['tasks', 'task_details'],
  columns: CPM_COLUMNS,
  input: 'strict',
  syncLimit: 'cpmSyncTaskCountMax',
  summary: 'Critical path',
  description: 'Early and late dates, total and free float, critical and longest path, drag and project duration.',
  example,
  sandboxRequest,
  toolDescription,
})
