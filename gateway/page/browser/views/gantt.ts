/** The Gantt with its tools: search, filter, order, zoom, legend, the details of a task, and the same as a table. */
import { h } from '../dom/element.ts'
import { Chart } from '../gantt/chart.ts'
import { type Choice, FILTERS, type Filter, groupsFrom, levelCount, ORDERS, type Order, rowsOf } from '../gantt/rows.ts'
import type { LoadedFile, Marked } from '../loaded.ts'
import { isSummary } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { Mark } from './float-path-list.ts'
import { taskPanel } from './task-panel.ts'
import { TaskTable } from './task-table.ts'

const T = TEXT.gantt

interface Opened {
  readonly marked: Marked | undefined
  readonly chosen: number | undefined
}

interface GanttView {
  readonly element: HTMLElement
  /** To be called when the element is in the document. */
  opened(): void
  dispose(): void
}

/** Typing is over when no key came for so long. */
const SEARCH_MS = 120

export function ganttView(loaded: LoadedFile, { marked, chosen }: Opened): GanttView {
  const { schedule } = loaded
  const panel = h(
    'aside',
    { class: 'panel', 'aria-live': 'polite', tabindex: -1, 'aria-label': T.details },
    h('p', { class: 'note' }, TEXT.task.none),
  )
  const count = h('output', { class: 'note' })
  let choice: Choice = {
    order: 'tree',
    filter: 'all',
    search: '',
    marked: marked?.tasks ?? new Set(),
    folded: new Set(),
  }
  const chart = new Chart(loaded, {
    chosen: task => showTask(task),
    folded: key => {
      const folded = new Set(choice.folded)
      if (!folded.delete(key)) folded.add(key)
      change({ folded })
    },
    opened: () => panel.focus(),
  })
  const go = (task: number): void => {
    if (!rowsOf(schedule, choice).some(row => row.task === task))
      change({ filter: 'all', search: '', folded: new Set() })
    chart.choose(task)
  }
  const marks = h('div', {})
  const mark: Mark = (title, marked) => {
    showMarks(title)
    change({ marked: new Set(marked) })
  }
  const tasks = new TaskTable(loaded, go)
  const showTask = (task: number): void =>
    panel.replaceChildren(task < 0 ? h('p', { class: 'note' }, TEXT.task.none) : taskPanel(loaded, task, go, mark))
  const showMarks = (title: string): void => {
    const remove = (): void => {
      marks.replaceChildren()
      change({ marked: new Set() })
    }
    const button = h('button', { type: 'button', class: 'button', onclick: remove }, T.unmark)
    marks.replaceChildren(h('p', { class: 'marks' }, h('span', {}, T.marked(title)), button))
  }
  const all = schedule.ids.reduce((sum, _, i) => sum + (isSummary(schedule, i) ? 0 : 1), 0)
  const change = (changed: Partial<Choice>): void => {
    choice = { ...choice, ...changed }
    const rows = rowsOf(schedule, choice)
    chart.show(rows, choice.folded, choice.marked)
    tasks.show(rows)
    const shown = rows.reduce((sum, row) => sum + (row.group === undefined ? 1 : 0), 0)
    count.textContent = shown > 0 ? T.rows(shown, all) : rows.length > 0 ? T.allFolded(rows.length) : T.none
  }
  const tools = toolbar(schedule, chart, change)
  if (marked !== undefined) showMarks(marked.title)
  change({})
  return {
    element: h(
      'div',
      { class: 'gantt' },
      h('h1', { class: 'hidden' }, T.label),
      h('div', { class: 'tools' }, ...tools, marks, count),
      h('div', { class: 'split' }, chart.element, panel),
      legend(),
      h('p', { id: 'gantt-keys', class: 'note' }, T.keys),
      tasks.element,
    ),
    opened: () => {
      if (chosen !== undefined && chosen >= 0) requestAnimationFrame(() => chart.choose(chosen))
    },
    dispose: () => chart.dispose(),
  }
}

type Change = (changed: Partial<Choice>) => void

function select<Value extends string>(
  label: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
  chosen: (value: Value) => void,
): HTMLElement {
  const element = h(
    'select',
    { onchange: () => chosen(element.value as Value) },
    ...values.map(value => h('option', { value }, texts[value])),
  )
  return h('label', {}, h('span', {}, label), element)
}

const ALL_LEVELS = 'all'

/** Nothing where there is one level at most. */
function levelSelect(schedule: LoadedFile['schedule'], change: Change): HTMLElement[] {
  const count = levelCount(schedule)
  if (count < 2) return []
  const levels = [ALL_LEVELS, ...Array.from({ length: count }, (_, level) => String(level + 1))]
  const texts = Object.fromEntries(
    levels.map(each => [each, each === ALL_LEVELS ? T.allLevels : T.level(Number(each))]),
  )
  const fold = (chosen: string): void =>
    change({ folded: chosen === ALL_LEVELS ? new Set() : groupsFrom(schedule, Number(chosen) - 1) })
  return [select(T.levels, levels, texts, fold)]
}

function toolbar(schedule: LoadedFile['schedule'], chart: Chart, change: Change): Node[] {
  let waiting = 0
  const search = h('input', {
    type: 'search',
    oninput: () => {
      clearTimeout(waiting)
      waiting = window.setTimeout(() => change({ search: search.value }), SEARCH_MS)
    },
  })
  const button = (text: string, sign: string, act: () => void): HTMLElement =>
    h('button', { type: 'button', class: 'button', 'aria-label': text, title: text, onclick: act }, sign)
  return [
    h('label', {}, h('span', {}, T.search), search),
    select<Filter>(T.show, FILTERS, T.filters, filter => change({ filter })),
    select<Order>(T.sort, ORDERS, T.sorts, order => change({ order })),
    ...levelSelect(schedule, change),
    button(T.zoomOut, '−', () => chart.zoom(-1)),
    button(T.zoomIn, '+', () => chart.zoom(1)),
    button(T.fit, '⇔', () => chart.fit()),
    ...(Number.isNaN(schedule.dataDate) ? [] : [button(T.dataDate, '◷', () => chart.goTo(schedule.dataDate))]),
  ]
}

const SWATCHES = Object.keys(T.legend) as (keyof typeof T.legend)[]

const legend = (): HTMLElement =>
  h(
    'ul',
    { class: 'legend' },
    ...SWATCHES.map(name => h('li', {}, h('span', { class: `swatch ${name}`, 'aria-hidden': 'true' }), T.legend[name])),
  )
