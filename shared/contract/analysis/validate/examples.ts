/** Request bodies of POST /api/v1/analysis/validate that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'

export const example = planned

export const sandboxRequest = ({ statusedTasks }: SandboxSchedules): object => ({ tasks: statusedTasks })
