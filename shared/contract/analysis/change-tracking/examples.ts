/** Request bodies of POST /api/v1/forensics/change-tracking that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { history, statused } from '../../endpoint/examples/small-schedule.ts'

export const example = { current_schedule: statused, schedule_history: history }

export const sandboxRequest = ({ tracked }: SandboxSchedules): object => ({
  ...tracked,
  options: { include_details: true },
})
