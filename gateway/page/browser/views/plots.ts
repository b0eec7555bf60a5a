/** Plots of one schedule: how much of the work is done over time, starts and finishes by month, float, and demand; of several their indices, too. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { cumulative, floatBands, perMonth } from '../schedule/plot-data.ts'
import { indicesOf } from '../schedule/update-series.ts'
import { TEXT } from '../texts.ts'
import { demandPlot } from './demand-plot.ts'
import { plot } from './plot.ts'

const T = TEXT.plots

export function plotsView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const { schedule } = loaded
  const months = perMonth(schedule)
  const curves = cumulative(schedule)
  const indices = files.length > 1 ? indicesOf(files) : undefined
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, TEXT.tabs.plots),
    indices === undefined ? null : plot(T.updates, T.updatesNote, indices),
    curves === undefined ? null : plot(T.curve, T.curveNote, curves),
    months === undefined ? h('p', {}, T.undated) : plot(T.months, T.monthsNote, months),
    plot(T.float, T.floatNote, floatBands(schedule)),
    demandPlot(loaded, shell),
  )
}
