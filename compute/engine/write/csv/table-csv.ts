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
const FORMULA_SIGNS = '=+-@\uff1d\uff0b\uff0d\uff20'

const CELL_WITHIN = /[;\t\r\n]/
const SEPARATORS = ';\t\r\n'

/**
 * Where the separator is a semicolon or a tab, a quote within a line of commas holds nothing together: what follows it, or a line break, is a cell, whose own
 * quotes a spreadsheet takes off. Each character is looked at once.
 */
function guardedWithin(text: string): string {
  const parts: string[] = []
  let begin = 0
  /** Where the cell begins behind blanks; -1 once it is seen to be no formula. */
  let cell = -1
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (SEPARATORS.includes(char)) {
      cell = i + 1
      isQuoted = false
    } else if (cell < 0) continue
    else if (char === '"') isQuoted = true
    else if (char.trim() === '') cell = isQuoted ? cell : i + 1
    else {
      if (FORMULA_SIGNS.includes(char)) {
        parts.push(text.slice(begin, cell))
        begin = cell
      }
      cell = -1
    }
  }
  return parts.length === 0 ? text : [...parts, text.slice(begin)].join("'")
}

function guarded(text: string): string {
  const whole = LIKE_FORMULA.test(text) ? `'${text}` : text
  return CELL_WITHIN.test(whole) ? guardedWithin(whole) : whole
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
