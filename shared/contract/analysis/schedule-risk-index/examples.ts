/** Request bodies of POST /api/v1/health/schedule-risk-index that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...statused, options: { sub_metrics: 'auto' } }

export const sandboxRequest = ({ statused }: SandboxSchedules): object => ({
  ...statused,
  options: { include_sub_metric_details: true },
})
