/** Custom fields and outline codes of a file of Microsoft Project: of the project their names and values, of each task what it has of them. */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import { CodeValues } from '../../code-values.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { E } from './element-names.ts'

/** The field in which convert keeps the ids of activities: no custom field of the planner. */
const ID_ALIAS = 'Activity ID'

interface Given {
  readonly row: number
  readonly field: string
  readonly value: string
}

export class CustomFields {
  /** Names by FieldID. */
  readonly #names = new Map<string, string>()
  /** Values of outline codes by ValueID. */
  readonly #values = new Map<string, string>()
  readonly #given: Given[] = []

  get givenCount(): number {
    return this.#given.length
  }

  /** Only the first `count` stay. */
  cut(count: number): void {
    this.#given.length = count
  }

  /** ExtendedAttributes or OutlineCodes of the project, which the cursor has opened. */
  readNames(xml: XmlCursor): void {
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.ExtendedAttribute || name === E.OutlineCode) this.#readName(xml)
      else xml.skip()
    }
  }

  #readName(xml: XmlCursor): void {
    let id = ''
    let field = ''
    let alias = ''
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.FieldID) id = textOf(xml)
      else if (name === E.FieldName) field = textOf(xml)
      else if (name === E.Alias) alias = textOf(xml)
      else if (name === E.Values) this.#readValues(xml)
      else xml.skip()
    }
    if (id !== '') this.#names.set(id, alias || field)
  }

  #readValues(xml: XmlCursor): void {
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name !== E.Value) {
        xml.skip()
        continue
      }
      let id = ''
      let text = ''
      for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
        if (part === E.ValueID) id = textOf(xml)
        else if (part === E.Value) text = textOf(xml)
        else xml.skip()
      }
      if (id !== '') this.#values.set(id, text)
    }
  }

  /** ExtendedAttribute or OutlineCode of a task. */
  readGiven(xml: XmlCursor, row: number): void {
    let field = ''
    let value = ''
    let valueId = ''
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.FieldID) field = textOf(xml)
      else if (name === E.Value) value = textOf(xml)
      else if (name === E.ValueID) valueId = textOf(xml)
      else xml.skip()
    }
    if (field !== '' && (value !== '' || valueId !== ''))
      this.#given.push({ row, field, value: value === '' ? `#${valueId}` : value })
  }

  finish(taskCount: number, builder: ColumnsBuilder, warnings: ImportWarnings): void {
    const codes = new FileCodes(new CodeValues(builder))
    for (const { row, field, value } of this.#given) {
      const name = this.#names.get(field)
      const text = value.startsWith('#') ? (this.#values.get(value.slice(1)) ?? value) : value
      if (name !== undefined && name !== ID_ALIAS) codes.add(row, name, text)
    }
    codes.finish(taskCount, warnings)
  }
}

function textOf(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, CODE_VALUE_LENGTH_MAX + 1)
}
