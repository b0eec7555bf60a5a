/** A result tree as JSON: byte for byte what JSON.stringify prints for the same tree with its tables as arrays of objects. */
import { References, type ResultValue, Table, TableColumns, TaskRows } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import { jsonRows } from './json-rows.ts'
import { writeJsonColumns, writeJsonReferences, writeJsonTable } from './json-table.ts'
import { writeJsonString } from './json-text.ts'
import { memberWords } from './known-words.ts'
import { writeNumber } from './number-text.ts'
import { unwritable } from './table-cells.ts'
import { beginTables } from './table-module.ts'
import { writeTaskRows } from './task-rows.ts'
import type { TreeWriter } from './tree-writer.ts'

const COMMA = 44
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

export class JsonWriter implements TreeWriter {
  readonly sink: ByteSink
  /** Lists that are open. */
  private depth = 0
  constructor(sink: ByteSink) {
    this.sink = sink
    beginTables()
  }

  beginMap(_memberCount: number): void {
    this.sink.byte(OPEN_OBJECT)
  }

  key(name: string, isFirst: boolean): void {
    if (this.depth === 0) this.sink.part = name
    this.sink.words(memberWords(name, isFirst))
  }

  endMap(): void {
    this.sink.byte(CLOSE_OBJECT)
  }

  value(value: ResultValue): void {
    if (typeof value === 'string') writeJsonString(this.sink, value)
    else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw unwritable(value)
      writeNumber(this.sink, value)
    } else if (typeof value === 'boolean') this.sink.ascii(value ? 'true' : 'false')
    else if (value === null) this.sink.ascii('null')
    else if (Array.isArray(value)) this.array(value)
    else if (value instanceof Table) writeJsonTable(this.sink, value)
    else if (value instanceof TableColumns) writeJsonColumns(this.sink, value.table)
    else if (value instanceof References) writeJsonReferences(this.sink, value)
    else if (value instanceof TaskRows) writeTaskRows(jsonRows(this.sink), value.columns)
    else this.object(value as Readonly<Record<string, ResultValue | undefined>>)
  }

  private object(members: Readonly<Record<string, ResultValue | undefined>>): void {
    this.sink.byte(OPEN_OBJECT)
    let isFirst = true
    for (const name in members) {
      const value = members[name]
      if (value === undefined) continue
      this.key(name, isFirst)
      this.value(value)
      isFirst = false
    }
    this.sink.byte(CLOSE_OBJECT)
  }

  private array(values: readonly ResultValue[]): void {
    this.depth++
    this.sink.byte(OPEN_ARRAY)
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.sink.byte(COMMA)
      this.value(values[i])
    }
    this.depth--
    this.sink.byte(CLOSE_ARRAY)
  }
}
