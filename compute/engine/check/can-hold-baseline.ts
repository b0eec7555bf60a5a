/** Whether missing baselines mean anything: an XER file cannot hold a baseline, so all its tasks lack one. */
import type { AnalysisInput } from '../../../shared/schedule/input.ts'
import { isBaselined } from '../population/task-states.ts'

export function canHoldBaseline({ schedules, imports }: AnalysisInput): boolean {
  if (imports?.find(({ path }) => path === 'tasks')?.format !== 'xer') return true
  const columns = schedules.get('tasks')!
  for (let i = 0; i < columns.taskCount; i++) if (isBaselined(columns, i)) return true
  return false
}
