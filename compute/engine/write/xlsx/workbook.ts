/** A workbook (Office Open XML) of the sheets of a result: texts, numbers, dates and booleans as cells of their kinds, no formula anywhere. */
import { LISTS_SHEET, type SheetPlan, SUMMARY_SHEET } from '../sheets/plan.ts'
import { type HeadColumn, type SheetSink, SheetVisitor } from '../sheets/sheet-visitor.ts'
import { visitResult } from '../stored/visit-result.ts'
import { CELL_CHARACTERS_MAX, xmlText } from './cell-text.ts'
import { SheetPart } from './sheet-part.ts'
import { STYLE_SHEET } from './styles.ts'
import { ZipPart, zipOf } from './zip.ts'

const SHEET_ROWS_MAX = 1_048_576
const SHEET_NAME_CHARACTERS_MAX = 31
/** What the format could not hold as it is. */
const NOTES_SHEET = 'notes'
const NOTES_MAX = 1_000
const NOTE_COLUMNS: readonly HeadColumn[] = ['sheet', 'note'].map(name => ({ name, kind: 'text' }))

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Behind all others, in this order. */
const LAST_SHEETS: readonly (string | undefined)[] = [undefined, LISTS_SHEET, NOTES_SHEET]

interface Sheet {
  readonly name: string
  readonly tab: string
  readonly part: SheetPart
}

interface WorkbookLimits {
  readonly rowsMax: number
}

export class Workbook {
  readonly #sheets: Sheet[] = []
  readonly #rowsMax: number
  readonly #notes: [sheet: string, note: string][] = []
  #noteCount = 0

  constructor(rowsMax: number = SHEET_ROWS_MAX) {
    this.#rowsMax = rowsMax
  }

  /** A sheet that is full goes on in another one. */
  open(name: string, columns: readonly HeadColumn[]): SheetSink {
    let number = 1
    let sheet = this.#add(name, number, columns)
    return {
      row: (cells, kinds) => {
        if (sheet.part.rowCount >= this.#rowsMax) {
          const full = sheet.tab
          sheet = this.#add(name, ++number, columns)
          this.#note(full, `A sheet holds ${this.#rowsMax} rows; the next ones are in the sheet ${sheet.tab}.`)
        }
        sheet.part.row(cells, kinds)
      },
    }
  }

  #add(name: string, number: number, columns: readonly HeadColumn[]): Sheet {
    const tab = this.#tabOf(name, number)
    const path = `xl/worksheets/sheet${this.#sheets.length + 1}.xml`
    const part = new SheetPart(path, name, columns, (row, column, length) =>
      this.#note(tab, `${column} in row ${row} has ${length} characters; a cell holds ${CELL_CHARACTERS_MAX}.`),
    )
    const sheet = { name, tab, part }
    this.#sheets.push(sheet)
    return sheet
  }

  /** Names are ours, so they hold nothing that a tab may not; two long ones may begin alike. */
  #tabOf(name: string, number: number): string {
    for (let count = number; ; count++) {
      const suffix = count === 1 ? '' : ` (${count})`
      const tab = name.slice(0, SHEET_NAME_CHARACTERS_MAX - suffix.length) + suffix
      if (!this.#sheets.some(other => other.tab === tab)) return tab
    }
  }

  #note(sheet: string, note: string): void {
    if (++this.#noteCount <= NOTES_MAX) this.#notes.push([sheet, note])
  }

  finish(): Uint8Array<ArrayBuffer>[] {
    if (this.#noteCount > 0) {
      const notes = this.open(NOTES_SHEET, NOTE_COLUMNS)
      for (const note of this.#notes) notes.row(note)
      const more = this.#noteCount - this.#notes.length
      if (more > 0) notes.row(['', `${more} more cells were cut.`])
    }
    for (const { part } of this.#sheets) part.finish()
    return zipOf([...this.#frame(), ...this.#sheets.map(({ part }) => part.part)])
  }

  #frame(): ZipPart[] {
    const ids = this.#sheets.map((_, i) => i + 1)
    // the summary comes first, whenever its first value came
    const placeOf = ({ name }: Sheet): number => (name === SUMMARY_SHEET ? 0 : LAST_SHEETS.indexOf(name) + 1 || 1)
    const shown = ids.toSorted((a, b) => placeOf(this.#sheets[a - 1]) - placeOf(this.#sheets[b - 1]))
    const tabs = shown.map(id => `<sheet name="${xmlText(this.#sheets[id - 1].tab)}" sheetId="${id}" r:id="rId${id}"/>`)
    const filters = shown.map(
      (id, i) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${this.#sheets[id - 1].part.filterOf(this.#sheets[id - 1].tab)}</definedName>`,
    )
    const styleId = ids.length + 1
    const sheetParts = ids.map(
      id => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
    )
    const relations = ids.map(
      id => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
    )
    return [
      textPart(
        '[Content_Types].xml',
        `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${sheetParts.join('')}</Types>`,
      ),
      textPart(
        '_rels/.rels',
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      textPart(
        'xl/workbook.xml',
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${tabs.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
      ),
      textPart(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${styleId}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ),
      textPart('xl/styles.xml', STYLE_SHEET.slice(XML.length)),
    ]
  }
}

function textPart(path: string, text: string): ZipPart {
  const part = new ZipPart(path)
  part.sink.utf8(XML + text)
  part.finish()
  return part
}

/** chunks: a result as JSON. */
export function writeWorkbook(
  chunks: Iterable<Uint8Array>,
  plan: SheetPlan,
  { rowsMax }: WorkbookLimits = { rowsMax: SHEET_ROWS_MAX },
): Uint8Array<ArrayBuffer>[] {
  const workbook = new Workbook(rowsMax)
  const visitor = new SheetVisitor(plan, (name, columns) => workbook.open(name, columns), {
    listCharactersMax: CELL_CHARACTERS_MAX,
  })
  visitResult(chunks, visitor)
  visitor.finish()
  return workbook.finish()
}
