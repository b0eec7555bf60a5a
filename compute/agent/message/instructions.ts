/** What a client is told of the tools together, when it connects. */
import { SCHEDULES_PATH } from '../../../shared/endpoint/schedule-paths.ts'
import { TOOL_TASK_COUNT } from '../../../shared/tiers.ts'

/** Arguments that show the form of a schedule, once for all tools. */
export const ARGUMENTS_EXAMPLE = {
  tasks: [
    { id: 'A', name: 'Dig', duration_days: 3, actual_start: '2026-03-02', percent_complete: 60 },
    {
      id: 'B',
      name: 'Pour',
      duration_days: 5,
      predecessors: ['A FS+2 d'],
      constraint_type: 'SNET',
      constraint_date: '2026-03-09',
    },
  ],
  status_date: '2026-03-04',
  calendar: { work_days: [1, 2, 3, 4, 5], holidays: ['2026-03-06'] },
  output: { fields: ['critical_path', 'tasks.id', 'tasks.total_float_days'] },
}

export const INSTRUCTIONS = [
  'Analyses of project schedules: lists of tasks with durations, dependencies, dates and progress.',
  `Every tool takes up to ${TOOL_TASK_COUNT.toLocaleString('en-US')} tasks over all its schedules. A schedule that was sent to POST ${SCHEDULES_PATH} (a file of P6 or Microsoft Project as it is) is named by its schedule_id in the place of tasks, at the top or as {"schedule_id": "..."} in a container, which costs no context; else its tasks stand in the arguments, and nothing is kept.`,
  'Start with analysis_validate when the data is of unknown quality, health_score for a first verdict, analysis_cpm for dates, float and the critical path.',
  'Results are compact: long lists are cut and `truncated` says where. output.fields names the members of data that are wanted (and members of these, which makes longer lists fit), output.offset the next_offset of a list, output.detail "full" gives everything.',
  `Arguments of analysis_cpm, for example: ${JSON.stringify(ARGUMENTS_EXAMPLE)}`,
].join(' ')
