/** Request bodies of POST /api/v1/forensics/as-planned-vs-as-built that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'

export const example = compared

export const sandboxRequest = ({ compared }: SandboxSchedules): object => compared
