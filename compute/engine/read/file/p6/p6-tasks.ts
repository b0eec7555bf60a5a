/**
 * The activities of one project of P6 to columns, whichever export they come from. Hours wait in lists until the calendars of tasks and of their
 * resources are known (p6-schedule.ts); all else goes straight to its column. Of dates that P6 computed, those of open tasks are the forecast as well.
 */
import {
  CONSTRAINT_ALIASES,
  P6_LEVELING_PRIORITIES,
  PERCENT_TYPE_ALIASES,
  TASK_TYPE_ALIASES,
} from '../../../../../shared/contract/schedule/aliases.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  ID_LENGTH_MAX,
  PERCENT_TYPES as PERCENT_WORDS,
  TASK_TYPES,
} from '../../../../../shared/contract/schedule/fields.ts'
import { hashOf } from '../../../ids/byte-hash.ts'
import { ByteTable } from '../../../ids/byte-table.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { characterCount } from '../../utf8.ts'
import { WordTable } from '../../word-table.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { NumberList } from '../number-list.ts'
import type { RowRecord } from '../row-record.ts'
import { TASK } from './p6-fields.ts'
import { numberIn, type P6Words, type RowPlace, textIn } from './p6-words.ts'

/** The largest schedule of any tier: a row may be no longer than a number, and what is kept of a task is twenty times that. */
export const TASKS_MAX = 1_000_000

const { D, V, T } = TASK
const ID = fieldIndex('id')
const NAME = fieldIndex('name')
const TYPE = fieldIndex('task_type')
const PERCENT = fieldIndex('percent_complete')
const PHYSICAL = fieldIndex('physical_percent_complete')
const PERCENT_TYPE = fieldIndex('percent_complete_type')
const CONSTRAINT = fieldIndex('constraint_type')
const CONSTRAINT_2 = fieldIndex('secondary_constraint_type')
const PRIORITY = fieldIndex('leveling_priority')
const LONGEST_PATH = fieldIndex('on_longest_path')
const FORECAST_START = fieldIndex('forecast_start')
const FORECAST_FINISH = fieldIndex('forecast_finish')

/** Slots of the dates that are taken as they are, and by the same index the fields that they become. */
const PLAIN_SLOTS = [...TASK.dates.keys()].filter(slot => TASK.dates[slot]![2] !== undefined)
const PLAIN_FIELDS = PLAIN_SLOTS.map(slot => fieldIndex(TASK.dates[slot]![2]!))
/** What P6 computed: of the remaining work first. */
const COMPUTED_FIELDS = ['early_start', 'early_finish', 'late_start', 'late_finish'].map(fieldIndex)
const COMPUTED_REMAINING = [D.remainingEarlyStart, D.remainingEarlyFinish, D.remainingLateStart, D.remainingLateFinish]
const COMPUTED = [D.earlyStart, D.earlyFinish, D.lateStart, D.lateFinish]
/** When what is left to do begins and ends, the first that is there: what P6 shows comes last. */
const FORECAST_STARTS = [D.restart, D.remainingEarlyStart, D.earlyStart, D.start]
const FORECAST_FINISHES = [D.reend, D.remainingEarlyFinish, D.earlyFinish, D.finish]

const CONSTRAINTS = new WordTable(CONSTRAINT_TYPES, CONSTRAINT_ALIASES)
/** A resource-dependent task is a task whose dates follow from its resources: a word of its own, behind those of ours. */
const RESOURCE_WORDS = ['TT_Rsrc', 'Resource Dependent']
const TYPES = new WordTable([...TASK_TYPES, 'resource'], {
  ...TASK_TYPE_ALIASES,
  task: TASK_TYPE_ALIASES.task!.filter(word => !RESOURCE_WORDS.includes(word)),
  resource: RESOURCE_WORDS,
})
const RESOURCE_TYPE = TASK_TYPES.length
/** Code in the column. */
const TASK_TYPE = 1 + TASK_TYPES.indexOf('task')
const PERCENT_TYPES = new WordTable(PERCENT_WORDS, PERCENT_TYPE_ALIASES)
const [BY_DURATION, BY_PHYSICAL, BY_UNITS] = [0, 1, 2]
const STATES = new WordTable(['not started', 'in progress', 'completed'], {
  'not started': ['TK_NotStart'],
  'in progress': ['TK_Active'],
  completed: ['TK_Complete'],
})
const [NOT_STARTED, IN_PROGRESS, COMPLETED] = [0, 1, 2]
/** Entry n: code n + 1 of a column of flags. */
const FLAGS = new WordTable(['N', 'Y'], { N: ['false', '0'], Y: ['true', '1'] })
const PRIORITY_WORDS = Object.keys(P6_LEVELING_PRIORITIES)
const PRIORITIES = new WordTable(PRIORITY_WORDS, Object.fromEntries(PRIORITY_WORDS.map(word => [word, [`PT_${word}`]])))
const PRIORITY_NORMAL = PRIORITY_WORDS.indexOf('Normal')
const PRIORITY_VALUES = Object.values(P6_LEVELING_PRIORITIES)

const encoder = new TextEncoder()
const minutesOf = (hours: number): number => Math.round(60 * hours)
const within = (percent: number): number => Math.min(100, Math.max(0, percent))

export class P6Tasks {
  count = 0
  // entry r of each list is of row r
  /** Number of the row of the work breakdown structure and of the calendar, as p6-wbs.ts and p6-calendars.ts know them; -1 = none. */
  readonly wbs = new NumberList()
  readonly calendar = new NumberList()
  // minutes, NaN = not given
  readonly duration = new NumberList()
  readonly remaining = new NumberList()
  readonly totalFloat = new NumberList()
  readonly freeFloat = new NumberList()
  /** Rows that are scheduled by the calendars of their resources. */
  readonly byResource: number[] = []
  /** Rows that could not be read. */
  readonly leftOut = new Notes()

  readonly #builder: ColumnsBuilder
  readonly #words: P6Words
  readonly #warnings: ImportWarnings
  readonly #at: RowPlace
  readonly #record: RowRecord
  /** Finds the ids that were given to a task. */
  readonly #ids: ByteTable
  readonly #negative = new Notes()

  /** `record`: what the reader fills for each row. */
  constructor(record: RowRecord, at: RowPlace, words: P6Words, builder: ColumnsBuilder, warnings: ImportWarnings) {
    this.#record = record
    this.#at = at
    this.#words = words
    this.#builder = builder
    this.#warnings = warnings
    this.#ids = new ByteTable(builder.texts(ID))
  }

  /** The record becomes the next row; false = it has no id that can be used. */
  add(wbs: number, calendar: number): boolean {
    const row = this.count
    const record = this.#record
    const builder = this.#builder
    if (!this.#setId(row)) return false
    this.count++
    if (record.has(T.name))
      builder.texts(NAME).set(row, record.source[T.name], record.start[T.name], record.end[T.name])
    builder.bytes(TYPE).set(row, this.#typeOf(row))
    this.wbs.push(wbs)
    this.calendar.push(calendar)
    this.#setDates(row)
    this.#setAmounts(row)
    this.#setConstraint(row, T.constraint, CONSTRAINT, D.constraint)
    this.#setConstraint(row, T.constraint2, CONSTRAINT_2, D.constraint2)
    this.#setPriority(row)
    const isOnPath = this.#wordIn(T.longestPath, FLAGS)
    if (isOnPath >= 0) builder.bytes(LONGEST_PATH).set(row, 1 + isOnPath)
    return true
  }

  /** What was said of several rows; the reader may leave out more of them before. */
  finish(): void {
    const { tasks, taskLeftOut } = this.#words
    this.#warnings.addNotes(
      'duration_negative',
      `Durations of ${tasks} are negative; they were read as empty.`,
      this.#negative,
    )
    this.#warnings.addNotes('task_left_out', taskLeftOut, this.leftOut)
  }

  /** The activity id, made unique where it is not. */
  #setId(row: number): boolean {
    const { source, start, end } = this.#record
    if (this.#addId(row, source[T.id], start[T.id], end[T.id])) return true
    const id = this.#record.text(T.id)
    const key = this.#at.key()
    const bytes = encoder.encode(id === '' || id.length > ID_LENGTH_MAX / 2 ? key : `${id} (${key})`)
    if (!this.#addId(row, bytes, 0, bytes.length)) return false
    const { side, tasks, taskKey } = this.#words
    this.#warnings.add(
      'task_code_replaced',
      `Activity ids (${TASK.texts[T.id][side]}) are missing, too long, or stand for two ${tasks}; the ${taskKey} was put in their place or behind them.`,
    )
    return true
  }

  #addId(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (to === from || (to - from > ID_LENGTH_MAX && characterCount(bytes, from, to) > ID_LENGTH_MAX)) return false
    const hash = hashOf(bytes, from, to)
    if (row > 0 && this.#ids.entryOf(bytes, from, to, hash) >= 0) return false
    this.#builder.texts(ID).set(row, bytes, from, to)
    this.#ids.add(row, hash)
    return true
  }

  /** Index of the word in a slot, -1 = it is empty or none of the table. */
  #wordIn(slot: number, table: WordTable): number {
    const { source, start, end } = this.#record
    return start[slot] === end[slot] ? -1 : table.find(source[slot], start[slot], end[slot])
  }

  #isBlank(slot: number): boolean {
    return !this.#record.has(slot) || this.#record.text(slot).trim() === ''
  }

  #typeOf(row: number): number {
    const type = this.#wordIn(T.type, TYPES)
    if (type === RESOURCE_TYPE) this.byResource.push(row)
    else if (type >= 0) return type + 1
    else if (!this.#isBlank(T.type)) this.#reportUnknown(T.type, this.#words.readAs.type, 'task_type_unknown')
    return TASK_TYPE
  }

  #reportUnknown(slot: number, readAs: string, code?: string): void {
    this.#warnings.addUnknown({
      ...(code === undefined ? {} : { code }),
      field: textIn(TASK, slot, this.#words),
      word: this.#record.text(slot),
      place: this.#at.place(),
      task: this.count - 1,
      readAs,
    })
  }

  get #isStarted(): boolean {
    return this.#record.days[D.actualStart] !== DAY_ABSENT
  }
  get #isFinished(): boolean {
    return this.#record.days[D.actualFinish] !== DAY_ABSENT
  }

  #setDates(row: number): void {
    const { days } = this.#record
    for (let n = 0; n < PLAIN_SLOTS.length; n++) this.#setDate(row, PLAIN_FIELDS[n]!, PLAIN_SLOTS[n]!)
    for (let n = 0; n < COMPUTED.length; n++) {
      const remaining = COMPUTED_REMAINING[n]!
      this.#setDate(row, COMPUTED_FIELDS[n]!, days[remaining] === DAY_ABSENT ? COMPUTED[n]! : remaining)
    }
    this.#checkStatus()
    if (this.#isFinished) return
    if (!this.#isStarted) this.#setFirst(row, FORECAST_START, FORECAST_STARTS)
    this.#setFirst(row, FORECAST_FINISH, FORECAST_FINISHES)
  }

  #setFirst(row: number, field: number, slots: readonly number[]): void {
    for (const slot of slots) if (this.#setDate(row, field, slot)) return
  }

  #setDate(row: number, field: number, slot: number): boolean {
    const { days, times } = this.#record
    if (days[slot] === DAY_ABSENT) return false
    this.#builder.days(field).set(row, days[slot])
    if (times[slot] !== 0) this.#builder.times(field).set(row, times[slot])
    return true
  }

  /** What is done follows from actual dates here, from a word in P6. */
  #checkStatus(): void {
    if (!this.#record.has(T.status)) return
    const state = this.#isFinished ? COMPLETED : this.#isStarted ? IN_PROGRESS : NOT_STARTED
    if (this.#wordIn(T.status, STATES) === state) return
    const { side, tasks } = this.#words
    this.#warnings.add(
      'status_contradicts_dates',
      `The status of ${tasks} (${TASK.texts[T.status][side]}) does not fit their actual dates; the dates were followed.`,
    )
  }

  #setAmounts(row: number): void {
    const { values } = this.#record
    const target = this.#hours(V.target)
    const remaining = this.#hours(V.remaining)
    this.duration.push(minutesOf(target))
    this.remaining.push(minutesOf(remaining))
    this.totalFloat.push(minutesOf(values[V.totalFloat]))
    this.freeFloat.push(minutesOf(values[V.freeFloat]))
    const physical = values[V.physical]
    const type = this.#wordIn(T.percentType, PERCENT_TYPES)
    if (type < BY_DURATION && !this.#isBlank(T.percentType))
      this.#reportUnknown(T.percentType, this.#words.readAs.percentType)
    let percent = 0
    if (this.#isFinished) percent = 100
    else if (type === BY_PHYSICAL) percent = physical || 0
    else if (type === BY_UNITS) percent = values[V.units] || 0
    else if (this.#isStarted && target > 0 && remaining < target) percent = 100 * (1 - remaining / target)
    this.#builder.numbers(PERCENT).set(row, within(percent))
    if (!Number.isNaN(physical)) this.#builder.numbers(PHYSICAL).set(row, within(physical))
    // P6 measures by the duration where it says nothing
    this.#builder.bytes(PERCENT_TYPE).set(row, 1 + Math.max(BY_DURATION, type))
  }

  #hours(slot: number): number {
    const hours = this.#record.values[slot]
    if (!(hours < 0)) return hours
    this.#negative.add(
      this.count - 1,
      () => `${numberIn(TASK, slot, this.#words)} in ${this.#at.place()}`,
      () => String(hours),
    )
    return Number.NaN
  }

  #setPriority(row: number): void {
    const priority = this.#wordIn(T.priority, PRIORITIES)
    if (priority < 0) {
      if (!this.#isBlank(T.priority)) this.#reportUnknown(T.priority, 'Normal')
    } else if (priority !== PRIORITY_NORMAL) this.#builder.numbers(PRIORITY).set(row, PRIORITY_VALUES[priority]!)
  }

  #setConstraint(row: number, slot: number, field: number, date: number): void {
    const type = this.#wordIn(slot, CONSTRAINTS)
    if (type < 0) {
      if (!this.#isBlank(slot)) this.#reportUnknown(slot, 'no constraint', 'constraint_unknown')
      return
    }
    const { side, Tasks } = this.#words
    if (this.#record.days[date] === DAY_ABSENT && CONSTRAINT_TYPES[type] !== 'ALAP')
      this.#warnings.add(
        'constraint_without_date',
        `${Tasks} have a constraint in ${TASK.texts[slot][side]} without a date; it holds nothing.`,
      )
    this.#builder.bytes(field).set(row, type + 1)
  }
}
