/** A constraint in the words of the tool that made the file, with its date. */
import { TEXT, wordOf } from '../texts.ts'
import { momentText } from './moment.ts'
import type { Schedule } from './schedule.ts'

/** '' = it has none. */
export function constraintText({ constraint, tool }: Schedule, task: number): string {
  const [type = '', ...date] = (constraint[task] ?? '').split(' ')
  const words = wordOf(TEXT.task.constraints[tool], type) ?? type
  return [words, momentText(date.join(' '))].filter(text => text !== '').join(' ')
}
