/** Request bodies of POST /api/v1/analysis/what-if that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...planned, changes: [{ task_id: 'B', duration_days: 3 }] }

export const sandboxRequest = ({ statused, statusedTasks }: SandboxSchedules): object => {
  const open = (statusedTasks as readonly { id: string; actual_start?: string; duration_days?: number }[]).find(
    ({ actual_start, duration_days }) => !actual_start && (duration_days ?? 0) > 2,
  )
  return {
    ...statused,
    alternatives: [
      { name: 'Five days more', changes: [{ task_id: open!.id, duration_days: open!.duration_days! + 5 }] },
    ],
    search: { limits: { max_steps: 60 } },
  }
}
