/** Helpers of the tests of project files: XML out of plain values, and a schedule as plain values without what is absent. */

import type { Refusal } from '../../../../../../shared/contract/errors.ts'
import {
  DAY_ABSENT,
  ENUM_UNKNOWN,
  type ScheduleColumns,
  type TextColumn,
} from '../../../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../../../shared/contract/schedule/day.ts'
import {
  DAY_COLUMNS,
  type DayColumn,
  RELATION_TYPES,
  TASK_FIELDS,
  timeColumnOf,
} from '../../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../../shared/contract/schedule/text.ts'
import { formatTime } from '../../../../../../shared/contract/schedule/time-of-day.ts'
import { type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'

export type XmlValue = string | number | null | { readonly [name: string]: XmlValue } | readonly XmlValue[]

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** { Task: [{ UID: 1 }, { UID: 2 }] } -> <Task><UID>1</UID></Task><Task><UID>2</UID></Task> */
export function xmlOf(values: { readonly [name: string]: XmlValue }): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as XmlValue[]) : [value]).map(one => [name, one] as const),
    )
    .map(([name, value]) => {
      if (value === null) return `<${name}/>`
      const inner =
        typeof value === 'object' ? xmlOf(value as { readonly [name: string]: XmlValue }) : escaped(String(value))
      return `<${name}>${inner}</${name}>`
    })
    .join('')
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The schedule, or an error that says why it was refused. */
export function readable(read: FileSchedule | Refusal): FileSchedule {
  if (isRefusal(read)) throw new Error(read.faults?.map(({ msg }) => msg).join(' ') ?? read.code)
  return read
}

/** The sentence of a 422 with its place. */
export function refusalOf(read: FileSchedule | Refusal): string {
  if (!isRefusal(read)) return 'read'
  const [fault] = read.faults ?? []
  return fault === undefined ? read.code : `${fault.loc.join('.')} ${fault.type}: ${fault.msg}`
}

export const warningsOf = (read: FileSchedule | Refusal): Record<string, number> =>
  Object.fromEntries(readable(read).report.warnings.map(({ code, count }) => [code, count]))

type Task = Record<string, unknown>

/** Fields by their names in requests; dates with their times; links as texts. Only what is there. */
export function tasksOf(columns: ScheduleColumns): Task[] {
  return Array.from({ length: columns.taskCount }, (_, row) => {
    const task: Task = {}
    for (const { name, column, kind, values } of TASK_FIELDS) {
      const value = fieldOf(columns, column, kind, row, values)
      if (value !== undefined) task[name] = value
    }
    const links = linksOf(columns, row)
    if (links.length > 0) task.predecessors = links
    return task
  })
}

function fieldOf(
  columns: ScheduleColumns,
  column: string,
  kind: string,
  row: number,
  values?: readonly string[],
): unknown {
  const all = columns as unknown as Record<string, unknown>
  if (kind === 'links' || kind === 'resource' || kind === 'assignments') return undefined
  if (kind === 'id' || kind === 'text') return textAt(all[column] as TextColumn, row) || undefined
  if (kind === 'code') {
    const { codes, values: texts } = all[column] as ScheduleColumns['wbsCode']
    return codes[row] === 0 ? undefined : textAt(texts, codes[row]! - 1)
  }
  if (kind === 'resources') {
    const { start, codes, values: texts } = columns.resources
    const names = [...codes.subarray(start[row], start[row + 1])].map(code => textAt(texts, code))
    return names.length === 0 ? undefined : names
  }
  const entry = (all[column] as Float64Array)[row]!
  if (kind === 'number') return Number.isNaN(entry) ? undefined : Math.round(entry * 1e9) / 1e9
  if (kind === 'enum') return entry === 0 ? undefined : entry === ENUM_UNKNOWN ? '?' : values![entry - 1]
  if (kind === 'boolean') return entry === 0 ? undefined : entry === 2
  if (kind === 'day') return entry === DAY_ABSENT ? undefined : momentAt(columns, column as DayColumn, row)
  return undefined
}

export function momentAt(columns: ScheduleColumns, column: DayColumn, row: number): string | undefined {
  if (!DAY_COLUMNS.includes(column) || columns[column][row] === DAY_ABSENT) return undefined
  const time = columns[timeColumnOf(column)][row]!
  return formatDay(columns[column][row]!) + (time === 0 ? '' : `T${formatTime(time - 1)}`)
}

/** "A FS 2" or "A FS 2 elapsed": lag in days. */
export function linksOf({ id, links, elapsedLags }: ScheduleColumns, row: number): string[] {
  const texts: string[] = []
  for (let k = links.start[row]!; k < links.start[row + 1]!; k++) {
    const lag = Math.round(links.lagDays[k]! * 1e9) / 1e9
    texts.push(
      `${textAt(id, links.task[k]!)} ${RELATION_TYPES[links.type[k]!]} ${lag}${elapsedLags[k] === 1 ? ' elapsed' : ''}`,
    )
  }
  return texts
}
