/** Demand against capacity: of all resources, or of one that is chosen. It is requested when it is opened. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { MINUTES_PER_DAY, minutesOf, momentText } from '../schedule/moment.ts'
import { idsInWork } from '../schedule/plot-tasks.ts'
import { loadSeries, type ResourceLoad } from '../schedule/resource-load.ts'
import { DONE } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { sentenceOf } from './failure.ts'
import { type Opens, plot } from './plot.ts'

const T = TEXT.plots
const NAME_LENGTH_MAX = 80
const DAYS_PER_WEEK = 7

export function demandPlot(loaded: LoadedFile, shell: Shell): HTMLElement {
  const element = h('div', {}, h('h2', {}, T.load), h('p', { role: 'status' }, T.loadWaiting))
  shell.resourceLoad(loaded).then(
    load => element.replaceChildren(load.periods.length === 0 ? nothing() : shown(load, '', { loaded, shell })),
    error => element.replaceChildren(h('h2', {}, T.load), h('p', {}, sentenceOf(error))),
  )
  return element
}

const nothing = (): HTMLElement => h('section', {}, h('h2', {}, T.load), h('p', {}, T.noLoad))

interface Around {
  readonly loaded: LoadedFile
  readonly shell: Shell
}

function shown(load: ResourceLoad, chosen: string, around: Around): HTMLElement {
  const names = ['', ...load.resources.map(({ name }) => name)]
  const select = h(
    'select',
    { onchange: () => section.replaceWith(focused(shown(load, select.value, around))) },
    ...names.map(name => {
      const text = name === '' ? T.allResources(load.resources.length) : name.slice(0, NAME_LENGTH_MAX)
      return h('option', { value: name, selected: name === chosen }, text)
    }),
  )
  const which = load.resources.find(({ name }) => name === chosen)
  const choice = h('label', { class: 'choice' }, h('span', {}, T.resource), select)
  // resources stand in the file
  const open = async (period: number): Promise<void> => {
    const { loaded, shell } = around
    const { resources } = await shell.fields(loaded)
    const [from, until] = [load.periods[period]!, load.periods[period + 1]]
    const dayCount = until === undefined ? DAYS_PER_WEEK : (minutesOf(until) - minutesOf(from)) / MINUTES_PER_DAY
    const isOf = (task: number): boolean =>
      loaded.schedule.state[task] !== DONE &&
      (chosen === '' ? resources[task] !== '' : resources[task]!.split(', ').includes(chosen))
    const ids = idsInWork(loaded.schedule, from, dayCount, isOf)
    shell.show({ only: { title: `${chosen === '' ? T.load : chosen}${TEXT.colon}${momentText(from)}`, ids } })
  }
  const opens: Opens = (period, { form }) => (form === 'bar' ? () => void open(period) : undefined)
  const section = plot(T.load, T.loadNote(momentText(load.from)), loadSeries(load, which), opens, choice)
  return section
}

/** The list that was chosen in stays the place of the keyboard. */
function focused(section: HTMLElement): HTMLElement {
  queueMicrotask(() => section.querySelector('select')?.focus())
  return section
}
