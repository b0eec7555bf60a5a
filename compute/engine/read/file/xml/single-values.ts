/** Values of elements that are read one by one. What cannot be read is reported with the name of its element and what it was read as. */
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { dayOfBytes, timeOfBytes } from '../../day-bytes.ts'
import { momentOfDay } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { flagOf, numberOf } from './xml-values.ts'

/** The element that the cursor has opened. */
interface Element {
  readonly field: string
  /** In words, what is read where the value cannot be. */
  readonly readAs: string
  /** Of the warning; absent: value_unknown. */
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
  const day = dayOfBytes(xml.view, xml.start, xml.end)
  if (day !== DAY_ABSENT) return momentOfDay(day, timeOfBytes(xml.view, xml.start, xml.end))
  report(xml, warnings, { field, readAs: 'empty', code: 'date_unreadable' })
  return Number.NaN
}

function report(xml: XmlCursor, warnings: ImportWarnings, element: Element, placeOf?: () => string): void {
  if (xml.end === xml.start) return
  warnings.addUnknown({ ...element, word: xml.string(), ...(placeOf === undefined ? {} : { place: placeOf() }) })
}
