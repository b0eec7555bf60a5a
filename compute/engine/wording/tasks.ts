/** Tasks in sentences: the id as it was sent, and the name beside it where the schedule has one. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'

type Named = Pick<ScheduleColumns, 'id' | 'name'>

/** Characters of an id, and of a name, in a sentence. */
const SHOWN_CHARACTERS_MAX = 32

/** Tasks that a sentence names before it says how many more there are. */
export const NAMED_TASKS_MAX = 3

/** A text that is cut says so, and ends with a word. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = cut(text, most - 1)
  let end = kept.length
  while (end > 0 && ' ,;:-&('.includes(kept[end - 1])) end--
  return `${kept.slice(0, end)}…`
}

/** A word of ASCII, or several with one blank between them. */
function isPlain(text: string): boolean {
  let before = 32
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false
    before = code
  }
  return before !== 32
}

/** On one line: a text of a schedule ends no line of an answer and turns none round. */
const onOneLine = (text: string): string => (isPlain(text) ? text : text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim())

/** "A100 Excavate"; the id alone where the name is absent or says the same. Both are cut, and stay on their line. */
export function idWithName(id: string, name: string | null | undefined, most = SHOWN_CHARACTERS_MAX): string {
  const shown = shortened(onOneLine(id), most)
  const words = name === null || name === undefined ? '' : shortened(onOneLine(name), most)
  return words === '' || words === id ? shown : `${shown} ${words}`
}

/** A task without an id, which only analysis/validate reports, is called by its place in the list. */
export const taskText = ({ id, name }: Named, task: number, most?: number, ownId = textAt(id, task)): string =>
  idWithName(ownId || `position ${task}`, textAt(name, task), most)

/** "A, B, C and 12 more": what is shown of `total`. Names hold an "and" of their own, so commas alone part them. Infinity = unknown. */
export function listed(shown: readonly string[], total: number = shown.length): string {
  const rest = total - shown.length
  if (shown.length === 0) return String(total)
  if (rest <= 0) return shown.join(', ')
  return `${shown.join(', ')} and ${Number.isFinite(rest) ? `${rest} more` : 'others'}`
}

/** "A100 Excavate, A110 Pour and 5 more" of tasks by index, the most important first. */
export function tasksText(
  columns: Named,
  tasks: ArrayLike<number>,
  total: number = tasks.length,
  max: number = NAMED_TASKS_MAX,
): string {
  const shown = Array.from({ length: Math.min(tasks.length, max) }, (_, n) => taskText(columns, tasks[n]))
  return listed(shown, total)
}

/** A sentence of advice and the tasks it is about: "... Tasks: A100 Excavate, A110 Pour and 5 more." */
export const withTasks = (
  sentence: string,
  columns: Named,
  tasks: ArrayLike<number>,
  total: number = tasks.length,
): string => (tasks.length === 0 ? sentence : `${sentence} Tasks: ${tasksText(columns, tasks, total)}.`)

export function scheduleName(place: string): string {
  const [container, index] = place.split('.')
  if (container === 'schedule_history' && index !== undefined) return `snapshot ${Number(index) + 1}`
  return place.replace('_', ' ')
}

/** A schedule as it is called within a sentence: "the current schedule", "snapshot 2". */
export const theSchedule = (place: string): string =>
  place.endsWith('_schedule') ? `the ${scheduleName(place)}` : scheduleName(place)

/** At the beginning of a sentence. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
