/** The rows of the chart as a table, a page at a time: for screen readers, and for whoever reads figures rather than bars. */
import { h, table } from '../dom/element.ts'
import type { Row } from '../gantt/rows.ts'
import type { LoadedFile } from '../loaded.ts'
import { shownDate } from '../schedule/date-of.ts'
import { CRITICAL } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { GoTo } from './task-panel.ts'

const PAGE = 100

export class TaskTable {
  readonly element: HTMLDetailsElement
  readonly #loaded: LoadedFile
  readonly #go: GoTo
  readonly #body = h('div', {})
  #rows: readonly Row[] = []
  #from = 0

  constructor(loaded: LoadedFile, go: GoTo) {
    this.#loaded = loaded
    this.#go = go
    this.element = h('details', { class: 'as-table' }, h('summary', {}, TEXT.gantt.table), this.#body)
    this.element.addEventListener('toggle', () => this.#draw())
  }

  show(rows: readonly Row[]): void {
    this.#rows = rows.filter(({ task, group }) => task >= 0 && group === undefined)
    this.#from = 0
    this.#draw()
  }

  #turn(by: number): void {
    this.#from = Math.max(0, Math.min(this.#rows.length - 1, this.#from + by))
    this.#draw()
  }

  #draw(): void {
    if (!this.element.open) return
    const all = this.#rows.length
    const until = Math.min(all, this.#from + PAGE)
    const turn = (text: string, by: number, isOff: boolean) =>
      h('button', { type: 'button', class: 'button', disabled: isOff, onclick: () => this.#turn(by) }, text)
    const { schedule } = this.#loaded
    const rows = this.#rows
      .slice(this.#from, until)
      .map(({ task }) => [
        h('button', { type: 'button', class: 'link', onclick: () => this.#go(task) }, schedule.ids[task]!),
        schedule.names[task]!,
        shownDate(schedule, schedule.start[task]!),
        shownDate(schedule, schedule.finishDate[task]!),
        Number.isNaN(schedule.totalFloatDays[task]!) ? '' : TEXT.number(schedule.totalFloatDays[task]!),
        (schedule.marks[task]! & CRITICAL) === 0 ? '' : TEXT.gantt.critical,
      ])
    this.#body.replaceChildren(
      h(
        'p',
        { class: 'actions' },
        turn(TEXT.gantt.before, -PAGE, this.#from === 0),
        turn(TEXT.gantt.after, PAGE, until >= all),
        TEXT.gantt.page(Math.min(all, this.#from + 1), until, all),
      ),
      table(TEXT.gantt.table, TEXT.gantt.tableHead, rows, [4]),
    )
  }
}
