/**
 * The columns that the rules of Microsoft Project read, over the rows of two schedules: outline, links of summaries, dates that stand, splits.
 * Dates that stand by hand go with the constraints, the splits of work with its duration.
 */

import {
  type CodedColumn,
  DAY_ABSENT,
  type ScheduleColumns,
  type TextColumn,
} from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { NO_PARENT, outlineOf } from '../../clock/ms-project/outline.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import type { Kind, Numbers } from '../../ids/short-arrays.ts'
import type { RevisedCalendars } from './revised-calendars.ts'
import { IN_BOTH, isInBoth, isRevised, NO_PART, type Revised, type Rows, revisedValues } from './revised-rows.ts'

interface ColumnChoice {
  readonly isConstraint: (row: number) => boolean
  readonly isDuration: (row: number) => boolean
  readonly isCalendar: (row: number) => boolean
  /** Whether the outline is the later one. */
  readonly isLogic: boolean
  readonly links: Pick<ScheduleColumns, 'links' | 'elapsedLags'>
}

export interface RevisedColumns {
  readonly columnsOf: (choice: ColumnChoice) => ScheduleColumns
  /** Whether the constraint of a summary was revised, or dates that stand by hand. */
  readonly isHeldRevised: (row: number) => boolean
  /** Whether the gaps of work that has not begun were revised: it was split, or joined. */
  readonly isSplitRevised: (row: number) => boolean
  readonly isOutlineRevised: boolean
}

const MANUAL = 2
const absentOf = (Kind: Kind<never>): number =>
  (Kind as unknown) === Int32Array ? DAY_ABSENT : (Kind as unknown) === Float64Array ? Number.NaN : 0

/** `before`: the earlier schedule with the progress of the later one. */
export function revisedColumns(
  before: ScheduleColumns,
  after: ScheduleColumns,
  rows: Rows,
  { list, ofRow }: RevisedCalendars,
): RevisedColumns {
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
    ...progress,
  }
  const parents = joinCodes(after.parentId, before.parentId, rows)
  const gapOf = (row: number, side: 'before' | 'after'): number => {
    const at = (name: 'forecastStart' | 'forecastFinish'): number => {
      const time = dates[`${name}Time`][side][row]
      return time === 0 ? Number.NaN : dates[name][side][row] * MINUTES_PER_DAY + time - 1
    }
    const calendar = list[ofRow[side][row]]
    const span = calendar.workBetween(at('forecastStart'), at('forecastFinish'))
    return span > 0 ? span - work.durationDays[side][row] * calendar.minutesPerDay : 0
  }
  const isAnyOf = (values: Readonly<Record<string, Revised<Numbers>>>, row: number): boolean =>
    Object.values(values).some(each => isRevised(each, row))
  const columnsOf = ({ isConstraint, isDuration, isCalendar, isLogic, links }: ColumnChoice): ScheduleColumns => {
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
      const isOwn = rows.presence[row] !== IN_BOTH || !isRevised(ofRow, row) || isCalendar(row) === isDated(row)
      if (!isOwn && !isByHand(row)) finishTimes[row] = 0
    }
    const parentId = { codes: isLogic ? parents.after : parents.before, values: parents.values }
    return {
      ...fixed,
      parentId,
      ...links,
      ...pick(held, isConstraint),
      ...pick(work, isDuration),
      ...dated,
    } as ScheduleColumns
  }
  const isSummary = (row: number): boolean => rows.presence[row] === NO_PART
  return {
    columnsOf,
    isHeldRevised: row => (isSummary(row) && isAnyOf(held, row)) || (isByHand(row) && isAnyOf(dates, row)),
    isSplitRevised: row =>
      !isSummary(row) && !isByHand(row) && Math.abs(gapOf(row, 'after') - gapOf(row, 'before')) >= 1,
    isOutlineRevised: isOutlineRevised(before, after, rows),
  }
}

/** Whether a task of both schedules lies under another summary. */
function isOutlineRevised(before: ScheduleColumns, after: ScheduleColumns, rows: Rows): boolean {
  const [was, is] = [outlineOf(before).parent, outlineOf(after).parent]
  for (let row = 0; row < rows.laterCount; row++) {
    if (!isInBoth(rows, row)) continue
    const parent = was[rows.earlierOf[row]]
    if ((parent === NO_PARENT ? NO_MATCH : rows.rowOfEarlier[parent]) !== is[row]) return true
  }
  return false
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

/** Codes by row into the texts of both. */
function joinCodes(
  later: CodedColumn,
  earlier: CodedColumn,
  { count, laterCount, earlierOf }: Rows,
): { before: Uint32Array; after: Uint32Array; values: TextColumn } {
  const valueCount = (column: CodedColumn): number => Math.max(0, column.values.offsets.length - 1)
  const [laterValues, earlierValues] = [valueCount(later), valueCount(earlier)]
  const before = new Uint32Array(count)
  const after = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const now = row < laterCount ? (later.codes[row] ?? 0) : 0
    const code = earlierOf[row] === NO_MATCH ? 0 : (earlier.codes[earlierOf[row]] ?? 0)
    const then = code === 0 ? 0 : code + laterValues
    before[row] = earlierOf[row] === NO_MATCH ? now : then
    after[row] = row < laterCount ? now : then
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
  return { before, after, values: joinTexts(texts(later, laterValues), texts(earlier, earlierValues), joined) }
}
