/** Values of elements that are read one by one. What cannot be read is reported with the name of its element and what it was read as. */
import { cut } from '../../../../../shared/contract/schedule/text.ts'
import { momentOfDay } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { FORM_WARNINGS, LooseDate, PLAIN, UNREADABLE } from '../loose-dates.ts'
import { Notes } from '../notes.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { flagOf, numberOf } from './xml-values.ts'

/** The element that the cursor has opened. */
interface Element {
  readonly field: string
  /** In words, what is read where the value cannot be. */
  readonly readAs: string
  /** Code of the warning; absent: value_unknown. */
  readonly code?: string
}

/** A number that `isKnown` takes; `otherwise` where the element is empty or has another. `placeOf`: its row, in words. */
export function knownNumber(
  xml: XmlCursor,
  warnings: ImportWarnings,
  element: Element,
  isKnown: (value: number) => boolean,
  otherwise: number,
  placeOf?: () => string,
): number {
  xml.text()
  const value = numberOf(xml)
  if (isKnown(value)) return value
  report(xml, warnings, element, placeOf)
  return otherwise
}

/** 1 or 0; `otherwise` where the element is empty or unreadable. */
export function knownFlag(
  xml: XmlCursor,
  warnings: ImportWarnings,
  field: string,
  otherwise: number,
  readAs = String(otherwise),
): number {
  xml.text()
  const value = flagOf(xml)
  if (!Number.isNaN(value)) return value
  report(xml, warnings, { field, readAs })
  return otherwise
}

/** Minutes since 1970, NaN = empty or unreadable. */
export function knownMoment(xml: XmlCursor, warnings: ImportWarnings, field: string): number {
  xml.text()
  if (xml.end === xml.start) return Number.NaN
  const date = new LooseDate()
  const form = date.read(xml.view, xml.start, xml.end)
  if (form === UNREADABLE) report(xml, warnings, { field, readAs: 'empty', code: 'date_unreadable' })
  else if (form !== PLAIN) {
    const { code, text } = FORM_WARNINGS[form]!
    const value = xml.string()
    warnings.addNotes(code, text(`${field} ${JSON.stringify(cut(value))}`), Notes.one(field, value), field)
  }
  return momentOfDay(date.day, date.time)
}

function report(xml: XmlCursor, warnings: ImportWarnings, element: Element, placeOf?: () => string): void {
  if (xml.end === xml.start) return
  warnings.addUnknown({ ...element, word: xml.string(), ...(placeOf === undefined ? {} : { place: placeOf() }) })
}
