/** Plots of one schedule: its float, its starts and finishes by month, and how much of the work is done over time. */
import { h } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import { cumulative, floatBands, perMonth } from '../schedule/plot-data.ts'
import { TEXT } from '../texts.ts'
import { plot } from './plot.ts'

const T = TEXT.plots

export function plotsView({ schedule }: LoadedFile): HTMLElement {
  const bands = floatBands(schedule)
  const months = perMonth(schedule)
  const curves = cumulative(schedule)
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, TEXT.tabs.plots),
    plot(T.float, T.floatNote, bands),
    months === undefined ? h('p', {}, T.undated) : plot(T.months, T.monthsNote, months),
    curves === undefined ? null : plot(T.curve, T.curveNote, curves),
  )
}
