/** The float paths to a task, computed when they are opened; each opens as a filter of the table. */
import { h, table } from '../dom/element.ts'
import { floatPaths } from '../schedule/float-paths.ts'
import { labelOf, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'

const T = TEXT.task
const PATHS_MAX = 12
const NAMES_MAX = 3
const NAME_LENGTH_MAX = 60

/** Shows these tasks alone. */
export type ShowOnly = (title: string, tasks: readonly number[]) => void

export function floatPathList(schedule: Schedule, task: number, only: ShowOnly): HTMLElement {
  const element = h('details', {}, h('summary', {}, T.paths))
  element.addEventListener('toggle', () => {
    if (element.open && element.children.length === 1) element.append(...pathsPart(schedule, task, only))
  })
  return element
}

function pathsPart(schedule: Schedule, task: number, only: ShowOnly): HTMLElement[] {
  const paths = floatPaths(schedule, task, PATHS_MAX)
  if (paths.length === 0) return [h('p', { class: 'note' }, T.noPaths)]
  const rows = paths.map(({ floatDays, tasks }) => {
    const names = tasks.slice(0, NAMES_MAX).map(each => labelOf(schedule, each).slice(0, NAME_LENGTH_MAX))
    const title = T.path(TEXT.number(floatDays), labelOf(schedule, task).slice(0, NAME_LENGTH_MAX))
    return [
      h(
        'button',
        { type: 'button', class: 'button', 'aria-label': title, onclick: () => only(title, tasks) },
        TEXT.number(floatDays),
      ),
      TEXT.number(tasks.length),
      names.join('; ') + (tasks.length > NAMES_MAX ? '; …' : ''),
    ]
  })
  return [h('p', { class: 'note' }, T.pathsNote), table(T.paths, T.pathsHead, rows, [1])]
}
