/**
 * One table of a result as CSV (RFC 4180): a head, CRLF, UTF-8 with the mark by which Excel knows it. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it; numbers are as they are.
 */
import { ByteSink } from '../byte-sink.ts'
import type { SheetPlan } from '../sheets/plan.ts'
import { type Cell, headOf, SheetVisitor } from '../sheets/sheet-visitor.ts'
import { visitResult } from '../stored/visit-result.ts'

const BYTE_ORDER_MARK = '\ufeff'
const END_OF_ROW = '\r\n'
/** Also the separators that Excel splits at in other countries, where the rest of a text would be a cell of its own. */
const NEEDS_QUOTES = /[",;\t\r\n]/
/** After OWASP, "CSV Injection", behind blanks and in full width too. */
const LIKE_FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/**
 * Where the separator is a semicolon or a tab, a quote within a line of commas holds nothing together: what follows it, or a line break, is a cell, whose own
 * quotes a spreadsheet takes off.
 */
const FORMULA_BEHIND = /([;\t\r\n]\s*)(?="*\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const CELL_WITHIN = /[;\t\r\n]/

const guarded = (text: string): string => {
  const whole = LIKE_FORMULA.test(text) ? `'${text}` : text
  return CELL_WITHIN.test(whole) ? whole.replace(FORMULA_BEHIND, "$1'") : whole
}
const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const fieldOf = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoted(guarded(cell)) : String(cell)
}

/** chunks: a result as JSON; table: name of a sheet of the plan. */
export function writeCsv(chunks: Iterable<Uint8Array>, plan: SheetPlan, table: string): Uint8Array<ArrayBuffer>[] {
  const sink = new ByteSink()
  sink.part = table
  sink.utf8(BYTE_ORDER_MARK)
  const row = (cells: readonly Cell[]): void => sink.utf8(cells.map(fieldOf).join(',') + END_OF_ROW)
  row(headOf(plan, table).map(column => column.name))
  const visitor = new SheetVisitor(plan, name => (name === table ? { row } : undefined), {
    listCharactersMax: Number.POSITIVE_INFINITY,
  })
  visitResult(chunks, visitor)
  visitor.finish()
  return sink.finish()
}
