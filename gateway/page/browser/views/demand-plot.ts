/** Demand against capacity: of all resources, or of one that is chosen. It is requested when it is opened. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { loadSeries, type ResourceLoad } from '../schedule/resource-load.ts'
import { TEXT } from '../texts.ts'
import { sentenceOf } from './failure.ts'
import { plot } from './plot.ts'

const T = TEXT.plots
const NAME_LENGTH_MAX = 80

export function demandPlot(loaded: LoadedFile, shell: Shell): HTMLElement {
  const element = h('div', {}, h('h2', {}, T.load), h('p', { role: 'status' }, T.loadWaiting))
  shell.resourceLoad(loaded).then(
    load => element.replaceChildren(load.periods.length === 0 ? nothing() : shown(load, '')),
    error => element.replaceChildren(h('h2', {}, T.load), h('p', {}, sentenceOf(error))),
  )
  return element
}

const nothing = (): HTMLElement => h('section', {}, h('h2', {}, T.load), h('p', {}, T.noLoad))

function shown(load: ResourceLoad, chosen: string): HTMLElement {
  const names = ['', ...load.resources.map(({ name }) => name)]
  const select = h(
    'select',
    { onchange: () => section.replaceWith(focused(shown(load, select.value))) },
    ...names.map(name => {
      const text = name === '' ? T.allResources(load.resources.length) : name.slice(0, NAME_LENGTH_MAX)
      return h('option', { value: name, selected: name === chosen }, text)
    }),
  )
  const which = load.resources.find(({ name }) => name === chosen)
  const choice = h('label', { class: 'choice' }, h('span', {}, T.resource), select)
  const section = plot(T.load, T.loadNote(load.from ?? ''), loadSeries(load, which), choice)
  return section
}

/** The list that was chosen in stays the place of the keyboard. */
function focused(section: HTMLElement): HTMLElement {
  queueMicrotask(() => section.querySelector('select')?.focus())
  return section
}
