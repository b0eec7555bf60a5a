/** Activities of the baseline of a project, by activity id: their dates as they then stood, which is what P6 shows by default. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { fieldIndex } from '../../columns-builder.ts'
import { dayOfBytes, timeOfBytes } from '../../day-bytes.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const decoder = new TextDecoder()
const F = {
  id: fieldIndex('id'),
  start: fieldIndex('baseline_start'),
  finish: fieldIndex('baseline_finish'),
  duration: fieldIndex('baseline_duration_days'),
}

interface BaselineActivity {
  startDay: number
  startTime: number
  finishDay: number
  finishTime: number
  hours: number
}

export class P6Baseline {
  readonly #xml: XmlCursor
  readonly #byId = new Map<string, BaselineActivity>()

  constructor(xml: XmlCursor) {
    this.#xml = xml
  }

  /** The Activity that the cursor has opened. */
  readActivity(): void {
    const xml = this.#xml
    let id = ''
    const activity = {
      startDay: DAY_ABSENT,
      startTime: 0,
      finishDay: DAY_ABSENT,
      finishTime: 0,
      hours: Number.NaN,
    }
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.Id) {
        xml.wholeText()
        id = xml.string()
      } else if (name === E.StartDate || (name === E.PlannedStartDate && activity.startDay === DAY_ABSENT)) {
        xml.text()
        activity.startDay = dayOfBytes(xml.view, xml.start, xml.end)
        activity.startTime = timeOfBytes(xml.view, xml.start, xml.end)
      } else if (name === E.FinishDate || (name === E.PlannedFinishDate && activity.finishDay === DAY_ABSENT)) {
        xml.text()
        activity.finishDay = dayOfBytes(xml.view, xml.start, xml.end)
        activity.finishTime = timeOfBytes(xml.view, xml.start, xml.end)
      } else if (name === E.PlannedDuration) {
        xml.text()
        activity.hours = numberOf(xml)
      } else xml.skip()
    }
    if (id !== '' && !this.#byId.has(id)) this.#byId.set(id, activity)
  }

  /** To the activities with the same id, when all are read. `minutesPerDay`: of the calendar that the activity of that row has now, in which all its days count. */
  setAll(builder: ColumnsBuilder, taskCount: number, minutesPerDay: (row: number) => number): void {
    if (this.#byId.size === 0) return
    const { bytes, offsets } = builder.texts(F.id)
    for (let row = 0; row < taskCount; row++) {
      const activity = this.#byId.get(decoder.decode(bytes.subarray(offsets[row], offsets[row + 1])))
      if (activity !== undefined) set(builder, row, activity, minutesPerDay(row))
    }
  }
}

function set(
  builder: ColumnsBuilder,
  row: number,
  { startDay, startTime, finishDay, finishTime, hours }: BaselineActivity,
  minutesPerDay: number,
): void {
  if (startDay !== DAY_ABSENT) {
    builder.days(F.start).set(row, startDay)
    if (startTime > 0) builder.times(F.start).set(row, startTime)
  }
  if (finishDay !== DAY_ABSENT) {
    builder.days(F.finish).set(row, finishDay)
    if (finishTime > 0) builder.times(F.finish).set(row, finishTime)
  }
  if (hours >= 0) builder.numbers(F.duration).set(row, Math.round(60 * hours) / minutesPerDay)
}
