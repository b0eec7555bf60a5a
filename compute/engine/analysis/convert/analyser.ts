/** POST /api/v1/schedules/convert: the schedule as a request has it. */
import { type Analyser, type ResultValue, TaskRows } from '../../result/result.ts'

export const convert: Analyser = ({ params, schedules }) => ({
  findings: [],
  recommendations: [],
  data: { ...(params as Record<string, ResultValue>), tasks: new TaskRows(schedules.get('tasks')!) },
})
