/** Request bodies of POST /api/v1/health/progress-audit that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { STATUS_DATE, statusedTasks } from '../../endpoint/examples/small-schedule.ts'

export const example = { tasks: statusedTasks, options: { status_date: STATUS_DATE } }

export const sandboxRequest = ({ statusedTasks, statusDate, calendar }: SandboxSchedules): object => ({
  tasks: statusedTasks,
  calendar,
  options: { status_date: statusDate },
})
