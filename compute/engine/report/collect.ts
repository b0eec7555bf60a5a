/** What a report shows of a result, gathered while it is read: the first rows of each table, figures, and what the charts need of all rows. */

import { SUMMARY_SHEET } from '../write/sheets/plan.ts'
import type { Cell, HeadColumn, SheetSink } from '../write/sheets/sheet-visitor.ts'
import type { MemberPath, ResultVisitor } from '../write/stored/visit-result.ts'
import { isOnlyDrawn, type Plot, plotOf } from './plots.ts'
import { barOf, type GanttBar, isHot } from './svg/bars.ts'
import { HISTOGRAMS } from './words.ts'

/** Rows of a table that a report shows. */
export const ROWS_MAX = 200

export interface ShownTable {
  readonly name: string
  readonly columns: readonly HeadColumn[]
  readonly rows: (readonly Cell[])[]
  /** All there are. */
  rowCount: number
}

interface ShownHistogram {
  readonly title: string
  readonly values: number[]
}

/** Takes the sheets of a result, as a workbook does. */
export class ReportTables {
  /** Values outside of lists, by their path with points. */
  readonly values = new Map<string, Cell>()
  readonly tables: ShownTable[] = []
  readonly histograms: ShownHistogram[] = []
  readonly plots: Plot[] = []

  open(name: string, columns: readonly HeadColumn[]): SheetSink {
    if (name === SUMMARY_SHEET) return { row: ([member, value]) => this.values.set(String(member), value) }
    const plot = plotOf(name, columns)
    if (plot !== undefined) this.plots.push(plot)
    if (plot !== undefined && isOnlyDrawn(name)) return plot
    const table: ShownTable = { name, columns, rows: [], rowCount: 0 }
    this.tables.push(table)
    const drawn = HISTOGRAMS.filter(({ sheet }) => sheet === name).flatMap(({ column, title }) => {
      const at = columns.findIndex(each => each.name === column)
      if (at < 0) return []
      const histogram: ShownHistogram = { title, values: [] }
      this.histograms.push(histogram)
      return [{ at, histogram }]
    })
    return {
      row: cells => {
        if (++table.rowCount <= ROWS_MAX) table.rows.push(cells)
        plot?.row(cells)
        for (const { at, histogram } of drawn) {
          const value = cells[at]
          if (typeof value === 'number') histogram.values.push(value)
        }
      },
    }
  }
}

/** The tasks of a critical-path result as bars. */
export class GanttTasks implements ResultVisitor {
  readonly #barsMax: number
  #isTasks = false
  #hasDates = false
  /** The first ones, and the first that are critical or on the longest path. */
  readonly first: GanttBar[] = []
  readonly hot: GanttBar[] = []
  count = 0
  hotCount = 0
  dataDate: string | undefined

  constructor(barsMax: number) {
    this.#barsMax = barsMax
  }

  get hasDates(): boolean {
    return this.#hasDates
  }

  value(path: MemberPath, value: unknown): void {
    const name = path.join('.')
    if (name === 'data.project_start_date') this.#hasDates = value !== null
    if (name === 'data.data_date.date' && typeof value === 'string') this.dataDate = value
  }

  beginList(path: MemberPath): void {
    this.#isTasks = path.join('.') === 'data.tasks'
  }

  item(value: unknown): void {
    if (!this.#isTasks) return
    const row = value as Readonly<Record<string, unknown>>
    const bar = barOf(row)
    if (bar === undefined) return
    if (++this.count <= this.#barsMax) this.first.push(bar)
    if (isHot(row) && ++this.hotCount <= this.#barsMax) this.hot.push(bar)
  }

  endList(): void {
    this.#isTasks = false
  }
}
