/** Request bodies of POST /api/v1/health/score that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = statused

export const sandboxRequest = ({ statused }: SandboxSchedules): object => ({
  ...statused,
  options: { include_details: true },
})
