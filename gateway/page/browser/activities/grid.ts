/**
 * The table before the bars: a tree grid of which only the rows in sight have elements, in the order in which they are read. Titles order, are moved and
 * made wider; below them each column may have a field that filters by it.
 */
import { h } from '../dom/element.ts'
import { indentOf, ROW_HEIGHT } from '../gantt/layout.ts'
import { shownDay } from '../schedule/date-of.ts'
import { ON_LONGEST_PATH, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { Choice } from './choice.ts'
import type { ActivityColumn } from './columns.ts'
import type { Row } from './rows.ts'

const T = TEXT.activities

/** A column with the width that it has now. */
export interface ShownColumn extends ActivityColumn {
  readonly pixels: number
}

interface GridListener {
  ordered(key: string): void
  /** By how many places. */
  moved(key: string, by: number): void
  resized(key: string, pixels: number): void
  filtered(key: string, condition: string): void
}

interface Seen {
  readonly rows: readonly Row[]
  readonly first: number
  readonly last: number
  readonly scrollTop: number
  readonly chosen: number
  readonly current: number
  readonly folded: ReadonlySet<string>
}

const WIDTH_MIN = 40
const WIDTH_STEP = 16
const TYPING_MS = 150

export class Grid {
  readonly element: HTMLElement
  readonly table: HTMLElement
  #schedule: Schedule
  readonly #listener: GridListener
  readonly #head = h('div', { role: 'row', class: 'titles', 'aria-rowindex': 1 })
  readonly #filters = h('div', { class: 'conditions' })
  readonly #body = h('div', { role: 'rowgroup', class: 'rows' })
  #columns: readonly ShownColumn[] = []
  /** Elements of the rows from #first on. */
  #elements: HTMLElement[] = []
  #first = 0
  #rows: readonly Row[] = []
  #chosen = -1
  #current = -1
  #isStale = true
  /** What the head was drawn of. */
  #drawnHead = ''

  constructor(schedule: Schedule, listener: GridListener) {
    this.#schedule = schedule
    this.#listener = listener
    this.table = h(
      'div',
      { role: 'treegrid', tabindex: 0, 'aria-label': T.label, 'aria-describedby': 'gantt-keys' },
      h('div', { role: 'rowgroup', class: 'head' }, this.#head),
      this.#body,
    )
    this.element = h('div', { class: 'cells' }, this.table, this.#filters)
  }

  /** The schedule with changes that are tried. */
  use(schedule: Schedule): void {
    this.#schedule = schedule
  }

  /** Right ends of the columns. */
  get edges(): readonly number[] {
    let end = 0
    return this.#columns.map(({ pixels }) => (end += pixels))
  }

  /** Of all columns. */
  get width(): number {
    return this.edges.at(-1) ?? 0
  }

  /** conditions: undefined = the fields of the columns are hidden. */
  show(columns: readonly ShownColumn[], choice: Choice, hasFields: boolean): void {
    this.#columns = columns
    this.#isStale = true
    const { sort, isDescending, where } = choice
    const looks = columns.map(({ key, title, pixels }) => [key, title, pixels])
    const head = JSON.stringify([looks, sort, isDescending, hasFields && where])
    // with each change that is tried the values are others, and the head is the same
    if (head === this.#drawnHead) return
    this.#drawnHead = head
    const template = columns.map(({ pixels }) => `${pixels}px`).join(' ')
    this.element.style.setProperty('--columns', template)
    this.element.style.setProperty('--width', `${this.width}px`)
    this.table.setAttribute('aria-colcount', String(columns.length))
    const focused = document.activeElement?.getAttribute('data-key')
    this.#head.replaceChildren(...columns.map((column, i) => this.#title(column, choice, i)))
    if (focused != null)
      [...this.#head.querySelectorAll<HTMLElement>('button')].find(each => each.dataset.key === focused)?.focus()
    this.#filters.hidden = !hasFields
    if (!hasFields) this.#filters.replaceChildren()
    else if (!this.#filters.contains(document.activeElement))
      this.#filters.replaceChildren(...columns.map(column => this.#field(column, choice)))
  }

  draw(seen: Seen): void {
    const { rows, first, last, scrollTop, chosen, current, folded } = seen
    this.#body.style.transform = `translateY(${-scrollTop}px)`
    if (rows !== this.#rows) {
      this.#rows = rows
      this.#isStale = true
      this.table.setAttribute('aria-rowcount', String(rows.length + 1))
    }
    const hadState = this.#chosen === chosen && this.#current === current
    const count = Math.max(0, last - first + 1)
    const isNear = !this.#isStale && first < this.#first + this.#elements.length && last >= this.#first
    // those that left are filled anew at the other end
    if (isNear) this.#turn(first, last)
    else {
      while (this.#elements.length > count) this.#elements.pop()!.remove()
      while (this.#elements.length < count) this.#elements.push(this.#body.appendChild(h('div', { role: 'row' })))
      this.#first = first
    }
    for (const [n, element] of this.#elements.entries()) {
      const i = first + n
      const isFilled = isNear && element.dataset.row === String(i)
      if (!isFilled) this.#fill(element, rows[i]!, i, folded)
      if (!isFilled || !hadState) this.#mark(element, rows[i]!, i, chosen, current)
    }
    this.#chosen = chosen
    this.#current = current
    this.#isStale = false
    if (current >= first && current <= last) this.table.setAttribute('aria-activedescendant', `row-${current}`)
    else this.table.removeAttribute('aria-activedescendant')
  }

  #turn(first: number, last: number): void {
    const elements = this.#elements
    const count = Math.max(0, last - first + 1)
    for (; this.#first < first && elements.length > 0; this.#first++) {
      const element = elements.shift()!
      this.#body.append(element)
      elements.push(element)
    }
    for (; this.#first > first; this.#first--) {
      const element = elements.length < count ? h('div', { role: 'row' }) : elements.pop()!
      this.#body.prepend(element)
      elements.unshift(element)
    }
    while (elements.length > count) elements.pop()!.remove()
    while (elements.length < count) elements.push(this.#body.appendChild(h('div', { role: 'row' })))
  }

  #fill(element: HTMLElement, row: Row, i: number, folded: ReadonlySet<string>): void {
    const { group, task } = row
    element.id = `row-${i}`
    element.dataset.row = String(i)
    element.style.top = `${i * ROW_HEIGHT}px`
    element.style.setProperty('--indent', `${indentOf(row.depth)}px`)
    element.setAttribute('aria-rowindex', String(i + 2))
    element.setAttribute('aria-level', String(row.depth + 1))
    element.classList.toggle('group', group !== undefined)
    element.classList.toggle('longest', task >= 0 && (this.#schedule.marks[task]! & ON_LONGEST_PATH) !== 0)
    if (group === undefined) element.removeAttribute('aria-expanded')
    else element.setAttribute('aria-expanded', String(!folded.has(group.key)))
    const cells = element.children
    while (cells.length > this.#columns.length) cells[cells.length - 1]!.remove()
    while (cells.length < this.#columns.length) element.append(h('div', { role: 'gridcell' }))
    // the title of a group goes on to the first column in which the group has something
    let titleWidth = 0
    let isTitle = group !== undefined
    for (const [c, column] of this.#columns.entries()) {
      const cell = cells[c] as HTMLElement
      cell.className = column.number === undefined ? '' : 'number'
      const text = group === undefined ? (column.brief ?? column.text)(task) : this.#groupText(column, row, c)
      if (cell.textContent !== text) cell.textContent = text
      isTitle &&= c === 0 || text === ''
      if (isTitle) titleWidth += column.pixels
    }
    const title = cells[0] as HTMLElement | undefined
    if (title !== undefined) title.style.width = group === undefined ? '' : `${titleWidth}px`
  }

  /** A group has its title in the first column, and the dates of what is in it. */
  #groupText({ key, text }: ShownColumn, { group, task }: Row, place: number): string {
    const { title, start, finish } = group!
    if (place === 0) return title
    const s = this.#schedule
    if (key === 'start') return shownDay(s, start)
    if (key === 'finish') return shownDay(s, finish - (s.hasTimes || s.isUndated ? 0 : 1))
    return task < 0 || key === 'name' ? '' : text(task)
  }

  #mark(element: HTMLElement, { task }: Row, i: number, chosen: number, current: number): void {
    element.setAttribute('aria-selected', String(task >= 0 && task === chosen))
    element.classList.toggle('current', i === current)
  }

  #title(column: ShownColumn, { sort, isDescending }: Choice, place: number): HTMLElement {
    const { key, title, number } = column
    const grip = h('span', { class: 'grip', 'aria-hidden': 'true' })
    grip.addEventListener('pointerdown', event => this.#drag(event, column, grip))
    const pressed = (event: Event): void => {
      const { key: name, altKey, shiftKey } = event as KeyboardEvent
      const way = name === 'ArrowLeft' ? -1 : name === 'ArrowRight' ? 1 : 0
      if (way === 0 || altKey === shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      if (altKey) this.#listener.moved(key, way)
      else this.#listener.resized(key, Math.max(WIDTH_MIN, column.pixels + way * WIDTH_STEP))
    }
    const button = h(
      'button',
      { type: 'button', class: 'order', title, 'data-key': key, onclick: () => this.#listener.ordered(key) },
      title,
    )
    button.addEventListener('keydown', pressed)
    const way = key !== sort ? undefined : isDescending ? 'descending' : 'ascending'
    const attributes = { role: 'columnheader', 'aria-colindex': place + 1, 'aria-sort': way }
    return h('div', { ...attributes, class: number === undefined ? undefined : 'number' }, button, grip)
  }

  #drag(event: PointerEvent, { key, pixels }: ShownColumn, grip: HTMLElement): void {
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    const width = (at: PointerEvent): number => Math.max(WIDTH_MIN, pixels + at.clientX - event.clientX)
    grip.addEventListener('pointerup', at => this.#listener.resized(key, width(at)), { once: true })
  }

  #field({ key, title }: ShownColumn, { where }: Choice): HTMLElement {
    let waiting = 0
    const input = h('input', {
      type: 'search',
      value: where[key] ?? '',
      'aria-label': T.filterOf(title),
      title: T.filterHint,
      oninput: () => {
        clearTimeout(waiting)
        waiting = window.setTimeout(() => this.#listener.filtered(key, input.value), TYPING_MS)
      },
    })
    return input
  }
}
