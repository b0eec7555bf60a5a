/**
 * The columns that the rules of Microsoft Project read, over the rows of two schedules: outline, links of summaries, dates that stand, splits.
 * Dates that stand by hand go with the constraints, the splits of work with its duration.
 */

import {
  type CodedColumn,
  DAY_ABSENT,
  type LinkColumns,
  type ScheduleColumns,
  type TextColumn,
} from '../../../../shared/schedule/columns.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { type Kind, type Numbers, zeros } from '../../ids/short-arrays.ts'
import { IN_BOTH, type Revised, type Rows, revisedValues } from './revised-rows.ts'

export interface ColumnChoice {
  readonly isConstraint: (row: number) => boolean
  readonly isDuration: (row: number) => boolean
  readonly isCalendar: (row: number) => boolean
}

export type ColumnsOf = (choice: ColumnChoice) => ScheduleColumns

const MANUAL = 2
const absentOf = (Kind: Kind<never>): number =>
  (Kind as unknown) === Int32Array ? DAY_ABSENT : (Kind as unknown) === Float64Array ? Number.NaN : 0

/** `before`: the earlier schedule with the progress of the later one. `isInCalendar`: whether the calendar of a row is the same as before. */
export function revisedColumns(
  before: ScheduleColumns,
  after: ScheduleColumns,
  rows: Rows,
  isSameCalendar: (row: number) => boolean,
): ColumnsOf {
  const { count } = rows
  const of = <Values extends Numbers>(Kind: Kind<Values>, name: keyof ScheduleColumns): Revised<Values> =>
    revisedValues(
      rows,
      Kind,
      before[name] as unknown as Values,
      after[name] as unknown as Values,
      absentOf(Kind as Kind<never>),
    )!
  const progress = {
    actualStart: of(Int32Array, 'actualStart').after,
    actualStartTime: of(Uint16Array, 'actualStartTime').after,
  }
  const held = {
    constraintType: of(Uint8Array, 'constraintType'),
    constraintDate: of(Int32Array, 'constraintDate'),
    constraintDateTime: of(Uint16Array, 'constraintDateTime'),
  }
  const work = {
    durationDays: of(Float64Array, 'durationDays'),
    remainingDurationDays: of(Float64Array, 'remainingDurationDays'),
  }
  const dates = {
    manuallyScheduled: of(Uint8Array, 'manuallyScheduled'),
    forecastStart: of(Int32Array, 'forecastStart'),
    forecastStartTime: of(Uint16Array, 'forecastStartTime'),
    forecastFinish: of(Int32Array, 'forecastFinish'),
    forecastFinishTime: of(Uint16Array, 'forecastFinishTime'),
  }
  const isByHand = (row: number): boolean =>
    dates.manuallyScheduled.before[row] === MANUAL || dates.manuallyScheduled.after[row] === MANUAL
  const fixed = {
    ...after,
    taskCount: count,
    notes: undefined,
    id: joinTexts(after.id, before.id, rows),
    taskType: of(Uint8Array, 'taskType').after,
    parentId: joinCodes(after.parentId, before.parentId, rows),
    ...joinLinks(after, before, rows),
    ...progress,
  }
  return ({ isConstraint, isDuration, isCalendar }) => {
    const pick = <Columns extends Readonly<Record<string, Revised<Numbers>>>>(
      columns: Columns,
      isAfter: (row: number) => boolean,
    ) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, values]) => [
          name,
          values.before.map((value, row) => (isAfter(row) ? values.after[row] : value)),
        ]),
      )
    const isDated = (row: number): boolean => (isByHand(row) ? isConstraint(row) : isDuration(row))
    const dated = pick(dates, isDated)
    // a span in another calendar than its own would be read as a split
    const finishTimes = dated.forecastFinishTime as Uint16Array
    for (let row = 0; row < count; row++) {
      const isOwn = rows.presence[row] !== IN_BOTH || isSameCalendar(row) || isCalendar(row) === isDated(row)
      if (!isOwn && !isByHand(row)) finishTimes[row] = 0
    }
    return { ...fixed, ...pick(held, isConstraint), ...pick(work, isDuration), ...dated } as ScheduleColumns
  }
}

function joinTexts(later: TextColumn, earlier: TextColumn, { count, laterCount, earlierOf }: Rows): TextColumn {
  const offsets = new Uint32Array(count + 1)
  offsets.set(later.offsets.subarray(0, laterCount + 1))
  for (let row = laterCount; row < count; row++) {
    const i = earlierOf[row]
    offsets[row + 1] = offsets[row] + earlier.offsets[i + 1] - earlier.offsets[i]
  }
  const bytes = new Uint8Array(offsets[count])
  bytes.set(later.bytes.subarray(0, offsets[laterCount]))
  for (let row = laterCount; row < count; row++) {
    const i = earlierOf[row]
    bytes.set(earlier.bytes.subarray(earlier.offsets[i], earlier.offsets[i + 1]), offsets[row])
  }
  return { bytes, offsets }
}

function joinCodes(later: CodedColumn, earlier: CodedColumn, { count, laterCount, earlierOf }: Rows): CodedColumn {
  const valueCount = (column: CodedColumn): number => Math.max(0, column.values.offsets.length - 1)
  const [laterValues, earlierValues] = [valueCount(later), valueCount(earlier)]
  const codes = new Uint32Array(count)
  for (let row = 0; row < laterCount; row++) codes[row] = later.codes[row] ?? 0
  for (let row = laterCount; row < count; row++) {
    const code = earlier.codes[earlierOf[row]] ?? 0
    codes[row] = code === 0 ? 0 : code + laterValues
  }
  const joined: Rows = {
    count: laterValues + earlierValues,
    laterCount: laterValues,
    earlierOf: Int32Array.from({ length: laterValues + earlierValues }, (_, n) => n - laterValues),
    rowOfEarlier: new Int32Array(0),
    presence: new Uint8Array(0),
  }
  const empty = { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }
  const texts = (column: CodedColumn, values: number): TextColumn => (values === 0 ? empty : column.values)
  return { codes, values: joinTexts(texts(later, laterValues), texts(earlier, earlierValues), joined) }
}

/** Of links that end at a summary: those of the later schedule, and of deleted tasks those of the earlier one. */
function joinLinks(
  later: ScheduleColumns,
  earlier: ScheduleColumns,
  { count, laterCount, earlierOf, rowOfEarlier }: Rows,
): { links: LinkColumns; elapsedLags: Uint8Array } {
  const size = later.links.task.length + earlier.links.task.length
  const start = new Uint32Array(count + 1)
  const task = zeros(Int32Array, size)
  const type = zeros(Uint8Array, size)
  const lagDays = zeros(Float64Array, size)
  const elapsedLags = zeros(Uint8Array, size)
  let at = 0
  for (let row = 0; row < count; row++) {
    const from = row < laterCount ? later : earlier
    const own = row < laterCount ? row : earlierOf[row]
    for (let k = from.links.start[own]; k < from.links.start[own + 1]; k++) {
      const p = from.links.task[k]
      task[at] = p < 0 ? p : row < laterCount ? p : rowOfEarlier[p] === NO_MATCH ? -1 : rowOfEarlier[p]
      type[at] = from.links.type[k]
      lagDays[at] = from.links.lagDays[k]
      elapsedLags[at++] = from.elapsedLags[k] ?? 0
    }
    start[row + 1] = at
  }
  const links = { start, task: task.subarray(0, at), type: type.subarray(0, at), lagDays: lagDays.subarray(0, at) }
  return { links, elapsedLags: elapsedLags.subarray(0, at) }
}
