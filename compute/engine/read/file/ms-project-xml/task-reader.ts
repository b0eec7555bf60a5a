/**
 * Tasks of a file of Microsoft Project to columns. The values of a task wait in slots until its end, since what leaves a task out may be its last
 * element. Left out are the project itself (UID 0), blank rows, inactive tasks, which no link of theirs moves anything, and those of other files.
 */
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { TASK_FIELDS } from '../../../../../shared/schedule/fields.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { dayOfBytes, timeOfBytes } from '../../day-bytes.ts'
import type { BadValues } from '../bad-values.ts'
import { setText } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { durationMinutesOf, flagOf, numberOf } from '../xml/xml-values.ts'
import { isElapsedFormat } from './duration-formats.ts'
import { E } from './element-names.ts'
import {
  BASELINE,
  BASELINE_FINISH_SLOT,
  BASELINE_START_SLOT,
  CONSTRAINT_DATE_SLOT,
  DATE,
  DATE_COLUMNS,
  DATE_SLOTS,
  DURATION,
  FINISH_SLOT,
  FLAG,
  KIND_OF,
  LINK,
  MANUAL_FINISH_SLOT,
  MANUAL_START_SLOT,
  NAME_OF,
  NAME_SLOT,
  NUMBER,
  SLOT_OF,
  START_SLOT,
  TEXT,
  V,
  VALUE_SLOTS,
  WBS_SLOT,
} from './task-elements.ts'
import { LinkRows, TaskRows } from './task-rows.ts'

const F = {
  id: fieldIndex('id'),
  name: fieldIndex('name'),
  wbs: fieldIndex('wbs_code'),
  percent: fieldIndex('percent_complete'),
  physical: fieldIndex('physical_percent_complete'),
  plannedStart: fieldIndex('planned_start'),
  plannedFinish: fieldIndex('planned_finish'),
  constraintDate: fieldIndex('constraint_date'),
  earnedValue: fieldIndex('earned_value'),
  budgetedCost: fieldIndex('budgeted_cost'),
  manual: fieldIndex('manually_scheduled'),
}
const DATE_FIELDS = DATE_COLUMNS.map(column => TASK_FIELDS.findIndex(field => field.column === column))

/** Costs are written in hundredths. */
const COST_SCALE = 100
const PHYSICAL = 1
const NO_TEXT = new Uint8Array(0)
const FALSE = 1
const TRUE = 2

export class TaskReader {
  readonly rows = new TaskRows()
  readonly links = new LinkRows()
  /** Rows without a UID of their own. */
  rowsLeftOut = 0
  readonly #xml: XmlCursor
  readonly #builder: ColumnsBuilder
  readonly #warnings: ImportWarnings
  readonly #bad: BadValues
  // slots of the present task
  readonly #days = new Int32Array(DATE_SLOTS)
  readonly #times = new Uint16Array(DATE_SLOTS)
  readonly #values = new Float64Array(VALUE_SLOTS)
  readonly #textSource: Uint8Array[] = [NO_TEXT, NO_TEXT]
  readonly #textStart = [0, 0]
  readonly #textEnd = [0, 0]
  /** Rows that are open in the outline, outermost first, each with its level. */
  readonly #outline: { readonly level: number; readonly row: number }[] = []

  constructor(xml: XmlCursor, builder: ColumnsBuilder, warnings: ImportWarnings, bad: BadValues) {
    this.#xml = xml
    this.#builder = builder
    this.#warnings = warnings
    this.#bad = bad
  }

  /** The element Tasks that the cursor has opened. */
  readTasks(): void {
    const xml = this.#xml
    for (let name = xml.child(); name !== NO_CHILD; name = xml.child()) {
      if (name === E.Task) this.#readTask()
      else xml.skip()
    }
  }

  #readTask(): void {
    const xml = this.#xml
    this.#days.fill(DAY_ABSENT)
    this.#times.fill(0)
    this.#values.fill(Number.NaN)
    this.#textEnd[0] = this.#textStart[0]
    this.#textEnd[1] = this.#textStart[1]
    const linksBefore = this.links.count
    for (let name = xml.child(); name !== NO_CHILD; name = xml.child()) {
      const slot = SLOT_OF[name]
      switch (KIND_OF[name]) {
        case DATE:
          this.#readDate(name, slot)
          break
        case NUMBER:
          xml.text()
          this.#setValue(name, slot, numberOf(xml))
          break
        case FLAG:
          xml.text()
          this.#setValue(name, slot, flagOf(xml))
          break
        case DURATION:
          xml.text()
          this.#setValue(name, slot, durationMinutesOf(xml))
          break
        case TEXT:
          this.#readText(slot)
          break
        case LINK:
          this.#readLink()
          break
        case BASELINE:
          this.#readBaseline()
          break
        default:
          xml.skip()
      }
    }
    if (this.#isKept()) this.#keep(linksBefore)
    else this.#dropLinks(linksBefore)
  }

  #setValue(name: number, slot: number, value: number): void {
    const xml = this.#xml
    this.#values[slot] = value
    if (Number.isNaN(value) && xml.end > xml.start) this.#tellBad('bad_value', 'Numbers, switches and durations', name)
  }

  #readDate(name: number, slot: number): void {
    const xml = this.#xml
    xml.text()
    const { view, start, end } = xml
    const day = dayOfBytes(view, start, end)
    this.#days[slot] = day
    if (day !== DAY_ABSENT) this.#times[slot] = timeOfBytes(view, start, end)
    else if (end > start) this.#tellBad('bad_date', 'Dates', name)
  }

  #tellBad(code: string, what: string, name: number): void {
    this.#bad.add(
      code,
      what,
      () => `task UID ${this.#values[V.UID]}, ${NAME_OF[name]}`,
      () => this.#xml.string(),
    )
  }

  #readText(slot: number): void {
    const xml = this.#xml
    xml.wholeText()
    // the next text with entities writes where this one stands
    this.#textSource[slot] = xml.source === xml.bytes ? xml.source : xml.source.slice(0, xml.end)
    this.#textStart[slot] = xml.start
    this.#textEnd[slot] = xml.end
  }

  #readLink(): void {
    const xml = this.#xml
    let uid = Number.NaN
    let type = 1
    let lag = 0
    let format = 7
    let isCross = false
    for (let name = xml.child(); name !== NO_CHILD; name = xml.child()) {
      if (name === E.PredecessorUID) uid = this.#number()
      else if (name === E.Type) type = this.#number()
      else if (name === E.LinkLag) lag = this.#number()
      else if (name === E.LagFormat) format = this.#number()
      else if (name === E.CrossProject) {
        xml.text()
        isCross = flagOf(xml) === 1
      } else xml.skip()
    }
    if (isCross) {
      const text = 'Links to tasks of other projects were left out: dates that they hold may come earlier.'
      this.#warnings.add('links_to_other_projects', text)
      return
    }
    const { links } = this
    links.successorRow.push(this.rows.count)
    links.predecessorUid.push(uid)
    links.type.push(type)
    links.lag.push(Number.isFinite(lag) ? lag : 0)
    links.lagFormat.push(format)
  }

  #number(): number {
    this.#xml.text()
    return numberOf(this.#xml)
  }

  #readBaseline(): void {
    const xml = this.#xml
    let number = 0
    let start = DAY_ABSENT
    let finish = DAY_ABSENT
    let startTime = 0
    let finishTime = 0
    let duration = Number.NaN
    let cost = Number.NaN
    for (let name = xml.child(); name !== NO_CHILD; name = xml.child()) {
      if (KIND_OF[name] === 0 && name !== E.Number) {
        xml.skip()
        continue
      }
      if (name === E.Number) number = this.#number()
      else if (name === E.Start) {
        xml.text()
        start = dayOfBytes(xml.view, xml.start, xml.end)
        startTime = timeOfBytes(xml.view, xml.start, xml.end)
      } else if (name === E.Finish) {
        xml.text()
        finish = dayOfBytes(xml.view, xml.start, xml.end)
        finishTime = timeOfBytes(xml.view, xml.start, xml.end)
      } else if (name === E.Duration) {
        xml.text()
        duration = durationMinutesOf(xml)
      } else if (name === E.Cost) cost = this.#number()
      else xml.skip()
    }
    // 0 is the baseline, 1 to 10 are saved beside it
    if (number !== 0) return
    this.#days[BASELINE_START_SLOT] = start
    this.#days[BASELINE_FINISH_SLOT] = finish
    this.#times[BASELINE_START_SLOT] = startTime
    this.#times[BASELINE_FINISH_SLOT] = finishTime
    this.#values[V.baselineDuration] = duration
    this.#values[V.baselineCost] = cost
  }

  #isKept(): boolean {
    const values = this.#values
    const uid = values[V.UID]
    if (values[V.IsNull] === 1) return false
    const level = values[V.OutlineLevel]
    // the row of the project itself
    if (uid === 0 && (level === 0 || values[V.ID] === 0 || values[V.Summary] === 1)) return false
    if (!Number.isInteger(uid) || this.rows.rowOfUid.has(uid)) {
      this.rowsLeftOut++
      const text = 'Tasks without a UID of their own were left out, and the links that they have.'
      this.#warnings.add('no_uid', text)
      return false
    }
    if (values[V.Active] === 0) {
      const text =
        'Inactive tasks were left out with their links, as Microsoft Project leaves them out when it computes dates.'
      this.#warnings.add('inactive_tasks', text)
      this.#closeOutline(level)
      return false
    }
    if (values[V.ExternalTask] === 1) {
      const text = 'Tasks of other projects were left out with their links: dates that they hold may come earlier.'
      this.#warnings.add('external_tasks', text)
      this.#closeOutline(level)
      return false
    }
    return true
  }

  #dropLinks(before: number): void {
    const { successorRow, predecessorUid, type, lag, lagFormat } = this.links
    for (const list of [successorRow, predecessorUid, type, lag, lagFormat]) list.count = before
  }

  #closeOutline(level: number): void {
    const outline = this.#outline
    while (outline.length > 0 && !(outline[outline.length - 1].level < level)) outline.pop()
  }

  #keep(linksBefore: number): void {
    const { rows } = this
    const values = this.#values
    const row = rows.count
    const uid = values[V.UID]
    const isManual = values[V.Manual] === 1
    const isElapsed = isElapsedFormat(values[V.DurationFormat])
    const level = values[V.OutlineLevel]
    this.#closeOutline(level)
    const parent = this.#outline.at(-1)
    if (level >= 0) this.#outline.push({ level, row })
    const manual = isManual ? values[V.ManualDuration] : Number.NaN
    const duration = !Number.isNaN(manual) ? manual : values[V.Duration]
    rows.rowOfUid.set(uid, row)
    rows.uid.push(uid)
    rows.calendarUid.push(values[V.CalendarUID])
    rows.ignoresResourceCalendars.push(values[V.IgnoreResourceCalendar])
    rows.isElapsed.push(isElapsed ? 1 : 0)
    rows.isSummary.push(values[V.Summary] === 1 ? 1 : 0)
    rows.isMilestone.push(values[V.Milestone] === 1 ? 1 : 0)
    rows.constraintType.push(values[V.ConstraintType])
    rows.duration.push(this.#atLeastNone(duration))
    rows.remainingDuration.push(this.#atLeastNone(values[V.RemainingDuration]))
    rows.baselineDuration.push(this.#atLeastNone(values[V.baselineDuration]))
    const slack = values[V.TotalSlack]
    rows.totalSlack.push((!Number.isNaN(slack) ? slack : Math.min(values[V.StartSlack], values[V.FinishSlack])) / 10)
    rows.freeSlack.push(values[V.FreeSlack] / 10)
    rows.parentRow.push(parent === undefined ? -1 : parent.row)
    if (parent !== undefined) rows.isSummary.values[parent.row] = 1
    this.#setTexts(row, uid)
    this.#setDates(row, isManual)
    this.#setNumbers(row, isManual)
    this.#checkLinks(linksBefore)
  }

  /** Less than nothing is no duration. */
  #atLeastNone(minutes: number): number {
    if (!(minutes < 0)) return minutes
    this.#bad.add(
      'negative_duration',
      'Durations',
      () => `task UID ${this.#values[V.UID]}`,
      () => `${minutes} minutes`,
    )
    return Number.NaN
  }

  #setTexts(row: number, uid: number): void {
    const builder = this.#builder
    setText(builder, row, F.id, String(uid))
    const [name, wbs] = [NAME_SLOT, WBS_SLOT]
    if (this.#textEnd[name] > this.#textStart[name])
      builder.texts(F.name).set(row, this.#textSource[name], this.#textStart[name], this.#textEnd[name])
    if (this.#textEnd[wbs] > this.#textStart[wbs])
      builder.codes(F.wbs).set(row, this.#textSource[wbs], this.#textStart[wbs], this.#textEnd[wbs])
  }

  #setDates(row: number, isManual: boolean): void {
    const days = this.#days
    for (let slot = 0; slot < DATE_SLOTS; slot++) {
      const field = DATE_FIELDS[slot]
      if (field >= 0 && days[slot] !== DAY_ABSENT) this.#setDate(row, field, slot)
    }
    const start = isManual && days[MANUAL_START_SLOT] !== DAY_ABSENT ? MANUAL_START_SLOT : START_SLOT
    const finish = isManual && days[MANUAL_FINISH_SLOT] !== DAY_ABSENT ? MANUAL_FINISH_SLOT : FINISH_SLOT
    if (days[start] !== DAY_ABSENT) this.#setDate(row, F.plannedStart, start)
    if (days[finish] !== DAY_ABSENT) this.#setDate(row, F.plannedFinish, finish)
    const constraint = this.#values[V.ConstraintType]
    if (constraint >= 2 && days[CONSTRAINT_DATE_SLOT] !== DAY_ABSENT)
      this.#setDate(row, F.constraintDate, CONSTRAINT_DATE_SLOT)
  }

  #setDate(row: number, field: number, slot: number): void {
    this.#builder.days(field).set(row, this.#days[slot])
    if (this.#times[slot] !== 0) this.#builder.times(field).set(row, this.#times[slot])
  }

  #setNumbers(row: number, isManual: boolean): void {
    const builder = this.#builder
    const values = this.#values
    const percent = values[V.PercentComplete]
    if (percent >= 0 && percent <= 100) builder.numbers(F.percent).set(row, percent)
    const physical = values[V.PhysicalPercentComplete]
    // it is always written, and stands for nothing where the task is not measured by it
    const isMeasured = values[V.EarnedValueMethod] === PHYSICAL || physical > 0
    if (isMeasured && physical >= 0 && physical <= 100) builder.numbers(F.physical).set(row, physical)
    const baselineCost = values[V.baselineCost]
    const cost = !Number.isNaN(baselineCost) ? baselineCost : values[V.Cost]
    if (!Number.isNaN(cost)) builder.numbers(F.budgetedCost).set(row, cost / COST_SCALE)
    if (!Number.isNaN(values[V.BCWP])) builder.numbers(F.earnedValue).set(row, values[V.BCWP] / COST_SCALE)
    if (!Number.isNaN(values[V.Manual])) builder.bytes(F.manual).set(row, isManual ? TRUE : FALSE)
  }

  /** A link without a predecessor or of a type that there is not. */
  #checkLinks(before: number): void {
    const { predecessorUid, type } = this.links
    for (let k = before; k < this.links.count; k++) {
      if (!(type.at(k) >= 0 && type.at(k) <= 3)) type.values[k] = 1
      if (!Number.isInteger(predecessorUid.at(k))) predecessorUid.values[k] = Number.NaN
    }
  }
}
