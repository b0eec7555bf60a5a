/** The tools that are no analyses, by name. */
import { explainTask } from './explain-task.ts'
import { getTasks } from './get-tasks.ts'
import { getJob, submitJob } from './jobs.ts'
import { listSchedules } from './list-schedules.ts'
import { loadSchedule } from './load-schedule.ts'

export const SERVICE_TOOLS = [loadSchedule, listSchedules, getTasks, explainTask, submitJob, getJob] as const
export type ServiceToolName = (typeof SERVICE_TOOLS)[number]['name']
