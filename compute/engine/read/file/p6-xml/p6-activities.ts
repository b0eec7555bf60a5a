/**
 * Activities of one project of a file of P6 to columns. Hours, calendars and the work breakdown structure wait until the whole file is read, since
 * its lists may stand in any order. Dates that P6 computed are the forecast of what is not done.
 */

import { CONSTRAINT_ALIASES, TASK_TYPE_ALIASES } from '../../../../../shared/schedule/aliases.ts'
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/schedule/codes.ts'
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { CONSTRAINT_TYPES, ID_LENGTH_MAX, TASK_TYPES } from '../../../../../shared/schedule/fields.ts'
import { hashOf } from '../../../ids/byte-hash.ts'
import { ByteTable } from '../../../ids/byte-table.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { characterCount } from '../../utf8.ts'
import { WordTable } from '../../word-table.ts'
import type { BadValues } from '../bad-values.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { NumberList } from '../number-list.ts'
import { F } from '../task-field-indices.ts'
import { ElementSlots } from '../xml/element-slots.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { ACTIVITY_PLAN, COMPUTED_DATES, D, DATE_FIELDS, T, V } from './activity-elements.ts'
import { E, type ElementName } from './element-names.ts'

const CONSTRAINTS = new WordTable(CONSTRAINT_TYPES, CONSTRAINT_ALIASES)
const TYPES = new WordTable(TASK_TYPES, TASK_TYPE_ALIASES)
const TASK_TYPE = 1 + TASK_TYPES.indexOf('task')
const PERCENT_TYPES = ['', 'duration', 'physical', 'units']
const RESOURCE_DEPENDENT = /^\s*resource dependent\s*$/i

const encoder = new TextEncoder()
const minutesOf = (hours: number): number => Math.round(60 * hours)
const within = (percent: number): number => Math.min(100, Math.max(0, percent))

/** Elements of a user-defined field that have its value. */
const FIELD_VALUES: ReadonlySet<number> = new Set([
  E.Text,
  E.Double,
  E.Integer,
  E.Cost,
  E.Indicator,
  E.StartDate,
  E.FinishDate,
])

export class P6Activities {
  count = 0
  readonly leftOut = new Notes()
  readonly rowOfObjectId = new Map<number, number>()
  // entry r of each list is of row r; minutes, NaN = not given
  readonly wbs = new NumberList()
  readonly calendar = new NumberList()
  readonly duration = new NumberList()
  readonly remaining = new NumberList()
  readonly totalFloat = new NumberList()
  readonly freeFloat = new NumberList()
  /** Rows that are scheduled by the calendars of their resources. */
  readonly byResource: number[] = []
  /** Activity codes of rows: entry k of each. */
  /** Values of user-defined fields of rows, in the order of the rows. */
  readonly fields: { row: number; type: number; text: string }[] = []
  readonly codes = { row: new NumberList(), type: new NumberList(), value: new NumberList() }
  readonly #xml: XmlCursor
  readonly #builder: ColumnsBuilder
  readonly #warnings: ImportWarnings
  readonly #slots: ElementSlots
  readonly #bad: BadValues
  readonly #ids: ByteTable

  constructor(xml: XmlCursor, builder: ColumnsBuilder, warnings: ImportWarnings, bad: BadValues) {
    this.#xml = xml
    this.#builder = builder
    this.#warnings = warnings
    this.#bad = bad
    this.#slots = new ElementSlots(ACTIVITY_PLAN, bad, () => this.#place)
    this.#ids = new ByteTable(builder.texts(F.id))
  }

  /** The Activity that the cursor has opened; one that names another project is passed over. */
  read(projectId: number): void {
    const xml = this.#xml
    const slots = this.#slots
    const { codes } = this
    const codesBefore = codes.row.count
    const fieldsBefore = this.fields.length
    slots.clear()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (slots.take(xml, name)) continue
      if (name === E.Code) this.#readCode()
      else if (name === E.UDF) this.#readField()
      else xml.skip()
    }
    const project = slots.values[V.ProjectObjectId]
    const isForeign = !Number.isNaN(project) && !Number.isNaN(projectId) && project !== projectId
    if (!isForeign && this.#isUsable() && this.#setId(this.count)) {
      this.#keep(this.count++)
      this.#bad.settle(this.count - 1)
    } else {
      this.#bad.settle(-1)
      if (!isForeign) this.leftOut.add(-1, () => this.#place)
      for (const list of [codes.row, codes.type, codes.value]) list.count = codesBefore
      this.fields.length = fieldsBefore
    }
  }

  #readField(): void {
    const xml = this.#xml
    let type = Number.NaN
    let text = ''
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (!FIELD_VALUES.has(name) && name !== E.TypeObjectId) {
        xml.skip()
        continue
      }
      xml.text()
      if (name === E.TypeObjectId) type = numberOf(xml)
      else text ||= xml.string().slice(0, CODE_VALUE_LENGTH_MAX + 1)
    }
    if (text !== '') this.fields.push({ row: this.count, type, text })
  }

  #readCode(): void {
    const xml = this.#xml
    let type = Number.NaN
    let value = Number.NaN
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name !== E.TypeObjectId && name !== E.ValueObjectId) {
        xml.skip()
        continue
      }
      xml.text()
      if (name === E.TypeObjectId) type = numberOf(xml)
      else value = numberOf(xml)
    }
    this.codes.row.push(this.count)
    this.codes.type.push(type)
    this.codes.value.push(value)
  }

  #isUsable(): boolean {
    const id = this.#slots.values[V.ObjectId]
    return Number.isInteger(id) && !this.rowOfObjectId.has(id)
  }

  /** The activity id, made unique where it is not; false = there is none that can be used. */
  #setId(row: number): boolean {
    const { source, start, end, values } = this.#slots
    if (this.#addId(row, source[T.Id], start[T.Id], end[T.Id])) return true
    const id = this.#slots.text(T.Id)
    const key = String(values[V.ObjectId])
    const bytes = encoder.encode(id === '' || id.length > ID_LENGTH_MAX / 2 ? key : `${id} (${key})`)
    if (!this.#addId(row, bytes, 0, bytes.length)) return false
    this.#warnings.add(
      'task_code_replaced',
      'Activity ids (Id) are missing, too long, or stand for two activities; the ObjectId was put in their place or behind them.',
    )
    return true
  }

  #addId(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (to === from || (to - from > ID_LENGTH_MAX && characterCount(bytes, from, to) > ID_LENGTH_MAX)) return false
    const hash = hashOf(bytes, from, to)
    if (row > 0 && this.#ids.entryOf(bytes, from, to, hash) >= 0) return false
    this.#builder.texts(F.id).set(row, bytes, from, to)
    this.#ids.add(row, hash)
    return true
  }

  #keep(row: number): void {
    const slots = this.#slots
    const { values } = slots
    this.rowOfObjectId.set(values[V.ObjectId], row)
    this.wbs.push(values[V.WBSObjectId])
    this.calendar.push(values[V.CalendarObjectId])
    const { source, start, end } = slots
    if (slots.hasText(T.Name)) this.#builder.texts(F.name).set(row, source[T.Name], start[T.Name], end[T.Name])
    this.#builder.bytes(F.type).set(row, this.#typeOf(row))
    this.#setDates(row)
    this.#setAmounts(row)
    this.#setConstraint(row, T.PrimaryConstraintType, F.constraint, D.constraint)
    this.#setConstraint(row, T.SecondaryConstraintType, F.constraint2, D.constraint2)
  }

  #typeOf(row: number): number {
    const { source, start, end } = this.#slots
    if (!this.#slots.hasText(T.Type)) return TASK_TYPE
    if (RESOURCE_DEPENDENT.test(this.#slots.text(T.Type))) this.byResource.push(row)
    const type = TYPES.find(source[T.Type], start[T.Type], end[T.Type])
    if (type >= 0) return type + 1
    this.#reportUnknown('Type', T.Type, 'Task Dependent', 'task_type_unknown')
    return TASK_TYPE
  }

  #reportUnknown(name: ElementName, slot: number, readAs: string, code?: string): void {
    this.#warnings.addUnknown({
      ...(code === undefined ? {} : { code }),
      field: `Activity.${name}`,
      word: this.#slots.text(slot),
      place: this.#place,
      task: this.count - 1,
      readAs,
    })
  }

  get #place(): string {
    return `activity ${JSON.stringify(this.#slots.text(T.Id))}`
  }

  get #isStarted(): boolean {
    return this.#slots.days[D.actualStart] !== DAY_ABSENT
  }
  get #isFinished(): boolean {
    return this.#slots.days[D.actualFinish] !== DAY_ABSENT
  }

  #setDates(row: number): void {
    const { days } = this.#slots
    for (let slot = 0; slot < days.length; slot++)
      if (DATE_FIELDS[slot] >= 0) this.#setDate(row, DATE_FIELDS[slot], slot)
    this.#checkStatus()
    const slots = COMPUTED_DATES.map(({ first, second }) => (days[first] === DAY_ABSENT ? second : first))
    for (const [n, { field }] of COMPUTED_DATES.entries()) this.#setDate(row, field, slots[n])
    if (this.#isFinished) return
    if (!this.#isStarted) this.#setDate(row, F.forecastStart, days[slots[0]] === DAY_ABSENT ? D.start : slots[0])
    this.#setDate(row, F.forecastFinish, days[slots[1]] === DAY_ABSENT ? D.finish : slots[1])
  }

  #setDate(row: number, field: number, slot: number): void {
    const { days, times } = this.#slots
    if (days[slot] === DAY_ABSENT) return
    this.#builder.days(field).set(row, days[slot])
    if (times[slot] !== 0) this.#builder.times(field).set(row, times[slot])
  }

  /** What is done follows from actual dates here, from a word in P6. */
  #checkStatus(): void {
    if (!this.#slots.hasText(T.Status)) return
    const status = this.#slots.text(T.Status).trim().toLowerCase()
    if (status === (this.#isFinished ? 'completed' : this.#isStarted ? 'in progress' : 'not started')) return
    this.#warnings.add(
      'status_contradicts_dates',
      'The Status of activities does not fit their actual dates; the dates were followed.',
    )
  }

  #setAmounts(row: number): void {
    const slots = this.#slots
    const { values } = slots
    const target = this.#hours(values[V.PlannedDuration])
    const remaining = this.#hours(values[V.RemainingDuration])
    this.duration.push(minutesOf(target))
    this.remaining.push(minutesOf(remaining))
    this.totalFloat.push(minutesOf(values[V.TotalFloat]))
    this.freeFloat.push(minutesOf(values[V.FreeFloat]))
    const physical = 100 * values[V.PhysicalPercentComplete]
    const type = slots.text(T.PercentCompleteType).trim().toLowerCase()
    const isPhysical = type === 'physical'
    let percent = 0
    if (this.#isFinished) percent = 100
    else if (isPhysical) percent = physical || 0
    else if (type === 'units') percent = 100 * values[V.UnitsPercentComplete] || 0
    else if (this.#isStarted && target > 0 && remaining < target) percent = 100 * (1 - remaining / target)
    if (!PERCENT_TYPES.includes(type)) this.#reportUnknown('PercentCompleteType', T.PercentCompleteType, 'Duration')
    this.#builder.numbers(F.percent).set(row, within(percent))
    if (isPhysical && !Number.isNaN(physical)) this.#builder.numbers(F.physical).set(row, within(physical))
  }

  #hours(hours: number): number {
    if (!(hours < 0)) return hours
    this.#warnings.addNotes('duration_negative', 'Durations of activities are negative; they were read as empty.', {
      count: 1,
      tasks: [this.count - 1],
      samples: [{ task: this.count - 1, place: this.#place, value: String(hours) }],
    })
    return Number.NaN
  }

  #setConstraint(row: number, slot: number, field: number, date: number): void {
    const slots = this.#slots
    if (slots.text(slot).trim() === '') return
    const type = CONSTRAINTS.find(slots.source[slot], slots.start[slot], slots.end[slot])
    if (type < 0) {
      const name = slot === T.PrimaryConstraintType ? 'PrimaryConstraintType' : 'SecondaryConstraintType'
      this.#reportUnknown(name, slot, 'no constraint', 'constraint_unknown')
      return
    }
    if (slots.days[date] === DAY_ABSENT && CONSTRAINT_TYPES[type] !== 'ALAP')
      this.#warnings.add('constraint_without_date', 'Activities have a constraint without a date; it holds nothing.')
    this.#builder.bytes(field).set(row, type + 1)
  }
}
