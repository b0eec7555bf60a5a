/** Request bodies of POST /api/v1/forensics/delay-analysis that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...compared, options: { method: 'half_step' } }

export const sandboxRequest = ({ compared }: SandboxSchedules): object => compared
