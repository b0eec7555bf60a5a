/** Custom fields and outline codes in the XML of Microsoft Project. */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import type { CustomFields } from '../ms-project/custom-fields.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { E } from './element-names.ts'

/** ExtendedAttributes or OutlineCodes of the project, which the cursor has opened. */
export function readFieldNames(xml: XmlCursor, fields: CustomFields): void {
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.ExtendedAttribute || name === E.OutlineCode) readName(xml, fields)
    else xml.skip()
  }
}

function readName(xml: XmlCursor, fields: CustomFields): void {
  let id = ''
  let field = ''
  let alias = ''
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.FieldID) id = textOf(xml)
    else if (name === E.FieldName) field = textOf(xml)
    else if (name === E.Alias) alias = textOf(xml)
    else if (name === E.Values) readValues(xml, fields)
    else xml.skip()
  }
  if (id !== '') fields.name(id, alias || field)
}

function readValues(xml: XmlCursor, fields: CustomFields): void {
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
    if (id !== '') fields.value(id, text)
  }
}

/** ExtendedAttribute or OutlineCode of a task. */
export function readGivenField(xml: XmlCursor, fields: CustomFields, row: number): void {
  let field = ''
  let value = ''
  let valueId = ''
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.FieldID) field = textOf(xml)
    else if (name === E.Value) value = textOf(xml)
    else if (name === E.ValueID) valueId = textOf(xml)
    else xml.skip()
  }
  fields.give(row, field, value, valueId)
}

function textOf(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, CODE_VALUE_LENGTH_MAX + 1)
}
