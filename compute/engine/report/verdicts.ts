/** Findings, advice and checks of a report: what was found in words, with the formula, the figures, the limit and the source of the rule. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { checkCatalogue } from '../catalogue.ts'
import { withCommas } from '../wording/numbers.ts'
import type { Cell } from '../write/sheets/sheet-visitor.ts'
import type { ShownTable } from './collect.ts'
import { escaped, isolated } from './markup.ts'
import { cellText, objectsOf } from './table.ts'
import { labelOf, WORDS } from './words.ts'

type Item = Readonly<Record<string, Cell>>

/** Words of the service, not of a schedule. */
export const chip = (kind: Cell, words = kind): string =>
  `<span class="chip ${escaped(String(kind))}">${escaped(labelOf(String(words)).toLowerCase())}</span>`

const pair = (name: string, value: string): string => (value === '' ? '' : `<dt>${name}</dt><dd>${value}</dd>`)

/** A row of the catalogue by its code. */
type CheckText = ReturnType<typeof checkCatalogue>['checks'][number]
const known = new Map<AnalysisId, ReadonlyMap<string, CheckText>>()

function checkTexts(id: AnalysisId): ReadonlyMap<string, CheckText> {
  const texts =
    known.get(id) ??
    new Map(checkCatalogue().checks.flatMap(check => (check.analysis === id ? [[check.code, check] as const] : [])))
  known.set(id, texts)
  return texts
}

/** How many tasks a card names. */
const TASK_TEXT_MAX = 400

function findingHtml({ code, severity, title, description, task_names, task_ids, count }: Item): string {
  const tasks = task_names ?? task_ids
  const named = tasks === null ? '' : isolated(String(tasks), TASK_TEXT_MAX)
  return `<div class="item ${escaped(String(severity))}"><h3>${chip(severity)}${isolated(String(title))} <span class="soft">${escaped(String(code))}, ${withCommas(Number(count))}</span></h3><p>${isolated(String(description), TASK_TEXT_MAX * 3)}</p><dl class="more">${pair(WORDS.tasksConcerned, named)}</dl></div>`
}

export function findingsHtml(table: ShownTable | undefined, title: string = WORDS.findings): string {
  if (table === undefined) return ''
  const items = objectsOf(table).map(findingHtml)
  const more =
    table.rowCount > table.rows.length
      ? `<p class="soft">${escaped(WORDS.more(table.rows.length, table.rowCount))}</p>`
      : ''
  return `<section><h2>${title}</h2>${items.length === 0 ? `<p>${WORDS.noFindings}</p>` : items.join('\n')}${more}</section>\n`
}

export function adviceHtml(table: ShownTable | undefined): string {
  if (table === undefined || table.rowCount === 0) return ''
  const items = objectsOf(table).map(
    ({ title, description }) =>
      `<li><strong>${isolated(String(title))}</strong> ${isolated(String(description), TASK_TEXT_MAX * 3)}</li>`,
  )
  return `<section><h2>${WORDS.recommendations}</h2><ol>${items.join('\n')}</ol></section>\n`
}

/** A list whose rows are checks, whatever it is called. */
export const isOfChecks = ({ columns }: ShownTable): boolean =>
  ['code', 'status', 'message', 'numerator'].every(name => columns.some(column => column.name === name))

function figures({ numerator, denominator, value, unit, operator, threshold }: Item): string {
  const parts = [
    numerator === null || denominator === null ? '' : WORDS.found(cellText(numerator), cellText(denominator)),
    value === null ? '' : `${cellText(value)} ${unit === null ? '' : escaped(String(unit))}`,
    threshold === null ? '' : WORDS.limit(escaped(String(operator)), cellText(threshold)),
  ]
  return parts.filter(part => part !== '').join(', ')
}

/** text: of a check of the service. One of a catalogue says itself what it counts and where it is from. */
function checkHtml(check: Item, text: CheckText | undefined): string {
  const { code, status, title, message, population, method_url, metric, source } = check
  const word = (value: unknown): string => escaped(String(value ?? ''))
  return `<div class="item ${escaped(String(status))}"><h3>${chip(status)}${escaped(`${code} ${title}`)} <span class="soft">${figures(check)}</span></h3><p>${isolated(String(message), TASK_TEXT_MAX * 3)}</p><dl class="more">${pair(WORDS.formula, word(text?.formula ?? metric))}${pair(WORDS.population, word(population))}${pair(WORDS.source, word(text?.source ?? source))}${pair(WORDS.method, word(method_url))}</dl></div>`
}

export function checksHtml(table: ShownTable, id: AnalysisId): string {
  const texts = checkTexts(id)
  const items = objectsOf(table).map(check => checkHtml(check, texts.get(String(check.code))))
  return `<section><h2>${escaped(labelOf(table.name))}</h2>${items.join('\n')}</section>\n`
}
