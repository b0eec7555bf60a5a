/** Request bodies of POST /api/v1/forensics/time-impact that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'

export const example = {
  ...compared,
  delay_events: [
    {
      id: 'E1',
      name: 'Design of the frame changed',
      party: 'owner',
      started: '2026-03-09',
      days: 4,
      task_ids: ['D'],
    },
  ],
}

export const sandboxRequest = ({ compared, statusedTasks, statusDate }: SandboxSchedules): object => {
  const open = (statusedTasks as readonly { id: string; actual_start?: string }[]).filter(
    ({ actual_start }) => !actual_start,
  )
  return {
    ...compared,
    delay_events: [
      { id: 'E1', name: 'Change of design', party: 'owner', started: statusDate, days: 8, task_ids: [open[0]!.id] },
      { id: 'E2', name: 'Storm', party: 'neutral', started: statusDate, days: 3, task_ids: [open.at(-1)!.id] },
    ],
  }
}
