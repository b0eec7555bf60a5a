/**
 * Whether missing baselines mean anything. Both formats of P6 keep a baseline in a project of its own: an XER has no place for it, and an XML has it
 * only where it was exported along. So where all tasks of such a file lack one, the file does not tell whether there is any.
 */
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'
import { isBaselined } from '../population/task-states.ts'

export function canHoldBaseline({ schedules, imports }: AnalysisInput): boolean {
  const format = imports?.find(({ path }) => path === 'tasks')?.format
  if (format !== 'xer' && format !== 'p6_xml') return true
  const columns = schedules.get('tasks')!
  for (let i = 0; i < columns.taskCount; i++) if (isBaselined(columns, i)) return true
  return false
}
