/** What is above the table of activities: search, filters, groups, zoom, and which columns there are. */
import { type Choice, type Only, SHOWS, unfiltered } from '../activities/choice.ts'
import type { ActivityColumn } from '../activities/columns.ts'
import { groupsFrom, levelCount } from '../activities/rows.ts'
import { h } from '../dom/element.ts'
import type { Chart } from '../gantt/chart.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'

const T = TEXT.activities
const G = TEXT.gantt

/** Typing is over when no key came for so long. */
const SEARCH_MS = 120
const WEEKS = [2, 4, 6]

interface Tools {
  change(changed: Partial<Choice>): void
  readonly chart: Chart
  readonly columns: readonly ActivityColumn[]
}

type Option = readonly [value: string, text: string]

function select(
  label: string,
  options: readonly Option[],
  value: string,
  chosen: (value: string) => void,
): HTMLElement {
  const element = h(
    'select',
    { onchange: () => chosen(element.value) },
    ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
  )
  return h('label', {}, h('span', {}, label), element)
}

const ALL_LEVELS = 'all'

/** Nothing where there is one level at most. */
function levelSelect(schedule: Schedule, { group }: Choice, change: Tools['change']): HTMLElement[] {
  const count = group === 'tree' ? levelCount(schedule) : 0
  if (count < 2) return []
  const levels = Array.from({ length: count }, (_, level): Option => [String(level + 1), G.level(level + 1)])
  const fold = (chosen: string): void =>
    change({ folded: chosen === ALL_LEVELS ? [] : [...groupsFrom(schedule, Number(chosen) - 1)] })
  return [select(G.levels, [[ALL_LEVELS, G.allLevels], ...levels], ALL_LEVELS, fold)]
}

/** The next weeks of work in one click; a second one shows any time again. */
function aheadButtons(choice: Choice, change: Tools['change']): HTMLElement {
  const button = (weeks: number): HTMLElement => {
    const isOn = choice.ahead === weeks
    const act = (): void => change({ ahead: isOn ? 0 : weeks, from: '', until: '' })
    return h('button', { type: 'button', class: 'button', 'aria-pressed': String(isOn), onclick: act }, T.weeks(weeks))
  }
  return h('div', { class: 'row', role: 'group', 'aria-label': T.ahead }, h('span', {}, T.ahead), ...WEEKS.map(button))
}

function dateFields(choice: Choice, change: Tools['change']): HTMLElement[] {
  const field = (label: string, value: string, set: (value: string) => void): HTMLElement => {
    const input = h('input', { type: 'date', value, onchange: () => set(input.value) })
    return h('label', {}, h('span', {}, label), input)
  }
  return [
    field(T.within, choice.from, from => change({ from, ahead: 0 })),
    field(T.until, choice.until, until => change({ until, ahead: 0 })),
  ]
}

function changedButton(choice: Choice, changed: Only | undefined, change: Tools['change']): HTMLElement[] {
  if (changed === undefined) return []
  const isOn = choice.only?.title === changed.title
  const act = (): void => change({ ...unfiltered(choice), only: isOn ? undefined : changed })
  const { title } = changed
  return [
    h('button', { type: 'button', class: 'button long', title, 'aria-pressed': String(isOn), onclick: act }, title),
  ]
}

export function activityTools(schedule: Schedule, choice: Choice, changed: Only | undefined, tools: Tools): Node[] {
  const { change, chart, columns } = tools
  let waiting = 0
  const search = h('input', {
    type: 'search',
    value: choice.text,
    oninput: () => {
      clearTimeout(waiting)
      waiting = window.setTimeout(() => change({ text: search.value }), SEARCH_MS)
    },
  })
  search.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    clearTimeout(waiting)
    change({ text: search.value })
    chart.enter()
  })
  const button = (text: string, sign: string, act: () => void): HTMLElement =>
    h('button', { type: 'button', class: 'button', 'aria-label': text, title: text, onclick: act }, sign)
  const groups: readonly Option[] = [
    ['tree', T.groups.tree],
    ['none', T.groups.none],
    ...columns.filter(each => each.groups).map(({ key, title }): Option => [key, title]),
  ]
  return [
    h('label', {}, h('span', {}, T.search), search),
    select(
      T.show,
      SHOWS.map((each): Option => [each, T.shows[each]]),
      choice.show,
      show => change({ show: show as Choice['show'] }),
    ),
    ...(Number.isNaN(schedule.dataDate) ? [] : [aheadButtons(choice, change)]),
    ...changedButton(choice, changed, change),
    select(T.group, groups, choice.group, group => change({ group, folded: [] })),
    ...levelSelect(schedule, choice, change),
    ...(schedule.isUndated ? [] : dateFields(choice, change)),
    h(
      'div',
      { class: 'row' },
      button(G.zoomOut, '−', () => chart.zoom(-1)),
      button(G.zoomIn, '+', () => chart.zoom(1)),
      button(G.fit, '⇔', () => chart.fit()),
      ...(Number.isNaN(schedule.dataDate) ? [] : [button(G.dataDate, '◷', () => chart.goTo(schedule.dataDate))]),
    ),
  ]
}

/** All columns with a box each, those that are shown first. */
export function columnChooser(
  columns: readonly ActivityColumn[],
  shown: readonly string[],
  choose: (keys: readonly string[] | undefined) => void,
): HTMLElement {
  let keys = [...shown]
  const item = ({ key, title }: ActivityColumn): HTMLElement => {
    const box = h('input', {
      type: 'checkbox',
      checked: keys.includes(key),
      onchange: () => {
        keys = box.checked ? [...keys, key] : keys.filter(each => each !== key)
        // a table without columns shows nothing that could be brought back
        if (keys.length > 0) choose(keys)
      },
    })
    return h('label', {}, box, h('span', {}, title))
  }
  const back = h(
    'button',
    {
      type: 'button',
      class: 'button small',
      onclick: () => {
        keys = columns.filter(each => each.isFirst).map(({ key }) => key)
        choose(undefined)
        for (const [i, box] of [...list.querySelectorAll('input')].entries())
          box.checked = keys.includes(columns[i]!.key)
      },
    },
    T.columnsBack,
  )
  const list = h('div', { class: 'choices' }, ...columns.map(item))
  return h(
    'details',
    { class: 'chooser' },
    h('summary', { class: 'button' }, T.chooseColumns),
    h('div', {}, list, back),
  )
}

/** The list of columns closes by Escape, and by a click beside it; within: what it may be drawn in anew. */
export function closesAsMenu(within: HTMLElement): void {
  const opened = (): HTMLDetailsElement | null => within.querySelector<HTMLDetailsElement>('.chooser[open]')
  within.addEventListener('pointerdown', ({ target }) => {
    const menu = opened()
    if (menu !== null && !menu.contains(target as Node)) menu.open = false
  })
  within.addEventListener('keydown', event => {
    const menu = opened()
    if (event.key !== 'Escape' || menu === null) return
    menu.open = false
    menu.querySelector('summary')!.focus()
  })
}

/** What leaves tasks out, with the way back to all of them; nothing where all are shown. */
export function filteredBy(choice: Choice, clear: () => void): HTMLElement[] {
  const { only, text, show, ahead, from, until, where } = choice
  const isAll = text === '' && show === 'all' && ahead === 0 && from === '' && until === ''
  if (only === undefined && isAll && Object.keys(where).length === 0) return []
  return [
    ...(only === undefined ? [] : [h('span', { class: 'marks' }, T.only(only.title, new Set(only.ids).size))]),
    h('button', { type: 'button', class: 'button small', onclick: clear }, T.clear),
  ]
}

const SWATCHES = Object.keys(TEXT.gantt.legend) as (keyof typeof TEXT.gantt.legend)[]

/** What the marks of the bars mean. */
export const legend = (): HTMLElement =>
  h(
    'ul',
    { class: 'legend' },
    ...SWATCHES.map(name =>
      h('li', {}, h('span', { class: `swatch ${name}`, 'aria-hidden': 'true' }), TEXT.gantt.legend[name]),
    ),
  )

/** Shows the fields that filter by column, or hides them. */
export function fieldsButton(isPressed: boolean, press: (isPressed: boolean) => void): HTMLElement {
  let now = isPressed
  const toggle = (): void => {
    now = !now
    button.setAttribute('aria-pressed', String(now))
    press(now)
  }
  const button = h(
    'button',
    { type: 'button', class: 'button', 'aria-pressed': String(now), onclick: toggle },
    TEXT.activities.filterColumns,
  )
  return button
}
