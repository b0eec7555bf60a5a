/** Request bodies of POST /api/v1/health/planning-horizon that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...statused, options: { near_term_days: 60 } }

export const sandboxRequest = ({ statused }: SandboxSchedules): object => ({
  ...statused,
  options: { near_term_days: 60 },
})
