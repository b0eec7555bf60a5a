/** The report of several analyses as one HTML file: a summary, a table of contents, then each analysis as in its own report. */
import {
  type AnalysisId,
  type AnalysisRow,
  analysisRow,
  isAnalysisId,
} from '../../../shared/contract/analysis/analyses.ts'
import { NOT_RUN } from '../../../shared/contract/report/report-data.ts'
import { ByteSink } from '../write/byte-sink.ts'
import type { SheetPlan } from '../write/sheets/plan.ts'
import { type Cell, SheetVisitor } from '../write/sheets/sheet-visitor.ts'
import { type MemberPath, type ResultVisitor, visitResult } from '../write/stored/visit-result.ts'
import { CELL_CHARACTERS_MAX } from '../write/xlsx/cell-text.ts'
import { ReportTables, type ShownTable } from './collect.ts'
import { Gathered } from './document/gathered.ts'
import { documentHtml } from './document/html.ts'
import { documentOfKind } from './document/kinds.ts'
import { escaped, isolated } from './markup.ts'
import { pageFoot, pageHead } from './page.ts'
import { both, Section } from './section.ts'
import { PAGE_POLICY } from './style.ts'
import { cellText, objectsOf, projectsOf } from './table.ts'
import { chip, findingsHtml } from './verdicts.ts'
import { WORDS } from './words.ts'

/** data.results.<id of an analysis> */
const RESULT_DEPTH = 3
const REASON_CHARACTERS_MAX = 500
const OPTIONS_CHARACTERS_MAX = 2_000
/** Figures of single results that are read first. */
const KEY_FIGURES: readonly { readonly of: AnalysisId; readonly path: string; readonly name: string }[] = [
  { of: 'analysis.cpm', path: 'data.project_finish_date', name: WORDS.finish },
  { of: 'analysis.cpm', path: 'data.data_date.date', name: WORDS.dataDate },
]

type Entry = Readonly<Record<string, Cell>>

/** Gives what belongs to a result to the section of its analysis, all else to `own`. */
class Sections implements ResultVisitor {
  readonly byId = new Map<string, Section>()
  readonly #own: ResultVisitor
  readonly #planOf: (id: AnalysisId) => SheetPlan
  #list: ResultVisitor

  constructor(own: ResultVisitor, planOf: (id: AnalysisId) => SheetPlan) {
    this.#own = this.#list = own
    this.#planOf = planOf
  }

  #of(path: MemberPath): ResultVisitor | undefined {
    const [first, second, id = ''] = path
    if (first !== 'data' || second !== 'results' || !isAnalysisId(id)) return undefined
    let section = this.byId.get(id)
    if (section === undefined) this.byId.set(id, (section = new Section(analysisRow(id), this.#planOf(id))))
    return section.visitor
  }

  value(path: MemberPath, value: unknown): void {
    const of = this.#of(path)
    if (of === undefined) this.#own.value(path, value)
    else of.value(path.slice(RESULT_DEPTH), value)
  }

  beginList(path: MemberPath): void {
    const of = this.#of(path)
    this.#list = of ?? this.#own
    this.#list.beginList(of === undefined ? path : path.slice(RESULT_DEPTH))
  }

  item(value: unknown): void {
    this.#list.item(value)
  }

  endList(): void {
    this.#list.endList()
  }
}

/** A section stands below the heading of its analysis. Texts are escaped, so only headings begin like this. */
const lowered = (html: string): string =>
  html.replace(/<(\/?)h([23])(?=>)/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`)

/** Ids have a point, which a style would take for a class. */
const anchorOf = (id: Cell): string => String(id).replace('.', '-')

const contentsHtml = (entries: readonly Entry[]): string =>
  `<nav aria-label="${WORDS.contents}"><h2>${WORDS.contents}</h2><ol>${entries
    .map(({ analysis, title }) => `<li><a href="#${anchorOf(analysis!)}">${escaped(String(title))}</a></li>`)
    .join('')}</ol></nav>\n`

const statusChip = (status: Cell): string => chip(status === NOT_RUN ? 'skipped' : status, status)

function overviewHtml(entries: readonly Entry[]): string {
  const head = [WORDS.analysis, WORDS.status, WORDS.score, WORDS.inShort].map(name => `<th scope="col">${name}</th>`)
  const rows = entries.map(({ title, status, score, grade, summary, reasons }) => {
    const graded = [cellText(score), grade === null ? '' : `(${escaped(String(grade))})`].join(' ').trim()
    return `<tr><th scope="row">${escaped(String(title))}</th><td>${statusChip(status!)}</td><td class="w">${graded}</td><td>${isolated(String(summary ?? reasons ?? ''), REASON_CHARACTERS_MAX)}</td></tr>`
  })
  return `<section><h2>${WORDS.overview}</h2><div class="scroll"><table class="overview"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>\n`
}

function keyFigures(values: ReadonlyMap<string, Cell>, sections: ReadonlyMap<string, Section>): string {
  const figures: [string, Cell | undefined][] = [
    [WORDS.tasks, values.get('metadata.task_count')],
    ...KEY_FIGURES.map(({ of, path, name }): [string, Cell | undefined] => [name, sections.get(of)?.values.get(path)]),
  ]
  const shown = figures.filter(([, value]) => value !== undefined && value !== null)
  return `<dl class="figures">${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${cellText(value)}</dd></div>`).join('')}</dl>`
}

/** The calls that answer the same figures again. */
function recomputeHtml(entries: readonly Entry[]): string {
  const { title, about, call, options, input } = WORDS.recompute
  const head = [WORDS.analysis, call, options, input].map(name => `<th scope="col">${name}</th>`)
  const rows = entries
    .filter(({ status }) => status !== NOT_RUN)
    .map(
      entry =>
        `<tr><th scope="row">${escaped(String(entry.title))}</th><td>${isolated(`POST ${String(entry.path)}`)}</td><td>${isolated(String(entry.options ?? ''), OPTIONS_CHARACTERS_MAX)}</td><td>${escaped(String(entry.input_sha256))}</td></tr>`,
    )
  if (rows.length === 0) return ''
  return `<section><h2>${title}</h2><p>${about}</p><div class="scroll"><table class="overview"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>\n`
}

const headingOf = ({ analysis, title }: Entry): string =>
  `<article class="analysis" id="${anchorOf(analysis!)}"><h2>${escaped(String(title))}</h2>\n`

const notRunHtml = (entry: Entry): string =>
  `${headingOf(entry)}<p class="lead">${statusChip(NOT_RUN)}${WORDS.notRun}</p><p>${isolated(String(entry.reasons ?? ''), REASON_CHARACTERS_MAX * 2)}</p></article>\n`

interface WrittenPage {
  readonly chunks: Uint8Array<ArrayBuffer>[]
  /** What the page may load and run. */
  readonly policy: string
}

/** chunks: a report as JSON. */
export function writeWholeReport(
  chunks: Iterable<Uint8Array>,
  plan: SheetPlan,
  planOf: (row: AnalysisRow['id']) => SheetPlan,
): WrittenPage {
  const report = new ReportTables()
  const sheets = new SheetVisitor(plan, (name, columns) => report.open(name, columns), {
    listCharactersMax: CELL_CHARACTERS_MAX,
  })
  const sections = new Sections(sheets, planOf)
  const gathered = new Gathered()
  visitResult(chunks, both(sections, gathered))
  sheets.finish()
  const { values } = report
  const tableOf = (name: string): ShownTable | undefined => report.tables.find(table => table.name === name)
  const entries = objectsOf(tableOf('analyses')!)
  const sink = new ByteSink()
  const document = documentOfKind(gathered)
  if (document !== undefined) {
    const appendix = document.hasAppendix ? [...articlesHtml(entries, sections)].join('') : ''
    const { html, policy } = documentHtml(document, appendix)
    sink.utf8(html)
    return { chunks: sink.finish(), policy }
  }
  const projects = projectsOf(tableOf('import'))
  sink.utf8(pageHead(WORDS.wholeTitle, projects))
  sink.utf8(
    `<section><p>${statusChip(values.get('status')!)}${cellText(values.get('summary'))}</p>${keyFigures(values, sections.byId)}</section>\n`,
  )
  sink.utf8(overviewHtml(entries))
  sink.utf8(contentsHtml(entries))
  sink.utf8(findingsHtml(tableOf('findings'), WORDS.gravest))
  for (const html of articlesHtml(entries, sections)) sink.utf8(html)
  sink.utf8(recomputeHtml(entries))
  sink.utf8(pageFoot(values, WORDS.wholeSpreadsheet))
  return { chunks: sink.finish(), policy: PAGE_POLICY }
}

/** Each analysis as in its own report. */
function* articlesHtml(entries: readonly Entry[], { byId }: Sections): Generator<string> {
  for (const entry of entries) {
    const section = byId.get(String(entry.analysis))
    if (section === undefined) {
      yield notRunHtml(entry)
      continue
    }
    yield headingOf(entry)
    for (const html of section.html()) yield lowered(html)
    yield '</article>\n'
  }
}
