/**
 * The tasks of a schedule as a request has them, row by row from its columns: members that a task does not have are left out, as nobody would write
 * them. Read again they give the same columns. The formats are json-rows.ts and msgpack-writer.ts.
 */

import { ASSIGNMENT_FIELDS } from '../../../shared/contract/schedule/assignments.ts'
import { codeEntries } from '../../../shared/contract/schedule/codes.ts'
import type { CodedColumn, CodedSetColumn, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import {
  DAY_ABSENT,
  ENUM_UNKNOWN,
  LINK_UNKNOWN,
  type ScheduleColumns,
} from '../../../shared/contract/schedule/columns.ts'
import {
  type DayColumn,
  RELATION_TYPES,
  TASK_FIELDS,
  type TaskField,
  timeColumnOf,
} from '../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'

/** What the rows need of a format. Keys and words are made ready once. */
export interface RowFormat {
  readonly beginArray: (count: number) => void
  readonly item: (isFirst: boolean) => void
  readonly endArray: () => void
  readonly beginMap: (count: number) => void
  readonly key: (key: number, isFirst: boolean) => void
  readonly endMap: () => void
  readonly number: (value: number) => void
  readonly boolean: (value: boolean) => void
  /** time: minutes after midnight + 1, 0 = none. */
  readonly moment: (day: number, time: number) => void
  /** A function that writes text i of a column. */
  readonly texts: (column: TextColumn) => (i: number) => void
  /** Number of a text that comes again and again, as a key or as a word. */
  readonly prepared: (text: string) => number
  readonly word: (word: number) => void
}

interface FieldWriter {
  readonly has: (row: number) => boolean
  readonly write: (row: number) => void
  readonly key: number
}

/** What stands for a reason that the columns only know to be there. */
const RATIONALE = { member: 'float_rationale', text: 'given' }

export function writeTaskRows(format: RowFormat, columns: ScheduleColumns): void {
  const fields = TASK_FIELDS.filter(({ kind }) => kind !== 'resource').map(
    (field): FieldWriter => ({ ...cellOf(format, field, columns), key: format.prepared(field.name) }),
  )
  // a column without any value is not read for each task
  const used = fields.filter(({ has }) => someRow(columns.taskCount, has))
  const present = new Uint8Array(used.length)
  format.beginArray(columns.taskCount)
  for (let row = 0; row < columns.taskCount; row++) {
    format.item(row === 0)
    let count = 0
    for (let f = 0; f < used.length; f++) count += present[f] = used[f].has(row) ? 1 : 0
    format.beginMap(count)
    let isFirst = true
    for (let f = 0; f < used.length; f++) {
      if (present[f] === 0) continue
      format.key(used[f].key, isFirst)
      isFirst = false
      used[f].write(row)
    }
    format.endMap()
  }
  format.endArray()
}

function someRow(rowCount: number, has: (row: number) => boolean): boolean {
  for (let row = 0; row < rowCount; row++) if (has(row)) return true
  return false
}

type Cell = Omit<FieldWriter, 'key'>

function cellOf(format: RowFormat, field: TaskField, columns: ScheduleColumns): Cell {
  const column = columns[field.column as keyof ScheduleColumns] as unknown
  switch (field.kind) {
    case 'id':
    case 'text': {
      const values = column as TextColumn
      const isId = field.kind === 'id'
      const write = format.texts(values)
      return { has: row => isId || values.offsets[row] !== values.offsets[row + 1], write }
    }
    case 'number': {
      const values = column as Float64Array
      return { has: row => !Number.isNaN(values[row]), write: row => format.number(values[row]) }
    }
    case 'day': {
      const values = column as Int32Array
      const times = columns[timeColumnOf(field.column as DayColumn)]
      return { has: row => values[row] !== DAY_ABSENT, write: row => format.moment(values[row], times[row]) }
    }
    case 'enum': {
      const values = column as Uint8Array
      const words = field.values!.map(value => format.prepared(value))
      return {
        has: row => values[row] !== 0 && values[row] !== ENUM_UNKNOWN,
        write: row => format.word(words[values[row] - 1]),
      }
    }
    case 'boolean': {
      const values = column as Uint8Array
      return { has: row => values[row] !== 0, write: row => format.boolean(values[row] === 2) }
    }
    case 'code': {
      const { codes, values } = column as CodedColumn
      const write = format.texts(values)
      return { has: row => codes[row] !== 0, write: row => write(codes[row] - 1) }
    }
    case 'object':
      return rationaleCell(format, column as Uint8Array)
    case 'resource':
    case 'resources':
      return setCell(format, column as CodedSetColumn)
    case 'codes':
      return codesCell(format, column as CodedSetColumn)
    case 'links':
      return linkCell(format, columns)
    case 'assignments':
      return assignmentCell(format, columns)
  }
}

function rationaleCell(format: RowFormat, values: Uint8Array): Cell {
  const key = format.prepared(RATIONALE.member)
  const word = format.prepared(RATIONALE.text)
  return {
    has: row => values[row] !== 0,
    write: () => {
      format.beginMap(1)
      format.key(key, true)
      format.word(word)
      format.endMap()
    },
  }
}

function setCell(format: RowFormat, { start, codes, values }: CodedSetColumn): Cell {
  const write = format.texts(values)
  return {
    has: row => start[row] !== start[row + 1],
    write: row => {
      format.beginArray(start[row + 1] - start[row])
      for (let i = start[row]; i < start[row + 1]; i++) {
        format.item(i === start[row])
        write(codes[i])
      }
      format.endArray()
    },
  }
}

/** Names and values; of two values of one name the first. */
function codesCell(format: RowFormat, column: CodedSetColumn): Cell {
  const { start, codes } = column
  const entries = start.length === 0 ? [] : codeEntries(column)
  const prepared = entries.map(([name, value]) => ({ name, key: format.prepared(name), word: format.prepared(value) }))
  const ofRow = (row: number): typeof prepared => {
    const seen = new Map<string, (typeof prepared)[number]>()
    for (let i = start[row]; i < start[row + 1]; i++) {
      const each = prepared[codes[i]]
      if (!seen.has(each.name)) seen.set(each.name, each)
    }
    return [...seen.values()]
  }
  return {
    has: row => start[row] !== start[row + 1],
    write: row => {
      const given = ofRow(row)
      format.beginMap(given.length)
      for (const [n, { key, word }] of given.entries()) {
        format.key(key, n === 0)
        format.word(word)
      }
      format.endMap()
    },
  }
}

/** Members that an assignment has no value for are left out. */
function assignmentCell(format: RowFormat, { assignments, resources }: ScheduleColumns): Cell {
  if (assignments === undefined) return { has: () => false, write: () => {} }
  const { start, resource, drives } = assignments
  const write = format.texts(resources.values)
  const resourceKey = format.prepared('resource')
  const drivesKey = format.prepared('drives_dates')
  const fields = ASSIGNMENT_FIELDS.map(({ name, column, kind }) => ({
    key: format.prepared(name),
    values: assignments[column],
    isMoment: kind === 'moment',
  })).filter(({ values }) => values.length > 0)
  const writeOne = (k: number): void => {
    const own = fields.filter(({ values }) => !Number.isNaN(values[k]))
    const isSaid = k < drives.length && drives[k] !== 0
    format.beginMap(1 + own.length + Number(isSaid))
    format.key(resourceKey, true)
    write(resource[k])
    for (const { key, values, isMoment } of own) {
      format.key(key, false)
      const day = Math.floor(values[k] / MINUTES_PER_DAY)
      if (isMoment) format.moment(day, values[k] - day * MINUTES_PER_DAY + 1)
      else format.number(values[k])
    }
    if (isSaid) {
      format.key(drivesKey, false)
      format.boolean(drives[k] === 2)
    }
    format.endMap()
  }
  return {
    has: row => start[row] !== start[row + 1],
    write: row => {
      format.beginArray(start[row + 1] - start[row])
      for (let k = start[row]; k < start[row + 1]; k++) {
        format.item(k === start[row])
        writeOne(k)
      }
      format.endArray()
    },
  }
}

/** As objects, since an id may look like a link with a type and a lag. Links to ids that no task has are left out: the columns do not know them. */
function linkCell(format: RowFormat, { id, links, elapsedLags }: ScheduleColumns): Cell {
  const { start, task, type, lagDays } = links
  const [idKey, typeKey, lagKey, elapsedKey] = ['task_id', 'type', 'lag_days', 'lag_elapsed'].map(format.prepared)
  const types = RELATION_TYPES.map(format.prepared)
  const write = format.texts(id)
  const knownCount = (row: number): number => {
    let count = 0
    for (let k = start[row]; k < start[row + 1]; k++) if (task[k] !== LINK_UNKNOWN) count++
    return count
  }
  const writeLink = (k: number): void => {
    const isElapsed = elapsedLags[k] === 1
    format.beginMap(2 + Number(lagDays[k] !== 0) + Number(isElapsed))
    format.key(idKey, true)
    write(task[k])
    format.key(typeKey, false)
    format.word(types[type[k]])
    if (lagDays[k] !== 0) {
      format.key(lagKey, false)
      format.number(lagDays[k])
    }
    if (isElapsed) {
      format.key(elapsedKey, false)
      format.boolean(true)
    }
    format.endMap()
  }
  return {
    has: row => knownCount(row) > 0,
    write: row => {
      format.beginArray(knownCount(row))
      let isFirst = true
      for (let k = start[row]; k < start[row + 1]; k++) {
        if (task[k] === LINK_UNKNOWN) continue
        format.item(isFirst)
        isFirst = false
        writeLink(k)
      }
      format.endArray()
    },
  }
}
