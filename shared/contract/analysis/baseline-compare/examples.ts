/** Request bodies of POST /api/v1/forensics/baseline-compare that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...compared, options: { match_strategy: 'id' } }

export const sandboxRequest = ({ compared }: SandboxSchedules): object => ({
  ...compared,
  options: { include_trends: true, include_evms_trends: true, include_logic_changes: true },
})
