/** All tasks that a check or a finding names, to be ordered, saved, gone to and marked in the chart. */
import { h } from '../dom/element.ts'
import { LongTable } from '../dom/long-table.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { shownDate } from '../schedule/date-of.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'

const T = TEXT.check

/** Positions by id; made once for each schedule. */
const positions = new WeakMap<Schedule, ReadonlyMap<string, number>>()

export function indexOf(schedule: Schedule, id: string): number {
  let known = positions.get(schedule)
  if (known === undefined) {
    known = new Map(schedule.ids.map((each, i) => [each, i]))
    positions.set(schedule, known)
  }
  return known.get(id) ?? -1
}

interface Named {
  readonly ids: readonly string[]
  /** What the service found: tasks, or links. */
  readonly count: number
  /** The list is cut. */
  readonly isCut: boolean
}

export function taskList(title: string, { ids, count, isCut }: Named, loaded: LoadedFile, shell: Shell): HTMLElement {
  const { schedule, name } = loaded
  const text = (of: (i: number) => string) => (id: string) => {
    const i = indexOf(schedule, id)
    return i < 0 ? '' : of(i)
  }
  const value = (column: Float64Array) => (id: string) => {
    const i = indexOf(schedule, id)
    return i < 0 ? Number.NaN : column[i]!
  }
  const [id, task, start, finish, float] = T.tasksHead
  const mark = h('button', { type: 'button', class: 'button small', onclick: () => shell.mark(title, ids) }, T.mark)
  const table = new LongTable<string>(
    `${name} ${title}`,
    [
      {
        title: id,
        width: 130,
        text: each => each,
        cell: each => h('button', { type: 'button', class: 'link', onclick: () => shell.choose(each) }, each),
      },
      { title: task, width: 240, grows: true, text: text(i => schedule.names[i]!) },
      {
        title: start,
        width: 160,
        text: text(i => shownDate(schedule, schedule.start[i]!)),
        order: value(schedule.start),
      },
      {
        title: finish,
        width: 160,
        text: text(i => shownDate(schedule, schedule.finishDate[i]!)),
        order: value(schedule.finishDate),
      },
      {
        title: float,
        width: 110,
        isNumber: true,
        text: text(i => (Number.isNaN(schedule.totalFloatDays[i]!) ? '' : TEXT.number(schedule.totalFloatDays[i]!))),
        order: value(schedule.totalFloatDays),
      },
    ],
    [mark],
  )
  table.show(ids)
  return h('div', { class: 'named' }, h('h4', {}, T.tasks(ids.length, isCut ? count : ids.length)), table.element)
}
