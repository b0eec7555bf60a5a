/** The table of activities with their bars, the filters above it, and the details of the one that is chosen: every check, finding, change and bar of a chart opens as a filter of it. */
import { ALL, type Choice, type Only, testOf, unfiltered } from '../activities/choice.ts'
import { type ActivityColumn, columnsOf } from '../activities/columns.ts'
import { Grid, type ShownColumn } from '../activities/grid.ts'
import { rowsOf } from '../activities/rows.ts'
import { keepTableSettings, type TableSettings, tableSettings } from '../activities/table-settings.ts'
import { h } from '../dom/element.ts'
import { keptFields } from '../dom/keeping-fields.ts'
import { takeTable, type Written } from '../dom/take-table.ts'
import { Chart } from '../gantt/chart.ts'
import { undoByKey } from '../keyboard.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import { isSummary, type Schedule } from '../schedule/schedule.ts'
import { settings } from '../settings.ts'
import { TEXT } from '../texts.ts'
import type { WhatIf } from '../what-if.ts'
import { activityTools, closesAsMenu, columnChooser, fieldsButton, filteredBy, legend } from './activity-tools.ts'
import { sentenceOf } from './failure.ts'
import { taskPanel } from './task-panel.ts'
import { whatIfBar } from './what-if-bar.ts'
import { expectedIn } from './what-if-form.ts'

const T = TEXT.activities

interface Opened {
  readonly choice: Choice
  /** Index of the chosen task, -1 = none. */
  readonly chosen: number
  /** The update before it. */
  readonly before: LoadedFile | undefined
  /** What changed since the file before; undefined: there is none. */
  readonly changed: Promise<Only | undefined>
  /** What is shown is other than it was; isStep: one can go back to what was before. */
  keep(choice: Choice, chosen: number, isStep: boolean): void
}

interface ActivitiesView {
  readonly element: HTMLElement
  /** To be called when the element is in the document. */
  opened(): void
  dispose(): void
}

export function activitiesView(loaded: LoadedFile, opened: Opened, shell: Shell): ActivitiesView {
  const view = new Activities(loaded, opened, shell)
  return { element: view.element, opened: () => view.opened(), dispose: () => view.dispose() }
}

/** Filters that are typed are one step of the history together with what was typed before. */
const TYPED: ReadonlySet<string> = new Set(['text', 'where', 'folded'])
/** Where the name stands first, since there is no room for more. */
const NARROW = 600

class Activities {
  readonly element: HTMLElement
  /** With the changes that are tried. */
  #loaded: LoadedFile
  readonly #shell: Shell
  readonly #whatIf: WhatIf
  readonly #alternative = h('div', {})
  #fields: FileFields | undefined
  readonly #opened: Opened
  readonly #grid: Grid
  readonly #chart: Chart
  readonly #panel = h(
    'aside',
    { class: 'panel', 'aria-live': 'polite', tabindex: -1, 'aria-label': TEXT.gantt.details },
    h('p', { class: 'note' }, TEXT.task.none),
  )
  readonly #count = h('output', { class: 'note' })
  readonly #filtered = h('div', { class: 'filtered' })
  readonly #said = h('p', { class: 'note', role: 'status' }, T.waiting)
  readonly #tools = h('div', { class: 'tools' })
  #choice: Choice
  #columns: readonly ActivityColumn[]
  #settings: TableSettings = tableSettings()
  #hasFields = false
  #changed: Only | undefined
  #isDisposed = false
  /** What the changes do is about to be told. */
  #isTelling = false
  readonly #deaf: () => void

  constructor(loaded: LoadedFile, opened: Opened, shell: Shell) {
    this.#shell = shell
    this.#whatIf = shell.whatIf(loaded)
    this.#loaded = { ...loaded, schedule: this.#whatIf.schedule }
    this.#opened = opened
    this.#choice = opened.choice
    this.#hasFields = Object.keys(opened.choice.where).length > 0
    this.#columns = columnsOf(this.#loaded, undefined)
    this.#grid = new Grid(this.#loaded.schedule, {
      ordered: key => this.#order(key),
      moved: (key, by) => this.#move(key, by),
      resized: (key, pixels) => this.#set({ widths: { ...this.#settings.widths, [key]: pixels } }),
      filtered: (key, condition) => {
        const { [key]: _, ...where } = this.#choice.where
        this.#change({ where: condition === '' ? where : { ...where, [key]: condition } })
      },
    })
    this.#chart = new Chart(this.#loaded, this.#grid, this.#settings.room, {
      chosen: task => this.#showTask(task),
      folded: key => {
        const { folded } = this.#choice
        this.#change({ folded: folded.includes(key) ? folded.filter(each => each !== key) : [...folded, key] })
      },
      opened: () => this.#panel.focus(),
      divided: room => {
        this.#settings = { ...this.#settings, room }
        keepTableSettings(this.#settings)
      },
    })
    this.element = h(
      'div',
      { class: 'gantt' },
      h('h1', { class: 'hidden' }, T.label),
      this.#tools,
      this.#alternative,
      h('div', { class: 'shown' }, this.#filtered, this.#count),
      h('div', { class: 'split' }, this.#chart.element, this.#panel),
      h('p', { class: 'actions' }, ...takeTable(`${loaded.name} ${T.label}`, () => this.#written())),
      this.#said,
      legend(),
      h('p', { id: 'gantt-keys', class: 'note' }, T.keys),
    )
    closesAsMenu(this.element)
    this.#drawTools()
    this.#chart.use(this.#loaded, this.#before)
    this.#draw()
    this.#keeping(() => this.#drawBar())
    this.#deaf = this.#whatIf.listen(() => this.#tried())
    document.addEventListener('keydown', this.#pressed)
    // whoever goes into a field is about to change something
    this.#panel.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches('input, select, summary')) this.#whatIf.prepare()
    })
    if (opened.chosen >= 0) this.#showTask(opened.chosen)
    void opened.changed.then(changed => {
      this.#changed = changed
      if (changed !== undefined && !this.#isDisposed) this.#drawToolsLater()
    })
    void loaded.rest?.then(() => {
      if (this.#isDisposed) return
      this.#columns = columnsOf(this.#loaded, this.#fields)
      this.#draw()
    })
    shell.fields(loaded).then(
      fields => {
        if (this.#isDisposed) return
        this.#fields = fields
        this.#columns = columnsOf(this.#loaded, fields)
        this.#keeping(() => this.#drawBar())
        this.#said.textContent = ''
        this.#drawToolsLater()
        this.#draw()
        if (this.#chart.chosen >= 0) this.#showTask(this.#chart.chosen)
      },
      error => (this.#said.textContent = T.noFields(sentenceOf(error))),
    )
  }

  opened(): void {
    const { chosen } = this.#opened
    if (chosen >= 0) requestAnimationFrame(() => this.#chart.choose(chosen))
  }

  dispose(): void {
    this.#isDisposed = true
    this.#deaf()
    document.removeEventListener('keydown', this.#pressed)
    this.#chart.dispose()
  }

  /** Undefined: no change is tried. */
  get #before(): Schedule | undefined {
    return this.#whatIf.changes.length === 0 ? undefined : this.#whatIf.before
  }

  readonly #pressed = (event: KeyboardEvent): void => undoByKey(event, this.#whatIf)

  /** Whoever types in the panel or above the table goes on there; both are laid out once, behind all that is drawn. */
  #keeping(draw: () => void): void {
    const back = [this.#panel, this.#alternative].map(keptFields)
    draw()
    for (const each of back) each()
  }

  /** The changes do something else now: the bars first, and behind their picture what is said of them, since a field that is made anew lays out all of it. */
  #tried(): void {
    const { schedule } = this.#whatIf
    if (schedule !== this.#loaded.schedule) {
      this.#loaded = { ...this.#loaded, schedule }
      this.#columns = columnsOf(this.#loaded, this.#fields)
      this.#grid.use(schedule)
    }
    this.#chart.use(this.#loaded, this.#before)
    this.#draw()
    if (this.#chart.chosen >= schedule.taskCount) this.#chart.choose(-1)
    if (this.#isTelling) return
    this.#isTelling = true
    requestAnimationFrame(() => setTimeout(() => this.#tellTried()))
  }

  #tellTried(): void {
    this.#isTelling = false
    if (this.#isDisposed) return
    this.#keeping(() => {
      if (this.#chart.chosen >= 0) this.#drawPanel(this.#chart.chosen)
      this.#drawBar()
    })
  }

  #drawBar(): void {
    const names = new Map(this.#fields?.calendars.map(({ id, name }) => [id, name]))
    const bar = whatIfBar({
      loaded: { ...this.#loaded, schedule: this.#whatIf.before },
      whatIf: this.#whatIf,
      shell: this.#shell,
      chosen: this.#chart.chosen,
      calendarName: id => names.get(id) ?? id,
      expected: id => expectedIn(this.#fields, this.#whatIf.indexOf(id)),
    })
    this.#alternative.replaceChildren(...bar)
  }

  /** Keys of the columns that are shown. */
  get #keys(): readonly string[] {
    const known = new Set(this.#columns.map(({ key }) => key))
    const chosen = this.#settings.columns?.filter(key => known.has(key)) ?? []
    if (chosen.length > 0) return chosen
    const first = this.#columns.filter(({ isFirst }) => isFirst).map(({ key }) => key)
    return innerWidth < NARROW ? ['name', ...first.filter(key => key !== 'name')] : first
  }

  get #shown(): readonly ShownColumn[] {
    const byKey = new Map(this.#columns.map(each => [each.key, each]))
    return this.#keys.map(key => {
      const column = byKey.get(key)!
      return { ...column, pixels: this.#settings.widths?.[key] ?? column.width }
    })
  }

  get #test(): (task: number) => boolean {
    const { schedule, analysed } = this.#loaded
    return testOf(schedule, this.#choice, this.#columns, settings().nearDays ?? analysed.cpm.data.near_critical_days)
  }

  #set(settings: TableSettings): void {
    this.#settings = { ...this.#settings, ...settings }
    keepTableSettings(this.#settings)
    this.#draw()
  }

  #move(key: string, by: number): void {
    const keys = [...this.#keys]
    const at = keys.indexOf(key)
    const to = at + by
    if (to < 0 || to >= keys.length) return
    keys.splice(at, 1)
    keys.splice(to, 0, key)
    this.#set({ columns: keys })
  }

  /** Up, down, and as it came. */
  #order(key: string): void {
    const { sort, isDescending } = this.#choice
    if (sort !== key) this.#change({ sort: key, isDescending: false })
    else if (isDescending) this.#change({ sort: '', isDescending: false })
    else this.#change({ isDescending: true })
  }

  #change(changed: Partial<Choice>): void {
    this.#choice = { ...this.#choice, ...changed }
    this.#draw()
    const isStep = Object.keys(changed).some(key => !TYPED.has(key))
    if (isStep) this.#drawTools()
    this.#opened.keep(this.#choice, this.#chart.chosen, isStep)
  }

  #draw(): void {
    const { schedule } = this.#loaded
    const isShown = this.#test
    const passes = new Uint8Array(schedule.taskCount)
    for (let task = 0; task < passes.length; task++) if (isShown(task)) passes[task] = 1
    const test = (task: number): boolean => passes[task] === 1
    const rows = rowsOf(schedule, this.#columns, this.#choice, test)
    this.#grid.show(this.#shown, this.#choice, this.#hasFields)
    this.#chart.show(rows, new Set(this.#choice.folded), this.#hasFields)
    const counted = (task: number): boolean => this.#choice.only !== undefined || !isSummary(schedule, task)
    let [shown, all] = [0, 0]
    for (let task = 0; task < schedule.taskCount; task++) {
      if (!isSummary(schedule, task)) all++
      if (counted(task) && test(task)) shown++
    }
    const isFolded = shown > 0 && rows.every(({ group }) => group !== undefined) && this.#choice.only === undefined
    this.#count.textContent =
      shown === 0 ? TEXT.gantt.none : isFolded ? TEXT.gantt.allFolded(rows.length) : T.count(shown, all)
    this.#drawFiltered()
  }

  #drawFiltered(): void {
    const clear = (): void => {
      this.#choice = unfiltered(this.#choice)
      this.#drawTools()
      this.#change({ text: '', show: 'all' })
      this.#grid.table.focus({ preventScroll: true })
    }
    this.#filtered.replaceChildren(...filteredBy(this.#choice, clear))
  }

  /** What came meanwhile takes no button from under the mouse. */
  #drawToolsLater(): void {
    if (!this.#tools.matches(':active')) this.#drawTools()
    else this.#tools.addEventListener('click', () => setTimeout(() => this.#drawTools()), { once: true })
  }

  #drawTools(): void {
    const { schedule } = this.#loaded
    const nameOf = (each: Element): string =>
      each.closest('label')?.querySelector('span')?.textContent ?? each.getAttribute('aria-label') ?? each.textContent
    const { activeElement } = document
    const focused = this.#tools.contains(activeElement) ? nameOf(activeElement!) : undefined
    const isOpen = this.#tools.querySelector<HTMLDetailsElement>('.chooser')?.open === true
    this.#tools.replaceChildren(
      ...activityTools(schedule, this.#choice, this.#changed, {
        change: changed => this.#change(changed),
        chart: this.#chart,
        columns: this.#columns,
      }),
      columnChooser(this.#columns, this.#keys, keys => this.#set({ columns: keys })),
      fieldsButton(this.#hasFields, isPressed => {
        this.#hasFields = isPressed
        this.#draw()
      }),
    )
    this.#tools.querySelector<HTMLDetailsElement>('.chooser')!.open = isOpen
    // what was used is used again by the same key
    if (focused !== undefined)
      [...this.#tools.querySelectorAll<HTMLElement>('button, input, select, summary')]
        .find(each => nameOf(each) === focused)
        ?.focus({ preventScroll: true })
  }

  #showTask(task: number): void {
    this.#keeping(() => {
      this.#drawPanel(task)
      // what the changes do to it
      if (this.#whatIf.changes.length > 0) this.#drawBar()
    })
    this.#opened.keep(this.#choice, task, false)
  }

  #drawPanel(task: number): void {
    const go = (to: number): void => {
      if (!this.#test(to)) this.#change({ ...ALL, group: this.#choice.group })
      else if (this.#choice.folded.length > 0) this.#change({ folded: [] })
      this.#chart.choose(to)
    }
    const only = (title: string, tasks: readonly number[]): void =>
      this.#change({
        ...unfiltered(this.#choice),
        only: { title, ids: tasks.map(each => this.#loaded.schedule.ids[each]!) },
      })
    const tried = { whatIf: this.#whatIf, fields: this.#fields }
    this.#panel.replaceChildren(
      task < 0
        ? h('p', { class: 'note' }, TEXT.task.none)
        : taskPanel(this.#loaded, this.#columns, task, go, only, tried, this.#opened.before),
    )
  }

  /** All rows that fit, in groups that are folded, too. */
  #written(): Written {
    const { schedule } = this.#loaded
    const test = this.#test
    const columns = this.#shown
    const rows = rowsOf(schedule, this.#columns, { ...this.#choice, folded: [] }, test)
    const tasks = rows
      .filter(
        ({ task, group }) => task >= 0 && (group === undefined || (this.#choice.only !== undefined && test(task))),
      )
      .map(({ task }) => task)
    const cell = ({ number, text }: ActivityColumn, task: number): string | number => {
      const value = number?.(task)
      return value === undefined ? text(task) : Number.isNaN(value) ? '' : value
    }
    return {
      heads: columns.map(({ title }) => title),
      rows: tasks.map(task => columns.map(column => cell(column, task))),
    }
  }
}
