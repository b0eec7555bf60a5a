/**
 * Links of a project of P6. Of those from and to other projects the dates hold, where the file has the other task; a link that names a task which is nowhere
 * in the file is lost, and told with its place.
 */
import { RELATION_ALIASES } from '../../../../../shared/contract/schedule/aliases.ts'
import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { WordTable } from '../../word-table.ts'
import { ExternalLinks, type LeavingLink, type OtherTask } from '../external-links.ts'
import { FileLinks, momentOfDay } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { type FileLag, lagOfText } from '../lag-texts.ts'
import { Notes } from '../notes.ts'
import type { RowRecord } from '../row-record.ts'
import type { P6Calendars } from './p6-calendars.ts'
import { LINK, OTHER_TASK } from './p6-fields.ts'
import type { P6Tasks } from './p6-tasks.ts'
import { type P6Words, textIn } from './p6-words.ts'

const { T } = LINK
const TYPES = new WordTable(RELATION_TYPES, RELATION_ALIASES)
/** "PR_FF1": databases hold several link types of one kind; the digits behind them say nothing of dates. */
const NUMBERED = /^\s*(PR_(?:FS|SS|FF|SF))\d{1,3}\s*$/i
const encoder = new TextEncoder()

/** What is asked of the reader about the link that it has just read. */
export interface LinkRow {
  /** Places to report: of the row, for its words, and of the whole link, for one that leads away. */
  rowPlace(): string
  place(): string
  /** Key of the predecessor, or of the successor. */
  keyOf(isPredecessor: boolean): string
  /** Whether that end is of this project, as far as the file says. */
  isOwn(isPredecessor: boolean): boolean
  /** The lag is neither a number nor has a unit. */
  noteBadLag(task: number): void
}

export interface OtherP6Task extends OtherTask {
  /** Id of its calendar, '' = none. */
  readonly calendar: string
}

interface Leaving extends LeavingLink<string> {
  readonly isOwn: boolean
}

interface LinkContext {
  readonly tasks: P6Tasks
  readonly calendars: P6Calendars
  readonly builder: ColumnsBuilder
  readonly warnings: ImportWarnings
  readonly meter: WorkMeter
  readonly words: P6Words
  /** Entry t is that of task t's calendar; lags are days of the predecessor's. */
  readonly minutesPerDay: Float64Array
}

export class P6Links {
  readonly #links = new FileLinks()
  readonly #record: RowRecord
  readonly #row: LinkRow
  readonly #context: LinkContext
  readonly #leaving: Leaving[] = []
  readonly #lost = new Notes()

  /** `record`: what the reader fills for each link. */
  constructor(record: RowRecord, row: LinkRow, context: LinkContext) {
    this.#record = record
    this.#row = row
    this.#context = context
  }

  /** The record becomes a link; ends are rows of tasks, -1 = not of this schedule. `lagHours`: NaN = the lag is no number. */
  add(successor: number, predecessor: number, lagHours: number): void {
    const row = this.#row
    const task = successor >= 0 ? successor : predecessor
    if (task < 0) {
      if (row.isOwn(true) && row.isOwn(false))
        this.#noteLost(-1, row.place(), `${row.keyOf(true)} to ${row.keyOf(false)}`)
      return
    }
    const { minutesPerDay, calendars } = this.#context
    const type = this.#typeOf(task)
    const perDay = predecessor < 0 ? calendars.minutesPerDay('') : minutesPerDay[predecessor]
    const lag = Number.isNaN(lagHours) ? this.#lagInWords(task, predecessor, perDay) : undefined
    const lagMinutes = Number.isNaN(lagHours) ? Math.round(perDay * (lag?.days ?? 0)) : Math.round(60 * lagHours)
    if (successor >= 0 && predecessor >= 0) {
      this.#links.add(successor, predecessor, type, lag?.days ?? lagMinutes / perDay, lag?.isElapsed)
      return
    }
    const isSuccessor = successor >= 0
    const other = row.keyOf(isSuccessor)
    this.#leaving.push({
      task,
      isSuccessor,
      other,
      type,
      lagMinutes,
      place: row.place(),
      isOwn: row.isOwn(isSuccessor),
    })
  }

  /** Keys of the tasks that links lead to out of the project. */
  get others(): ReadonlySet<string> {
    return new Set(this.#leaving.map(({ other }) => other))
  }

  /** `others`: tasks of other projects with their dates, by their keys. */
  finish(others: ReadonlyMap<string, OtherP6Task>): FileLinks {
    const { warnings, words } = this.#context
    if (this.#leaving.length > 0) this.#follow(others)
    warnings.addNotes(words.linksLost.code, words.linksLost.text, this.#lost)
    return this.#links
  }

  #noteLost(task: number, place: string, other: string): void {
    this.#lost.add(
      task,
      () => place,
      () => other,
    )
  }

  /** Index into RELATION_TYPES, that of FS where none is given or none that is known, which is reported. */
  #typeOf(task: number): number {
    const record = this.#record
    if (!record.has(T.type)) return 0
    const type = TYPES.find(record.source[T.type], record.start[T.type], record.end[T.type])
    if (type >= 0) return type
    const word = record.text(T.type)
    if (word.trim() === '') return 0
    const plain = encoder.encode(NUMBERED.exec(word)?.[1] ?? '')
    const numbered = TYPES.find(plain, 0, plain.length)
    if (numbered >= 0) return numbered
    const { warnings, words } = this.#context
    const [field, place] = [textIn(LINK, T.type, words), this.#row.rowPlace()]
    warnings.addUnknown({ code: 'link_type_unknown', field, word, place, task, readAs: words.readAs.linkType })
    return 0
  }

  /** A lag with a unit; undefined = it is none, which is reported. */
  #lagInWords(task: number, predecessor: number, perDay: number): FileLag | undefined {
    const duration = predecessor < 0 ? Number.NaN : this.#context.tasks.duration.at(predecessor) / perDay
    const lag = lagOfText(this.#record.text(T.lag), perDay, duration)
    if (lag === undefined) this.#row.noteBadLag(task)
    return lag
  }

  /** Links with one end in the project. */
  #follow(others: ReadonlyMap<string, OtherP6Task>): void {
    const { tasks, calendars, builder, meter, warnings } = this.#context
    const calendarOf = (task: number): string => {
      const id = calendars.idOf(tasks.calendar.at(task))
      return calendars.has(id) ? id : calendars.defaultId
    }
    const ofOther = (key: string): string => others.get(key)?.calendar ?? ''
    const used = new Set(this.#leaving.flatMap(({ task, other }) => [calendarOf(task), ofOther(other)]))
    const members = calendars.membersOf([...used].filter(id => calendars.has(id)))
    const external = new ExternalLinks<string>(builder, members, calendars.defaultId, meter)
    for (const link of this.#leaving) {
      const { task, other, isSuccessor } = link
      const found = others.get(other)
      if (found === undefined && link.isOwn) {
        this.#noteLost(task, link.place, other)
        continue
      }
      const remaining = tasks.remaining.at(task)
      external.add(link, found, isSuccessor ? ofOther(other) : calendarOf(task), {
        calendar: calendarOf(task),
        remaining: Number.isNaN(remaining) ? tasks.duration.at(task) : remaining,
      })
    }
    external.warn(warnings)
  }
}

const O = OTHER_TASK.D
const STARTS = [O.actualStart, O.remainingStart, O.earlyStart, O.start, O.plannedStart]
const FINISHES = [O.actualFinish, O.remainingFinish, O.earlyFinish, O.finish, O.plannedFinish]
const LATE_STARTS = [O.remainingLateStart, O.lateStart]
const LATE_FINISHES = [O.remainingLateFinish, O.lateFinish]

/** What links to a task of another project can hold. `record`: as OTHER_TASK says. */
export function otherTaskOf({ days, times }: RowRecord, calendar: string): OtherP6Task {
  const firstOf = (slots: readonly number[]): number => {
    for (const slot of slots) {
      const moment = momentOfDay(days[slot], times[slot])
      if (!Number.isNaN(moment)) return moment
    }
    return Number.NaN
  }
  return {
    calendar,
    start: firstOf(STARTS),
    finish: firstOf(FINISHES),
    lateStart: firstOf(LATE_STARTS),
    lateFinish: firstOf(LATE_FINISHES),
  }
}
