/** What a report shows of one result: what to do, findings, charts, checks, tables, further values. */
import type { AnalysisId, AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import type { SheetPlan } from '../write/sheets/plan.ts'
import { type Cell, SheetVisitor } from '../write/sheets/sheet-visitor.ts'
import type { ResultVisitor } from '../write/stored/visit-result.ts'
import { CELL_CHARACTERS_MAX } from '../write/xlsx/cell-text.ts'
import { GanttTasks, ReportTables } from './collect.ts'
import { escaped } from './markup.ts'
import { momentOf } from './svg/bars.ts'
import { ganttSvg } from './svg/gantt.ts'
import { histogramSvg } from './svg/histogram.ts'
import { cellText, projectsOf, tableHtml } from './table.ts'
import { adviceHtml, checksHtml, findingsHtml, isOfChecks } from './verdicts.ts'
import { DelayWindows } from './windows.ts'
import { labelOf, WORDS } from './words.ts'

/** Rows of the chart in a report: a page of A4. */
const GANTT_BARS_MAX = 45

/** Figures of the result itself, and the few that stand deeper and are read first. */
const DEEPER_FIGURES: ReadonlySet<string> = new Set([
  'data.data_date.date',
  'data.agreement.stored_finish',
  'data.agreement.computed_finish',
  'data.project_finish.days',
  'data.project_finish.from_date',
  'data.project_finish.to_date',
  'data.calendar.mode',
])

/** Longest text outside of tables; these are the service's own. */
const SENTENCES_CHARACTERS_MAX = 3_000

/** A sentence is no figure. */
const FIGURE_CHARACTERS_MAX = 60

const isFigure = (path: string, value: Cell): boolean =>
  (/^data\.[^.]+$/.test(path) || DEEPER_FIGURES.has(path)) && String(value).length <= FIGURE_CHARACTERS_MAX

const nameOf = (path: string): string => labelOf(path.replace(/^(?:data|metadata)\./, ''))

function figuresHtml(values: ReadonlyMap<string, Cell>): string {
  const first: [string, Cell | undefined][] = [
    [WORDS.grade, values.get('grade')],
    [WORDS.score, values.get('score')],
    [WORDS.tasks, values.get('metadata.task_count')],
  ]
  const rest = [...values]
    .filter(([path, value]) => isFigure(path, value))
    .map(([path, value]): [string, Cell] => [nameOf(path), value])
  const shown = [...first, ...rest].filter(([, value]) => value !== null && value !== undefined)
  const items = shown.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${cellText(value)}</dd></div>`)
  return `<dl class="figures">${items.join('')}</dl>`
}

const LEFT_OUT =
  /^(?:status|score|grade|summary)$|^metadata\.(?:request_id|processing_time_ms|endpoint|input_sha256|engine_version|api_version|task_count)$/

function furtherHtml(values: ReadonlyMap<string, Cell>): string {
  const rest = [...values].filter(([path, value]) => value !== null && !isFigure(path, value) && !LEFT_OUT.test(path))
  if (rest.length === 0) return ''
  const rows = rest.map(
    ([path, value]) =>
      `<tr><th scope="row">${escaped(nameOf(path))}</th><td>${cellText(value, SENTENCES_CHARACTERS_MAX)}</td></tr>`,
  )
  return `<section><h2>${WORDS.values}</h2><table><tbody>${rows.join('')}</tbody></table></section>\n`
}

function ganttHtml(tasks: GanttTasks): string {
  const { first, hot, count, hotCount, hasDates } = tasks
  if (count === 0) return ''
  const isWhole = count <= first.length
  const bars = isWhole || hot.length === 0 ? first : hot
  const words = isWhole
    ? WORDS.ganttAll(count)
    : hot.length === 0
      ? WORDS.ganttFirst(first.length, count)
      : WORDS.ganttPath(hot.length, hotCount)
  const dataDate = hasDates ? momentOf(tasks.dataDate) : undefined
  const inOrder = bars.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return `<section><h2>${WORDS.gantt}</h2><figure>${ganttSvg({ bars: inOrder, hasDates, dataDate }, words, false)}<figcaption>${escaped(words)}</figcaption></figure></section>\n`
}

/** Two readers of one result. */
export const both = (one: ResultVisitor, other: ResultVisitor): ResultVisitor => ({
  value: (path, value) => {
    one.value(path, value)
    other.value(path, value)
  },
  beginList: path => {
    one.beginList(path)
    other.beginList(path)
  },
  item: value => {
    one.item(value)
    other.item(value)
  },
  endList: () => {
    one.endList()
    other.endList()
  },
})

/** Sheets that are shown in another way. */
const SHOWN_ELSEWHERE: readonly string[] = ['findings', 'recommendations', 'lists']

/** Takes a result as it is read, then shows it. */
export class Section {
  readonly row: AnalysisRow
  readonly #report = new ReportTables()
  readonly #tasks = new GanttTasks(GANTT_BARS_MAX)
  readonly #windows = new DelayWindows()
  readonly #sheets: SheetVisitor
  readonly visitor: ResultVisitor

  constructor(row: AnalysisRow, plan: SheetPlan) {
    this.row = row
    this.#sheets = new SheetVisitor(plan, (name, columns) => this.#report.open(name, columns), {
      listCharactersMax: CELL_CHARACTERS_MAX,
    })
    this.visitor = both(this.#sheets, row.id === 'forensics.delay-analysis' ? this.#windows : this.#tasks)
  }

  /** Values outside of lists, by their path with points. */
  get values(): ReadonlyMap<string, Cell> {
    return this.#report.values
  }

  /** Projects whose files were read, after the last value; empty = none is named. */
  get projects(): string {
    return projectsOf(this.#report.tables.find(({ name }) => name === 'import'))
  }

  /** After the last value: the section in pieces. */
  *html(): Generator<string> {
    this.#sheets.finish()
    const { values, tables, histograms, plots } = this.#report
    const tableOf = (name: string) => tables.find(table => table.name === name)
    const status = String(values.get('status'))
    yield `<section><p class="lead"><span class="chip ${escaped(status)}">${escaped(status)}</span>${cellText(values.get('summary'), SENTENCES_CHARACTERS_MAX)}</p>${figuresHtml(values)}</section>\n`
    yield adviceHtml(tableOf('recommendations'))
    yield findingsHtml(tableOf('findings'))
    yield this.row.id === 'analysis.cpm' ? ganttHtml(this.#tasks) : ''
    yield this.#windows.html()
    for (const plot of plots) yield plot.html()
    for (const { title, values: numbers } of histograms) {
      if (numbers.length === 0) continue
      const words = WORDS.histogram(title, numbers.length)
      yield `<section><h2>${escaped(title)}</h2><figure>${histogramSvg(Float64Array.from(numbers), words)}<figcaption>${escaped(words)}</figcaption></figure></section>\n`
    }
    const isCheck = (name: string): boolean => isOfChecks(tableOf(name)!)
    const rest = tables.filter(({ name }) => !SHOWN_ELSEWHERE.includes(name))
    for (const table of rest.filter(({ name }) => isCheck(name))) yield checksHtml(table, this.row.id as AnalysisId)
    for (const table of rest.filter(({ name }) => !isCheck(name))) yield tableHtml(table)
    yield furtherHtml(values)
  }
}
