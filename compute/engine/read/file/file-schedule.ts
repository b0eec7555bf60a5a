/**
 * What a reader of project files gives, whatever the format, and the small makers that all of them use: the same columns that the JSON reader would
 * have made of the same schedule, the members of its container, and a report of what was read.
 */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type LinkColumns, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN } from '../../../../shared/contract/schedule/day.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import type { FaultType } from '../../../../shared/contract/schema/validation-faults.ts'
import type { ColumnsBuilder } from '../columns-builder.ts'
import { cutBytes } from '../cut-text.ts'
import { bytesMoved, integersMoved, NO_BYTES, NO_INTEGERS, NO_NUMBERS, numbersMoved } from '../growing-columns.ts'

export interface FileSchedule {
  /** Without a setting: withSettings() makes it of the members, as for a body in JSON. */
  readonly columns: ScheduleColumns
  /** Members of the container beside its tasks, as JSON has them (shared/contract/schedule/calendars.ts); status_date with its time. */
  readonly members: Readonly<Record<string, unknown>>
  /** The caller knows the path. */
  readonly report: Omit<ImportReport, 'path'>
  /** What to choose as the project to read the baseline that goes with this schedule; absent: the file has none. */
  readonly baselineProject?: string
}

/** What the caller may set for a reader: ?project= and ?encoding=. */
export interface FileOptions {
  readonly project?: string
  readonly encoding?: string
  /** The meter of the request that the file is a part of; absent: of the file alone. */
  readonly meter?: WorkMeter
}

/** A file that cannot be read, as a 422 with one fault: place is such as ['query', 'project'] or ['body', 'TASK', 3, 'clndr_id']. */
export const refuseFile = (place: readonly (string | number)[], type: FaultType, msg: string): Refusal => ({
  code: 'validation',
  details: {},
  faults: [{ loc: [...place], msg, type }],
  faultCount: 1,
})

export const isRefusal = (value: object): value is Refusal => 'code' in value && 'details' in value

const encoder = new TextEncoder()
/** Where short texts are encoded on their way to a column. */
const shortText = new Uint8Array(300)

/** Puts a text of one row into the column of a field of kind id, text or code; the few that come as strings. */
export function setText(builder: ColumnsBuilder, row: number, f: number, text: string, isCode = false): void {
  if (text === '') return
  const bytes = 3 * text.length <= shortText.length ? shortText : encoder.encode(text)
  const size = bytes === shortText ? encoder.encodeInto(text, shortText).written : bytes.length
  ;(isCode ? builder.codes(f) : builder.texts(f)).set(row, bytes, 0, size)
}

/** Puts a moment (minutes since 1970-01-01T00:00) as day and time of day; NaN and days that no schedule has: absent. */
export function setMoment(builder: ColumnsBuilder, row: number, f: number, moment: number): void {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  if (!(day >= DAY_MIN && day <= DAY_MAX)) return
  builder.days(f).set(row, day)
  builder.times(f).set(row, moment - day * MINUTES_PER_DAY + 1)
}

/** Moment of a day of a column and its entry in the column of times; a day without a time counts from its beginning. */
export const momentOfDay = (day: number, time: number): number =>
  day === DAY_ABSENT ? Number.NaN : day * MINUTES_PER_DAY + Math.max(0, time - 1)

/** A member that is a moment; NaN: it is absent. */
export const momentMember = (name: string, moment: number): Readonly<Record<string, string>> =>
  Number.isNaN(moment) ? {} : { [name]: formatMoment(moment) }

const PREDECESSORS = 'predecessors'

/** Links in the order of the file, which is no order of ours, until columns() sorts them by successor. */
export class FileLinks {
  count = 0
  #successor = NO_INTEGERS
  #predecessor = NO_INTEGERS
  #type = NO_BYTES
  #isElapsed = NO_BYTES
  #lagDays = NO_NUMBERS

  /** Rows of tasks; type is an index into RELATION_TYPES. */
  add(successor: number, predecessor: number, type: number, lagDays: number, isElapsed = false): void {
    const at = this.count++
    if (at === this.#type.length) {
      const capacity = Math.max(64, 2 * at)
      this.#successor = integersMoved(this.#successor, capacity)
      this.#predecessor = integersMoved(this.#predecessor, capacity)
      this.#type = bytesMoved(this.#type, capacity)
      this.#isElapsed = bytesMoved(this.#isElapsed, capacity)
      this.#lagDays = numbersMoved(this.#lagDays, capacity)
    }
    this.#successor[at] = successor
    this.#predecessor[at] = predecessor
    this.#type[at] = type
    this.#isElapsed[at] = isElapsed && lagDays !== 0 ? 1 : 0
    this.#lagDays[at] = lagDays
  }

  /** The schedule, once its ids are finished: links by successor, of equal ones the largest lag at the first one's place, as in JSON. */
  finish(builder: ColumnsBuilder, taskCount: number): ScheduleColumns {
    const id = builder.finishIds(taskCount)
    const { links, elapsedLags } = this.#bySuccessor(taskCount, (task, predecessor) => {
      const [from, to] = [id.offsets[predecessor], id.offsets[predecessor + 1]]
      builder.faults.add('duplicate_link', PREDECESSORS, task, () => cutBytes(id.bytes, from, to))
    })
    return builder.finish(taskCount, links, elapsedLags)
  }

  #bySuccessor(
    taskCount: number,
    onDuplicate: (task: number, predecessor: number) => void,
  ): { links: LinkColumns; elapsedLags: Uint8Array } {
    const { count } = this
    const order = sortedBy(this.#successor, count, taskCount)
    const start = new Uint32Array(taskCount + 1)
    const task = new Int32Array(count)
    const type = new Uint8Array(count)
    const lagDays = new Float64Array(count)
    const elapsed = new Uint8Array(count)
    /** Entry 4 p + type: 1 + the last link from p of that type; below the start of a task it is of an earlier one. */
    const lastLink = new Int32Array(RELATION_TYPES.length * taskCount)
    let kept = 0
    let opened = 0
    let hasElapsed = 0
    for (const k of order) {
      const successor = this.#successor[k]
      while (opened <= successor) start[opened++] = kept
      const slot = RELATION_TYPES.length * this.#predecessor[k] + this.#type[k]
      const equal = lastLink[slot] - 1
      const isDuplicate = equal >= start[successor]
      if (isDuplicate) onDuplicate(successor, this.#predecessor[k])
      if (isDuplicate && this.#lagDays[k] <= lagDays[equal]) continue
      const at = isDuplicate ? equal : kept++
      lastLink[slot] = at + 1
      task[at] = this.#predecessor[k]
      type[at] = this.#type[k]
      lagDays[at] = this.#lagDays[k]
      elapsed[at] = this.#isElapsed[k]
      hasElapsed |= this.#isElapsed[k]
    }
    start.fill(kept, opened)
    const links = { start, task: task.slice(0, kept), type: type.slice(0, kept), lagDays: lagDays.slice(0, kept) }
    return { links, elapsedLags: hasElapsed === 1 ? elapsed.slice(0, kept) : NO_BYTES }
  }
}

/** Positions 0 .. count in ascending order of their keys below `bound`, equal ones in their own order: a counting sort. */
export function sortedBy(keys: Int32Array, count: number, bound: number): Uint32Array {
  const next = new Uint32Array(bound + 1)
  for (let k = 0; k < count; k++) next[keys[k] + 1]++
  for (let key = 0; key < bound; key++) next[key + 1] += next[key]
  const order = new Uint32Array(count)
  for (let k = 0; k < count; k++) order[next[keys[k]]++] = k
  return order
}
