/** Request bodies of POST /api/v1/analysis/resources that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = {
  ...statused,
  resource_availability: [{ resource: 'Crew 1', capacity_per_day: 1 }],
  options: { period_size_days: 7 },
}

export const sandboxRequest = ({ statused }: SandboxSchedules): object => ({
  ...statused,
  resource_availability: [{ resource: 'Site crew', capacity_per_day: 2 }],
  options: { include_resource_curves: true },
})
