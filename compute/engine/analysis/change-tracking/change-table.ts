/** The listed changes as a table of the result. */

import {
  CHANGE_FIELDS,
  DISPOSITIONS,
  LISTED_CATEGORIES,
} from '../../../../shared/contract/analysis/change-tracking/words.ts'
import type { ScheduleColumns, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { Table } from '../../result/result.ts'
import { REFERENCE_ABSENT } from '../../write/table-cells.ts'
import { type ChangeLog, categoryCode } from './change-log.ts'
import { valueText } from './change-text.ts'

const DIFFERENCE_DECIMALS = 6
const encoder = new TextEncoder()

interface ListedStatus {
  readonly columns: ScheduleColumns
  readonly day: number
}

/** What the table reads of a comparison. */
export interface ListedPair {
  readonly before: ListedStatus
  readonly after: ListedStatus
  readonly beforeIds: Uint32Array
  readonly afterIds: Uint32Array
}

export function changeTable(log: ChangeLog, pairs: readonly ListedPair[], ids: TextColumn): Table {
  const count = log.pair.length
  const fromDay = zeros(Int32Array, count)
  const toDay = zeros(Int32Array, count)
  const task = zeros(Uint32Array, count)
  const predecessor = zeros(Int32Array, count).fill(REFERENCE_ABSENT)
  const befores = new Texts(count)
  const afters = new Texts(count)
  for (let n = 0; n < count; n++) {
    const { before, after, beforeIds, afterIds } = pairs[log.pair[n]]
    const [j, i, kb, ka, field] = [log.before[n], log.after[n], log.linkBefore[n], log.linkAfter[n], log.field[n]]
    fromDay[n] = before.day
    toDay[n] = after.day
    task[n] = i === NO_MATCH ? beforeIds[j] : afterIds[i]
    if (ka !== NO_LINK) predecessor[n] = afterIds[after.columns.links.task[ka]]
    else if (kb !== NO_LINK) predecessor[n] = beforeIds[before.columns.links.task[kb]]
    befores.add(valueText(field, before.columns, j, kb))
    afters.add(valueText(field, after.columns, i, ka))
  }
  return new Table(count, {
    from_date: { kind: 'day', values: fromDay },
    to_date: { kind: 'day', values: toDay },
    id: { kind: 'reference', values: task, into: ids },
    predecessor_id: { kind: 'reference', values: predecessor, into: ids },
    category: { kind: 'label', values: Uint8Array.from(log.field, categoryCode), labels: LISTED_CATEGORIES },
    field: { kind: 'label', values: Uint8Array.from(log.field), labels: CHANGE_FIELDS },
    before: { kind: 'text', values: befores.finish() },
    after: { kind: 'text', values: afters.finish() },
    difference: { kind: 'number', values: Float64Array.from(log.difference), decimals: DIFFERENCE_DECIMALS },
    impact_days: { kind: 'number', values: Float64Array.from(log.impact), decimals: OFFSET_DECIMALS },
    disposition: { kind: 'label', values: Uint8Array.from(log.disposition), labels: DISPOSITIONS },
  })
}

/** A text column written row by row. */
class Texts {
  #bytes = new Uint8Array(1024)
  #length = 0
  #row = 0
  readonly #offsets: Uint32Array
  constructor(rowCount: number) {
    this.#offsets = zeros(Uint32Array, rowCount + 1)
  }
  add(text: string | null): void {
    if (text !== null) {
      // UTF-8 takes at most three bytes for each unit of a string
      const needed = this.#length + 3 * text.length
      if (needed > this.#bytes.length) {
        const grown = zeros(Uint8Array, Math.max(needed, 2 * this.#bytes.length))
        grown.set(this.#bytes.subarray(0, this.#length))
        this.#bytes = grown
      }
      this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
    }
    this.#offsets[++this.#row] = this.#length
  }
  finish(): TextColumn {
    return { bytes: this.#bytes.slice(0, this.#length), offsets: this.#offsets }
  }
}
