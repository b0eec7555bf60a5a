/** Plots of one schedule: how much of the work is done over time, starts and finishes by month, float, and demand; of several their indices, too. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { floatBands, perMonth, sCurve } from '../schedule/plot-data.ts'
import { idsInWork, idsOfBand, idsOfMonths } from '../schedule/plot-tasks.ts'
import type { Curves } from '../schedule/replies.ts'
import { indicesOf } from '../schedule/update-series.ts'
import { TEXT } from '../texts.ts'
import { missingIndices } from './compare.ts'
import { demandPlot } from './demand-plot.ts'
import { plot } from './plot.ts'

const T = TEXT.plots

export function plotsView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const { schedule, analysed } = loaded
  const { curves } = analysed.cpm.data
  const bands = floatBands(schedule)
  const indices = files.length > 1 ? indicesOf(files) : undefined
  return h(
    'div',
    { class: 'overview plots' },
    h('h1', {}, TEXT.tabs.plots),
    indices === undefined
      ? null
      : plot(T.updates, T.updatesNote, indices, undefined, h('div', {}, ...missingIndices(files))),
    ...(curves == null ? [h('p', {}, T.undated)] : overTime(curves, loaded, shell)),
    plot(T.float, T.floatNote, bands, band =>
      opener(shell, T.floatOf(bands.labels[band]!), () => idsOfBand(schedule, band)),
    ),
    demandPlot(loaded, shell),
  )
}

/** Goes to the activities behind a bar or a point. */
const opener =
  (shell: Shell, title: string, ids: () => readonly string[]): (() => void) =>
  () =>
    shell.show({ only: { title, ids: ids() } })

function overTime(curves: Curves, { schedule, baseline }: LoadedFile, shell: Shell): HTMLElement[] {
  const { dataDate } = schedule
  const months = (what: 'starts' | 'finishes'): HTMLElement => {
    const series = perMonth(curves, what, dataDate)
    return plot(T[what], T.monthsNote, series, (i, { kind, name }) =>
      kind === 'actual' || kind === 'forecast'
        ? opener(shell, `${T[what]}: ${name}, ${series.labels[i]!}`, () =>
            idsOfMonths(schedule, what, kind, [series.labels[i]!, series.labels[i + 1] ?? '']),
          )
        : undefined,
    )
  }
  const from = curves.planned_from
  const isOther = baseline !== undefined && from === 'baseline'
  const note = T.curveNote(T.weights[curves.weight], isOther ? T.plans.file(baseline) : T.plans[from ?? 'none'])
  return [
    plot(T.curve, note, sCurve(curves, dataDate), i => {
      const { date } = curves.s_curve[i]!
      return opener(shell, T.inWork(date), () => idsInWork(schedule, date))
    }),
    months('starts'),
    months('finishes'),
  ]
}
