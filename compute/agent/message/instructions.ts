/** What a client is told of the tools together, when it connects. */
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
  `Every tool takes the schedule in its arguments, up to ${TOOL_TASK_COUNT.toLocaleString('en-US')} tasks over all its schedules, and keeps nothing.`,
  'Start with analysis_validate when the data is of unknown quality, health_score for a first verdict, analysis_cpm for dates, float and the critical path.',
  'Results are compact: long lists are cut and `truncated` says where. output.fields names the members of data that are wanted (and members of these, which makes longer lists fit), output.offset the next_offset of a list, output.detail "full" gives everything.',
  `Arguments of analysis_cpm, for example: ${JSON.stringify(ARGUMENTS_EXAMPLE)}`,
].join(' ')
