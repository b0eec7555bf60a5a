/** Whether tasks without a baseline mean anything: an XER has no place for one, so all of its tasks lack it. */
import type { AnalysisInput } from '../../../shared/schedule/input.ts'
import { isBaselined } from '../population/task-states.ts'

export function canHoldBaseline({ schedules, imports }: AnalysisInput): boolean {
  if (imports?.find(({ path }) => path === 'tasks')?.format !== 'xer') return true
  const columns = schedules.get('tasks')!
  for (let i = 0; i < columns.taskCount; i++) if (isBaselined(columns, i)) return true
  return false
}
