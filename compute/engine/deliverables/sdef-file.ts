/** The text while it is made: its activities and calendars, and what all its records write alike. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { dayOfCivil } from '../../../shared/contract/schedule/day.ts'
import { isSummary } from '../kind/participation.ts'
import type { Source } from './deliverable.ts'
import { type Days, textsOf } from './facts.ts'
import type { Tally } from './notes.ts'
import { SdefLines, sdefDate, shortened } from './sdef-lines.ts'

const RECEIVER: Readonly<Record<Effect, string>> = {
  cannot_be_written: 'Nothing is made: the format has no place for it.',
  rejected: 'RMS does not load the file.',
  flagged: 'RMS loads the file; the reviewer asks for the value.',
  accepted: 'RMS loads the file; the column stays blank.',
}

const CALENDAR_CODES = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0'
export const DAYS_MAX = 999
/** Two digits are 20yy. */
export const DAY_FIRST = dayOfCivil(2000, 1, 1)
export const DAY_LAST = dayOfCivil(2079, 12, 31)
/** Digits that durations have by accident. */
export const DUST = 1e-6

export class SdefFile {
  readonly source: Source
  readonly lines = new SdefLines()
  readonly ids: (index: number) => string
  /** Ids before they are shortened. */
  readonly longId: (index: number) => string
  /** Ids that are too long, and what is written for them. */
  readonly shortened: ReadonlyMap<string, string>
  readonly names: (index: number) => string
  /** Tasks with a record. */
  readonly tasks: Uint32Array
  readonly has: Uint8Array
  readonly codeOfCalendar: readonly string[]
  readonly usedCalendars: readonly number[]

  constructor(source: Source) {
    this.source = source
    const { columns, taskCount } = source.facts
    const own = textsOf(columns.id)
    const mapped = source.mapping.of('activity_id')
    const idOf = mapped === undefined ? own : (i: number) => mapped(i) ?? own(i)
    this.names = textsOf(columns.name)
    this.has = new Uint8Array(taskCount)
    const tasks: number[] = []
    const left = source.notes.change(
      'ACTV',
      'activity_id',
      'A summary has no record: the format knows activities alone.',
    )
    for (let i = 0; i < taskCount; i++) {
      if (isSummary(columns.taskType[i])) left.add(i)
      else tasks.push(i)
    }
    this.tasks = Uint32Array.from(tasks)
    for (const i of tasks) this.has[i] = 1
    this.longId = idOf
    this.shortened = source.shortensIds ? shortened(tasks.map(idOf)) : new Map()
    this.ids = this.shortened.size === 0 ? idOf : i => this.shortened.get(idOf(i)) ?? idOf(i)
    const used = new Set<number>()
    for (const i of tasks) used.add(source.calendars.ofTask[i])
    this.usedCalendars = [...used].sort((a, b) => a - b)
    const codes = new Array<string>(source.calendars.specs.length).fill('')
    for (const [n, c] of this.usedCalendars.entries()) codes[c] = CALENDAR_CODES[n] ?? '?'
    this.codeOfCalendar = codes
  }

  missing(table: string, field: string, effect: Effect, reason: string, remedy: string): Tally {
    return this.source.notes.missing(table, field, { effect, reason, receiver: RECEIVER[effect], remedy })
  }

  date(table: string, field: string, day: number, task: number): string {
    if (day >= DAY_FIRST && day <= DAY_LAST) return sdefDate(day)
    this.missing(
      table,
      field,
      'cannot_be_written',
      'Dates lie outside 2000 to 2079, which years of two digits cannot say.',
      'Correct them.',
    ).add(task)
    return ''
  }

  /** Whole work days, part days rounded up. */
  days(table: string, field: string): (days: number, task: number) => string {
    const rounded = this.source.notes.change(
      table,
      field,
      'Part days are rounded up: the format knows whole work days alone.',
    )
    return (days, task) => {
      const whole = Math.ceil(days - DUST) + 0
      if (Math.abs(whole - days) > DUST) rounded.add(task)
      return this.whole(table, field, whole, task)
    }
  }

  whole(table: string, field: string, value: number, task: number): string {
    if (Math.abs(value) <= DAYS_MAX) return String(Math.ceil(value) + 0)
    this.missing(
      table,
      field,
      'cannot_be_written',
      `Numbers beyond ${DAYS_MAX} do not fit into three digits.`,
      'Divide the work into shorter activities.',
    ).add(task)
    return ''
  }

  decimal(table: string, field: string, value: number, decimals: number, max: number, task: number): string {
    if (Math.abs(value) <= max) return value.toFixed(decimals)
    this.missing(
      table,
      field,
      'cannot_be_written',
      `Amounts beyond ${max} do not fit into the column.`,
      'Divide the activity.',
    ).add(task)
    return ''
  }
}

export function least({ values }: Days, tasks: Uint32Array): number {
  let found = Number.POSITIVE_INFINITY
  for (const i of tasks) if (values[i] !== DAY_ABSENT) found = Math.min(found, values[i])
  return found === Number.POSITIVE_INFINITY ? DAY_ABSENT : found
}

export function greatest({ values }: Days, tasks: Uint32Array): number {
  let found = DAY_ABSENT
  for (const i of tasks) found = Math.max(found, values[i])
  return found
}
