/** Request bodies of POST /api/v1/analysis/cpm that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'

export const example = planned

export const sandboxRequest = ({ plannedTasks, calendar }: SandboxSchedules): object => ({
  tasks: plannedTasks,
  calendar,
  options: { include_network_details: true },
})
