/** How a format of P6 calls what the mapper tells of, so that whoever reads a warning finds the place in his file. */
import { fieldName, type P6List, type Side } from './p6-fields.ts'

/** A reader's row that something is said of. */
export interface RowPlace {
  /** "row 7", 'activity "A10"'. */
  place(): string
  /** The key that the file knows the row by. */
  key(): string
}

export interface P6Words {
  readonly side: Side
  /** What tasks are called, at the beginning of a sentence and within one. */
  readonly Tasks: string
  readonly tasks: string
  readonly taskKey: string
  readonly taskLeftOut: string
  readonly calendarLeftOut: string
  readonly linksLost: { readonly code: string; readonly text: string }
  /** What a project may be requested by. */
  readonly projectIds: string
  // fields that name a calendar, and say what one is
  readonly projectCalendar: string
  readonly taskCalendar: string
  readonly baseCalendar: string
  readonly hoursPerDay: string
  readonly workingTimes: { readonly code: string; readonly short: string; readonly list: string }
  /** What a word that is not known is read as. */
  readonly readAs: Readonly<Record<'type' | 'percentType' | 'linkType' | 'resourceType', string>>
  /** Where options stand, and which of them say what is not computed here. */
  readonly options: Readonly<Record<'list' | 'actualDates' | 'lagStart', string>>
}

const nameIn = (list: P6List, group: 'numbers' | 'texts', slot: number, { side }: P6Words): string =>
  fieldName(list, list[group][slot], side)

export const numberIn = (list: P6List, slot: number, words: P6Words): string => nameIn(list, 'numbers', slot, words)
export const textIn = (list: P6List, slot: number, words: P6Words): string => nameIn(list, 'texts', slot, words)
