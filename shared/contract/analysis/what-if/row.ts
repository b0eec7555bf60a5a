import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { WhatIfData } from './data.ts'
import { WhatIfRequest } from './request.ts'

export const whatIfRow = analysis('analysis', 'what-if', {
  request: WhatIfRequest,
  data: WhatIfData,
  mainTable: 'alternatives',
  taskTables: ['changed_tasks'],
  isFurther: true,
  input: 'strict',
  syncLimit: 'cpmSyncTaskCountMax',
  summary: 'What-if',
  description: 'Finish, longest path, float and constraints with changes of a schedule; a search for earlier finishes.',
  example: { ...planned, changes: [{ task_id: 'B', duration_days: 3 }] },
  sandboxRequest: ({ statused, statusedTasks }: SandboxSchedules): object => {
    const open = (statusedTasks as readonly { id: string; actual_start?: string; duration_days?: number }[]).find(
      ({ actual_start, duration_days }) => !actual_start && (duration_days ?? 0) > 2,
    )
    return {
      ...statused,
      alternatives: [
        { name: 'Five days more', changes: [{ task_id: open!.id, duration_days: open!.duration_days! + 5 }] },
      ],
      search: { limits: { max_steps: 60 } },
    }
  },
  toolDescription: {
    title: 'What-if',
    answers: 'What if this changed? Finish, path, float before and after; or a search for an earlier finish.',
    use: 'Unchanged dates: analysis_cpm.',
    needs: 'tasks, and changes, alternatives or search.',
    returns: 'base, alternatives, search.',
    taskFields: [
      ...FORECASTED,
      'total_float_days',
      'name',
      'wbs_code',
      'baseline_start',
      'baseline_finish',
      'deadline',
    ],
  },
})
