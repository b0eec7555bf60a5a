/** Lists of a file of P6 beside its activities: work breakdown structure, activity codes, links. By ObjectId. */

import { parseDay } from '../../../../../shared/schedule/day.ts'
import { WBS_NAME_SEPARATOR } from '../../../../../shared/schedule/fields.ts'
import { MINUTES_PER_DAY, minutesAfterMidnight } from '../../../../../shared/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/schedule/work-meter.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import type { OtherTask } from '../external-links.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { lagOfText } from '../lag-texts.ts'
import { looseNumber } from '../loose-numbers.ts'
import { NumberList } from '../number-list.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const encoder = new TextEncoder()
const CODE = fieldIndex('wbs_code')
const NAMES = fieldIndex('wbs_name')
const decoder = new TextDecoder()

/** What says when an activity starts and finishes, the first that is there. */
const STARTS = [E.ActualStartDate, E.RemainingEarlyStartDate, E.EarlyStartDate, E.StartDate, E.PlannedStartDate]
const FINISHES = [E.ActualFinishDate, E.RemainingEarlyFinishDate, E.EarlyFinishDate, E.FinishDate, E.PlannedFinishDate]

/** Numbers and texts of the children of one element, by the number of their name. */
export class Row {
  readonly #values = new Map<number, number>()
  readonly #texts = new Map<number, string>()
  static readonly #TEXT_LENGTH_MAX = 1_000

  /** Other children are skipped. */
  static of(xml: XmlCursor, numbers: readonly number[], texts: readonly number[]): Row {
    const row = new Row()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (numbers.includes(name)) {
        xml.text()
        row.#values.set(name, numberOf(xml))
      } else if (texts.includes(name)) {
        xml.text()
        row.#texts.set(name, xml.string().slice(0, Row.#TEXT_LENGTH_MAX))
      } else xml.skip()
    }
    return row
  }
  number(name: number): number {
    return this.#values.get(name) ?? Number.NaN
  }
  text(name: number): string {
    return this.#texts.get(name) ?? ''
  }
}

/** Levels of a path of the work breakdown structure, and characters of one of its codes, of a name and of a path of names: as for XER. */
const LEVELS_MAX = 50
const CODE_LENGTH_MAX = 100
const NAME_LENGTH_MAX = 300
const NAMES_LENGTH_MAX = 5_000

/** Of a byte of a path: it is put together, looked up and kept. */
const PATH_COST = { steps: 4, memory: 6 }

interface WbsPaths {
  /** Codes down to a row, with points between, and names: each among the values of its column, -1 = none. */
  readonly code: number
  readonly name: number
}

export class P6Wbs {
  readonly #rows = new Map<number, { readonly code: string; readonly name: string; readonly parent: number }>()
  readonly #paths = new Map<number, WbsPaths>()
  readonly #meter: WorkMeter

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  read(xml: XmlCursor): void {
    const row = Row.of(xml, [E.ObjectId, E.ParentObjectId], [E.Code, E.Name])
    const id = row.number(E.ObjectId)
    const code = row.text(E.Code).slice(0, CODE_LENGTH_MAX)
    const name = row.text(E.Name).slice(0, NAME_LENGTH_MAX)
    if (Number.isInteger(id) && !this.#rows.has(id))
      this.#rows.set(id, { code, name, parent: row.number(E.ParentObjectId) })
  }

  /** To a task, the code and the names of the row with that id; none where there is no such row. */
  setPaths(builder: ColumnsBuilder, task: number, id: number, warnings: ImportWarnings): void {
    if (!this.#rows.has(id)) return
    const { code, name } = this.#pathsOf(id, builder, warnings)
    if (code >= 0) builder.codes(CODE).setCode(task, code)
    if (name >= 0) builder.codes(NAMES).setCode(task, name)
  }

  #pathsOf(id: number, builder: ColumnsBuilder, warnings: ImportWarnings): WbsPaths {
    const known = this.#paths.get(id)
    if (known !== undefined) return known
    const codes: string[] = []
    const names: string[] = []
    for (let at = this.#rows.get(id); at !== undefined && codes.length < LEVELS_MAX; at = this.#rows.get(at.parent)) {
      codes.push(at.code)
      names.push(at.name)
    }
    if (codes.length === LEVELS_MAX)
      warnings.add(
        'wbs_too_deep',
        `Rows of WBS lie in a circle or deeper than ${LEVELS_MAX} levels; their codes begin there.`,
      )
    const name = names.some(text => text !== '') ? names.reverse().join(WBS_NAME_SEPARATOR) : ''
    const codeOf = (f: number, text: string): number => {
      const bytes = encoder.encode(text)
      this.#meter.spend(bytes.length, PATH_COST, ['WBS'], () => 'Paths of the work breakdown structure')
      return bytes.length === 0 ? -1 : builder.codes(f).codeOf(bytes, 0, bytes.length)
    }
    const paths = {
      code: codeOf(CODE, codes.reverse().join('.')),
      name: codeOf(NAMES, name.slice(0, NAMES_LENGTH_MAX)),
    }
    this.#paths.set(id, paths)
    return paths
  }
}

const RESPONSIBLE = /^\s*responsib/i

/** The activity code called "Responsibility" or alike is the organization of an activity, as in XER. */
export class P6Codes {
  /** NaN = there is none. */
  typeId = Number.NaN
  /** Names of activity codes and of user-defined fields by ObjectId. */
  readonly typeNames = new Map<number, string>()
  readonly fieldNames = new Map<number, string>()
  readonly #values = new Map<number, { readonly type: number; readonly text: Uint8Array }>()

  readType(xml: XmlCursor): void {
    const row = Row.of(xml, [E.ObjectId], [E.Name])
    this.typeNames.set(row.number(E.ObjectId), row.text(E.Name))
    if (Number.isNaN(this.typeId) && RESPONSIBLE.test(row.text(E.Name))) this.typeId = row.number(E.ObjectId)
  }

  readField(xml: XmlCursor): void {
    const row = Row.of(xml, [E.ObjectId], [E.Title])
    this.fieldNames.set(row.number(E.ObjectId), row.text(E.Title))
  }

  /** Name and value of an activity code, undefined = the file does not say both. */
  entryOf(id: number): readonly [name: string, value: string] | undefined {
    const value = this.#values.get(id)
    const name = value === undefined ? undefined : this.typeNames.get(value.type)
    return value === undefined || name === undefined ? undefined : [name, decoder.decode(value.text)]
  }

  readValue(xml: XmlCursor): void {
    const row = Row.of(xml, [E.ObjectId, E.CodeTypeObjectId], [E.CodeValue])
    const id = row.number(E.ObjectId)
    if (Number.isInteger(id) && !this.#values.has(id))
      this.#values.set(id, { type: row.number(E.CodeTypeObjectId), text: encoder.encode(row.text(E.CodeValue)) })
  }

  textOf(id: number): Uint8Array | undefined {
    const value = this.#values.get(id)
    return value === undefined || value.type !== this.typeId ? undefined : value.text
  }
}

export class P6Links {
  readonly predecessor = new NumberList()
  readonly successor = new NumberList()
  /** Index into RELATION_TYPES. */
  readonly type = new NumberList()
  readonly lagHours = new NumberList()
  /** By link, lags that are written with a unit. */
  readonly lagTexts = new Map<number, string>()
  /** Projects of the two, NaN = not said. */
  readonly predecessorProject = new NumberList()
  readonly successorProject = new NumberList()

  read(xml: XmlCursor, typeOf: (text: string) => number, warnings: ImportWarnings): void {
    const numbers = [
      E.PredecessorActivityObjectId,
      E.SuccessorActivityObjectId,
      E.PredecessorProjectObjectId,
      E.SuccessorProjectObjectId,
    ]
    const row = Row.of(xml, numbers, [E.Type, E.Lag])
    const successor = row.number(E.SuccessorActivityObjectId)
    const reportUnknown = (code: string, field: string, word: string, readAs: string): void =>
      warnings.addUnknown({ code, field, word, place: `a link to the activity with ObjectId ${successor}`, readAs })
    const type = typeOf(row.text(E.Type))
    if (type < 0) reportUnknown('link_type_unknown', 'Relationship.Type', row.text(E.Type), 'Finish to Start')
    const lag = row.text(E.Lag)
    const lagHours = lag.trim() === '' ? 0 : looseNumber(lag.trim())
    // it may have a unit, which is read when durations and calendars are known
    if (Number.isNaN(lagHours)) {
      if (lagOfText(lag, 1, 1) === undefined) reportUnknown('lag_unreadable', 'Relationship.Lag', lag, '0')
      else this.lagTexts.set(this.type.count, lag)
    }
    this.predecessor.push(row.number(E.PredecessorActivityObjectId))
    this.successor.push(successor)
    this.type.push(Math.max(0, type))
    this.lagHours.push(Number.isFinite(lagHours) ? lagHours : 0)
    this.predecessorProject.push(row.number(E.PredecessorProjectObjectId))
    this.successorProject.push(row.number(E.SuccessorProjectObjectId))
  }

  /** Only the first `count` stay. */
  cut(count: number): void {
    const { predecessor, successor, type, lagHours, predecessorProject, successorProject } = this
    for (const list of [predecessor, successor, type, lagHours, predecessorProject, successorProject])
      list.count = count
  }
}

/** Activities of other projects of the file: what links to them can hold. */
export class P6OtherTasks {
  readonly byId = new Map<number, OtherTask & { readonly calendar: number }>()

  /** The Activity that the cursor has opened; those of the project itself are passed over. */
  read(xml: XmlCursor, isOwn: (objectId: number) => boolean): void {
    const texts = [
      ...STARTS,
      ...FINISHES,
      E.RemainingLateStartDate,
      E.LateStartDate,
      E.RemainingLateFinishDate,
      E.LateFinishDate,
    ]
    const row = Row.of(xml, [E.ObjectId, E.CalendarObjectId], texts)
    const id = row.number(E.ObjectId)
    if (!Number.isInteger(id) || isOwn(id) || this.byId.has(id)) return
    const firstOf = (names: readonly number[]): number => {
      for (const name of names) {
        const day = parseDay(row.text(name))
        if (day !== undefined) return MINUTES_PER_DAY * day + (minutesAfterMidnight(row.text(name)) ?? 0)
      }
      return Number.NaN
    }
    this.byId.set(id, {
      calendar: row.number(E.CalendarObjectId),
      start: firstOf(STARTS),
      finish: firstOf(FINISHES),
      lateStart: firstOf([E.RemainingLateStartDate, E.LateStartDate]),
      lateFinish: firstOf([E.RemainingLateFinishDate, E.LateFinishDate]),
    })
  }
}
