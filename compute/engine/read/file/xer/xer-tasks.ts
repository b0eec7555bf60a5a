/**
 * TASK: the activities of one project to columns. Hours wait in TaskAmounts for the calendars of resources (xer-assignments.ts); everything else goes straight
 * from the bytes to its column. Of dates that P6 computed, those of open tasks are the forecast as well.
 */

import { CONSTRAINT_ALIASES, TASK_TYPE_ALIASES } from '../../../../../shared/schedule/aliases.ts'
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { CONSTRAINT_TYPES, ID_LENGTH_MAX, TASK_TYPES } from '../../../../../shared/schedule/fields.ts'
import { hashOf } from '../../../ids/byte-hash.ts'
import { ByteTable } from '../../../ids/byte-table.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { characterCount } from '../../utf8.ts'
import { WordTable } from '../../word-table.ts'
import { Notes } from '../notes.ts'
import { F } from '../task-field-indices.ts'
import { KeyTable } from './key-table.ts'
import type { NumberSymbols } from './number-symbols.ts'
import { DURATION, FREE_FLOAT, REMAINING, TaskAmounts, TOTAL_FLOAT } from './task-amounts.ts'
import {
  ACTUAL_FINISH,
  ACTUAL_START,
  CALENDAR,
  CODE,
  CONSTRAINT,
  CONSTRAINT_2,
  CONSTRAINT_DATE,
  CONSTRAINT_DATE_2,
  DATE_FIELDS,
  DATES,
  EARLY_FINISH,
  EARLY_START,
  FREE_FLOAT_HOURS,
  NAME,
  PERCENT_TYPE,
  PHYSICAL,
  PROJECT,
  REMAINING_END,
  REMAINING_HOURS,
  RESTART,
  STATUS,
  TARGET_HOURS,
  TASK_ID,
  TOTAL_FLOAT_HOURS,
  TYPE,
  UNIT_COLUMNS,
  WANTED,
  WBS,
} from './task-columns.ts'
import { percentOf } from './task-percent.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerWbs } from './xer-wbs.ts'

const CONSTRAINTS = new WordTable(CONSTRAINT_TYPES, CONSTRAINT_ALIASES)
const TYPES = new WordTable(TASK_TYPES, TASK_TYPE_ALIASES)
const TASK_TYPE = 1 + TASK_TYPES.indexOf('task')
const PERCENT_TYPES = ['CP_Drtn', 'CP_Phys', 'CP_Units'] as const

/** The largest schedule of any tier: a row may be no longer than a number, and what is kept of a task is twenty times that. */
export const TASKS_MAX = 1_000_000

/** Rows that a first estimate of the length of the list is made from. */
const ROWS_FORESEEN_FACTOR = 8

export class XerTasks {
  readonly amounts = new TaskAmounts()
  /** task_id to the task's number. */
  readonly keys: KeyTable
  count = 0
  /** Entry t: index into calendarIds, -1 = it names none. */
  readonly calendars: number[] = []
  readonly calendarIds: string[] = []
  /** Tasks that are scheduled by the calendars of their resources. */
  readonly byResource: number[] = []
  /** Rows of this project that were not read. */
  leftOutCount = 0
  /** There are more than TASKS_MAX; the rest was not read. */
  isTooLong = false
  /** Rows of other projects. */
  otherCount = 0

  readonly #file: XerFile
  readonly #rows: XerRows
  readonly #builder: ColumnsBuilder
  readonly #project: XerProject
  readonly #wbs: XerWbs
  /** Finds codes that were given to a task. */
  readonly #codes: ByteTable
  readonly #leftOut = new Notes()
  readonly #negative = new Notes()
  readonly #calendarNumbers = new Map<string, number>()
  #lastCalendar = -1
  readonly #days = new Int32Array(DATES.length)
  readonly #times = new Uint16Array(DATES.length)

  constructor(file: XerFile, builder: ColumnsBuilder, project: XerProject, symbols: NumberSymbols, wbs: XerWbs) {
    this.#file = file
    this.#rows = new XerRows(file, 'TASK', WANTED, symbols)
    this.#builder = builder
    this.#project = project
    this.#wbs = wbs
    this.keys = new KeyTable(file.bytes.length)
    this.#codes = new ByteTable(builder.texts(F.id))
  }

  read(): void {
    const rows = this.#rows
    const { expected } = this.#builder
    const { id } = this.#project
    while (rows.next()) {
      if (id !== undefined && rows.has(PROJECT) && !rows.is(PROJECT, id)) {
        this.otherCount++
        continue
      }
      const row = this.count
      rows.task = row
      if (row === TASKS_MAX) {
        this.isTooLong = true
        break
      }
      if (row === expected.rowCount) {
        const rowsToCome = (rows.byteCount - rows.byteOffset) / (rows.byteOffset / rows.count)
        expected.rowCount = Math.ceil(Math.min(row + 1.02 * rowsToCome + 1, ROWS_FORESEEN_FACTOR * row))
      }
      if (this.keys.find(rows, TASK_ID) >= 0 || !this.#setId(row)) {
        this.leftOutCount++
        this.#leftOut.add(
          -1,
          () => rows.placeOf(),
          () => rows.string(CODE) || rows.string(TASK_ID),
        )
        continue
      }
      this.keys.addMissing(rows, TASK_ID)
      this.count++
      this.#setPlain(row)
      this.#setDates(row)
      this.#setAmounts(row)
      this.#setConstraint(row, CONSTRAINT, F.constraint, CONSTRAINT_DATE)
      this.#setConstraint(row, CONSTRAINT_2, F.constraint2, CONSTRAINT_DATE_2)
    }
    this.leftOutCount += rows.finish()
    this.#file.warnings.addNotes(
      'duration_negative',
      'Durations of tasks are negative; they were read as empty.',
      this.#negative,
    )
    this.#file.warnings.addNotes(
      'task_left_out',
      'Rows of TASK without a task_id, with one that came before, or without a usable activity id were left out.',
      this.#leftOut,
    )
  }

  /** The activity id, made unique where it is not; false = there is none that can be used. */
  #setId(row: number): boolean {
    const rows = this.#rows
    if (rows.isEmpty(TASK_ID)) return false
    if (rows.text(CODE) && this.#addId(row, rows.bytes, rows.from, rows.to)) return true
    const code = rows.string(CODE)
    const key = rows.string(TASK_ID)
    const bytes = Buffer.from(code === '' || code.length > ID_LENGTH_MAX / 2 ? key : `${code} (${key})`)
    if (!this.#addId(row, bytes, 0, bytes.length)) return false
    this.#file.warnings.add(
      'task_code_replaced',
      'Activity ids (task_code) are missing, too long, or stand for two tasks; the task_id was put in their place or behind them.',
    )
    return true
  }

  #addId(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (to === from || (to - from > ID_LENGTH_MAX && characterCount(bytes, from, to) > ID_LENGTH_MAX)) return false
    const hash = hashOf(bytes, from, to)
    if (row > 0 && this.#codes.entryOf(bytes, from, to, hash) >= 0) return false
    this.#builder.texts(F.id).set(row, bytes, from, to)
    this.#codes.add(row, hash)
    return true
  }

  #setPlain(row: number): void {
    const rows = this.#rows
    const builder = this.#builder
    if (rows.text(NAME)) builder.texts(F.name).set(row, rows.bytes, rows.from, rows.to)
    builder.bytes(F.type).set(row, this.#typeOf(row))
    const wbs = this.#wbs.find(rows, WBS)
    if (wbs >= 0) this.#wbs.setPaths(builder, row, wbs)
    this.calendars[row] = this.#calendarOf()
  }

  #typeOf(row: number): number {
    const rows = this.#rows
    if (rows.is(TYPE, 'TT_Task') || rows.isEmpty(TYPE)) return TASK_TYPE
    if (rows.is(TYPE, 'TT_Rsrc')) this.byResource.push(row)
    const type = TYPES.find(rows.body, rows.start(TYPE), rows.end(TYPE))
    if (type >= 0) return type + 1
    rows.reportUnknown(TYPE, 'TT_Task', 'task_type_unknown')
    return TASK_TYPE
  }

  #calendarOf(): number {
    const rows = this.#rows
    if (rows.isEmpty(CALENDAR)) return -1
    if (this.#lastCalendar >= 0 && rows.is(CALENDAR, this.calendarIds[this.#lastCalendar])) return this.#lastCalendar
    const id = rows.key(CALENDAR)
    let n = this.#calendarNumbers.get(id)
    if (n === undefined) {
      n = this.calendarIds.push(id) - 1
      this.#calendarNumbers.set(id, n)
    }
    this.#lastCalendar = n
    return n
  }

  #setDates(row: number): void {
    const rows = this.#rows
    const builder = this.#builder
    const days = this.#days
    const times = this.#times
    for (let d = 0; d < DATES.length; d++) {
      const day = rows.day(d)
      days[d] = day
      times[d] = rows.time
      if (day !== DAY_ABSENT) setDate(builder, row, DATE_FIELDS[d], day, rows.time)
    }
    this.#checkStatus()
    if (days[ACTUAL_FINISH] !== DAY_ABSENT) return
    if (days[ACTUAL_START] === DAY_ABSENT) this.#setForecast(row, F.forecastStart, RESTART, EARLY_START)
    this.#setForecast(row, F.forecastFinish, REMAINING_END, EARLY_FINISH)
  }

  /** What P6 shows as start or finish of what is left to do: the remaining dates, else the early ones. */
  #setForecast(row: number, f: number, remaining: number, early: number): void {
    const day = this.#rows.day(remaining)
    if (day !== DAY_ABSENT) setDate(this.#builder, row, f, day, this.#rows.time)
    else if (this.#days[early] !== DAY_ABSENT) setDate(this.#builder, row, f, this.#days[early], this.#times[early])
  }

  /** What is done follows from actual dates here, from a word in P6. */
  #checkStatus(): void {
    const rows = this.#rows
    const { warnings } = this.#file
    const isStarted = this.#days[ACTUAL_START] !== DAY_ABSENT
    const isFinished = this.#days[ACTUAL_FINISH] !== DAY_ABSENT
    if (rows.isEmpty(STATUS) || rows.is(STATUS, isFinished ? 'TK_Complete' : isStarted ? 'TK_Active' : 'TK_NotStart'))
      return
    warnings.add(
      'status_contradicts_dates',
      'The status of tasks (status_code) does not fit their actual dates; the dates were followed.',
    )
  }

  #setAmounts(row: number): void {
    const rows = this.#rows
    const builder = this.#builder
    const isFinished = this.#days[ACTUAL_FINISH] !== DAY_ABSENT
    const target = this.#hours(TARGET_HOURS)
    const remaining = this.#hours(REMAINING_HOURS)
    this.amounts.set(row, DURATION, target)
    this.amounts.set(row, REMAINING, remaining)
    this.amounts.set(row, TOTAL_FLOAT, rows.number(TOTAL_FLOAT_HOURS))
    this.amounts.set(row, FREE_FLOAT, rows.number(FREE_FLOAT_HOURS))
    const physical = rows.number(PHYSICAL)
    const isStarted = isFinished || this.#days[ACTUAL_START] !== DAY_ABSENT
    const type = rows.wordOf(PERCENT_TYPE, PERCENT_TYPES)
    const isPhysical = type === 'CP_Phys'
    if (type === undefined && !rows.isEmpty(PERCENT_TYPE)) rows.reportUnknown(PERCENT_TYPE, 'CP_Drtn')
    let percent = 0
    if (isFinished) percent = 100
    else if (isPhysical) percent = Number.isNaN(physical) ? 0 : physical
    else if (type === 'CP_Units')
      percent = percentOf(
        rows.number(UNIT_COLUMNS[0]),
        rows.number(UNIT_COLUMNS[1]),
        rows.number(UNIT_COLUMNS[2]),
        rows.number(UNIT_COLUMNS[3]),
      )
    else if (isStarted && target > 0 && remaining < target) percent = 100 * (1 - remaining / target)
    builder.numbers(F.percent).set(row, within(percent))
    if (isPhysical && !Number.isNaN(physical)) builder.numbers(F.physical).set(row, within(physical))
  }

  #hours(i: number): number {
    const hours = this.#rows.number(i)
    if (!(hours < 0)) return hours
    this.#negative.add(
      this.#rows.task,
      () => this.#rows.placeOf(i),
      () => String(hours),
    )
    return Number.NaN
  }

  #setConstraint(row: number, i: number, f: number, date: number): void {
    const rows = this.#rows
    if (rows.isEmpty(i)) return
    const { warnings } = this.#file
    const type = CONSTRAINTS.find(rows.body, rows.start(i), rows.end(i))
    if (type < 0) {
      rows.reportUnknown(i, 'no constraint', 'constraint_unknown')
      return
    }
    if (this.#days[date] === DAY_ABSENT && CONSTRAINT_TYPES[type] !== 'ALAP')
      warnings.add(
        'constraint_without_date',
        `Tasks have a constraint in ${WANTED[i]} without a date; it holds nothing.`,
      )
    this.#builder.bytes(f).set(row, type + 1)
  }
}

function setDate(builder: ColumnsBuilder, row: number, f: number, day: number, time: number): void {
  builder.days(f).set(row, day)
  if (time > 0) builder.times(f).set(row, time)
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent))
