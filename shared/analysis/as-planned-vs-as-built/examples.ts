/** Request bodies of POST /api/v1/forensics/as-planned-vs-as-built that are ready to be sent. */
import type { SandboxSchedules } from '../sandbox-schedules.ts'
import { compared } from '../small-schedule.ts'

export const example = compared

export const sandboxRequest = ({ compared }: SandboxSchedules): object => compared
