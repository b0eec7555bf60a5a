/** Plots of one schedule: how much of the work is done over time, starts and finishes by month, float, and demand; of several their indices, too. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { floatBands, perMonth, sCurve } from '../schedule/plot-data.ts'
import type { Curves } from '../schedule/replies.ts'
import { indicesOf } from '../schedule/update-series.ts'
import { TEXT } from '../texts.ts'
import { demandPlot } from './demand-plot.ts'
import { plot } from './plot.ts'

const T = TEXT.plots

export function plotsView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const { schedule, analysed } = loaded
  const { curves } = analysed.cpm.data
  const indices = files.length > 1 ? indicesOf(files) : undefined
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, TEXT.tabs.plots),
    indices === undefined ? null : plot(T.updates, T.updatesNote, indices),
    ...(curves == null ? [h('p', {}, T.undated)] : overTime(curves, schedule.dataDate, loaded.baseline)),
    plot(T.float, T.floatNote, floatBands(schedule)),
    demandPlot(loaded, shell),
  )
}

function overTime(curves: Curves, dataDate: number, baseline: string | undefined): HTMLElement[] {
  const from = curves.planned_from
  const isOther = baseline !== undefined && from === 'baseline'
  const note = T.curveNote(T.weights[curves.weight], isOther ? T.plans.file(baseline) : T.plans[from ?? 'none'])
  return [
    plot(T.curve, note, sCurve(curves, dataDate)),
    plot(T.starts, T.monthsNote, perMonth(curves, 'starts', dataDate)),
    plot(T.finishes, T.monthsNote, perMonth(curves, 'finishes', dataDate)),
  ]
}
