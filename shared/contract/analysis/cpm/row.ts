import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { CLOCK_COLUMNS } from '../../schedule/clock-columns.ts'
import type { ColumnName } from '../../schedule/column-rows.ts'
import { CpmData } from './data.ts'
import { CpmRequest } from './request.ts'

/** Columns that the critical path is computed from, compared with and described by; no resources. */
export const CPM_COLUMNS: readonly ColumnName[] = [
  'id',
  'name',
  'durationDays',
  'remainingDurationDays',
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
  'wbsCode',
  'wbsName',
  'budgetedCost',
  'earnedValue',
  'onLongestPath',
  ...CLOCK_COLUMNS,
]

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
  example: planned,
  sandboxRequest: ({ plannedTasks, calendar }: SandboxSchedules): object => ({
    tasks: plannedTasks,
    calendar,
    options: { include_network_details: true },
  }),
  toolDescription: {
    title: 'Critical path',
    answers:
      'When does the project end, what drives it, how far can a task slip? Early and late dates, float, critical and longest path, drag, drivers.',
    use: 'For any date or float. Changes: analysis_what_if; why the finish moved: forensics_delay_analysis; trust in links: health_logic_audit; overload: analysis_resources.',
    needs:
      'duration_days (or planned dates) and predecessors without a cycle; status_date and actual dates once work began.',
    returns: 'finish, critical_path, longest_path, near_critical, tasks with dates and float.',
    taskFields: [...FORECASTED, 'total_float_days', 'name', 'wbs_code', 'baseline_start', 'baseline_finish'],
    membersShown: ['must_finish_by', 'calendar'],
  },
})
