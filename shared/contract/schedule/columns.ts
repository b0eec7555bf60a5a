/**
 * A schedule as columns: what every room works on after the door. Entry i of a task column belongs to task i in input
 * order. Columns are read-only after the reader has filled them; a kernel that needs other values copies the column.
 * How they travel is frame.ts; how they are filled is compute/engine/read.
 */

import type { AssignmentColumns } from './assignments.ts'
import type { DayColumn } from './fields.ts'
import type { ResourceSpec } from './resources.ts'
import type { ScheduleSetting } from './setting.ts'

/** Strings in UTF-8, entry i = bytes[offsets[i] .. offsets[i + 1]); empty = absent. */
export interface TextColumn {
  readonly bytes: Uint8Array
  /** Length count + 1. */
  readonly offsets: Uint32Array
}

/** Dictionary-coded strings: entry i = values[codes[i] - 1], code 0 = absent. */
export interface CodedColumn {
  readonly codes: Uint32Array
  readonly values: TextColumn
}

/** A set of coded strings per task: entry i = values[codes[start[i] .. start[i + 1])], codes count from 0. */
export interface CodedSetColumn {
  /** Length taskCount + 1. */
  readonly start: Uint32Array
  readonly codes: Uint32Array
  readonly values: TextColumn
}

/** Relations by successor (CSR): those of task i are entries start[i] .. start[i + 1), in input order. */
export interface LinkColumns {
  /** Length taskCount + 1. */
  readonly start: Uint32Array
  /** Index of the predecessor, LINK_UNKNOWN = an id that no task has. A self-loop names its own index. */
  readonly task: Int32Array
  /** Index into RELATION_TYPES: 0 FS, 1 SS, 2 FF, 3 SF. */
  readonly type: Uint8Array
  /** Days, negative = lead. */
  readonly lagDays: Float64Array
}

/** Times of day of the dates: minutes after midnight + 1, 0 = the date was given without a time. Length taskCount. */
export type TimeColumns = { readonly [Day in DayColumn as `${Day}Time`]: Uint16Array }

export interface ScheduleColumns extends TimeColumns {
  readonly taskCount: number
  readonly id: TextColumn
  readonly name: TextColumn
  /** Numbers, length taskCount, NaN = absent. */
  readonly durationDays: Float64Array
  readonly remainingDurationDays: Float64Array
  readonly percentComplete: Float64Array
  readonly physicalPercentComplete: Float64Array
  readonly totalFloatDays: Float64Array
  readonly baselineDurationDays: Float64Array
  readonly freeFloatDays: Float64Array
  readonly levelingDelayDays: Float64Array
  readonly levelingPriority: Float64Array
  readonly rowNumber: Float64Array
  readonly earnedValue: Float64Array
  readonly budgetedCost: Float64Array
  /** Day numbers since 1970-01-01, length taskCount, DAY_ABSENT = absent. */
  readonly plannedStart: Int32Array
  readonly plannedFinish: Int32Array
  readonly actualStart: Int32Array
  readonly actualFinish: Int32Array
  readonly baselineStart: Int32Array
  readonly baselineFinish: Int32Array
  readonly forecastStart: Int32Array
  readonly forecastFinish: Int32Array
  readonly constraintDate: Int32Array
  readonly secondaryConstraintDate: Int32Array
  readonly expectedFinish: Int32Array
  readonly suspendDate: Int32Array
  readonly resumeDate: Int32Array
  readonly deadline: Int32Array
  readonly externalEarlyStart: Int32Array
  readonly externalLateFinish: Int32Array
  /** As another tool computed them. */
  readonly earlyStart: Int32Array
  readonly earlyFinish: Int32Array
  readonly lateStart: Int32Array
  readonly lateFinish: Int32Array
  /** Enums, length taskCount: 0 = absent, i + 1 = values[i] of the field, ENUM_UNKNOWN = not in the list (open rows). */
  readonly constraintType: Uint8Array
  readonly secondaryConstraintType: Uint8Array
  readonly taskType: Uint8Array
  readonly percentCompleteType: Uint8Array
  readonly delayCategory: Uint8Array
  readonly approvalStatus: Uint8Array
  /** 0 = absent, 1 = false, 2 = true. */
  readonly approvalRequired: Uint8Array
  readonly manuallyScheduled: Uint8Array
  readonly resourceDependent: Uint8Array
  readonly levelingCanSplit: Uint8Array
  readonly onLongestPath: Uint8Array
  /** 1 = custom_field_map has a non-empty float_rationale or float_justification, else 0. */
  readonly floatRationale: Uint8Array
  readonly wbsCode: CodedColumn
  readonly wbsName: CodedColumn
  readonly organizationCode: CodedColumn
  /** Activity codes and custom fields: see codes.ts. */
  readonly codes: CodedSetColumn
  readonly calendarId: CodedColumn
  readonly parentId: CodedColumn
  /** {resource} joined with {resources}, trimmed, distinct, in order of first mention. */
  readonly resources: CodedSetColumn
  /** Units, dates and costs of the resources at work on each task; undefined = nothing is known but who they are. */
  readonly assignments: AssignmentColumns | undefined
  readonly links: LinkColumns
  /** Entry k: 1 = the lag of link k counts round the clock. Empty = no lag does; else of the length of links.task. */
  readonly elapsedLags: Uint8Array
  /** Calendars and rules of the container; undefined = days of one calendar, as ever. */
  readonly setting: ScheduleSetting | undefined
  /** What the container says of its resources; undefined = nothing. */
  readonly resourceSpecs: readonly ResourceSpec[] | undefined
  /** What the reader saw that no column can hold; empty when nothing was wrong. */
  readonly faults: readonly ReadFault[]
  /** What was found out about them so far: the one member that changes. */
  notes: ColumnNotes | undefined
}

/** See column-notes.ts. */
interface ColumnNotes {
  /** A copy of columns in which one is another has no notes yet. */
  readonly of: ScheduleColumns
  /** Entry n: what the n-th kind of note says. */
  readonly found: unknown[]
}

/** A fault the reader met and went on from. Numbers out of range are not here: the column holds them. "Open rows only" is said of JSON. */
export const READ_FAULT_KINDS = [
  'missing_id', // open rows only
  'duplicate_id', // open rows only; the first task of that id keeps the links
  'bad_number', // open rows only: wrong type or not finite; the column says absent
  'bad_date', // open rows only
  'date_out_of_range', // tolerant and open rows: a date outside DAY_MIN .. DAY_MAX; the column says absent
  'unknown_enum', // open rows only; text is the value
  'wrong_type', // open rows only: any other field of a wrong type
  'unknown_predecessor', // the link is kept with LINK_UNKNOWN
  'unparsable_link', // the link is dropped
  'duplicate_link', // equal predecessor, successor and type: the largest lag is kept, at the first one's place
  // files only: a file is read as far as it can be
  'lost_link', // an end of the link is no task that was read; it is in no column
  'external_link', // it leads to another project, and the file has no date for it; it is in no column
  'calendar_unknown', // of a task: the calendar of the project counts
  'calendar_unreadable', // a calendar without working times that could be read: others were assumed
  'file_value', // a value that belongs to no field of a task: an option, a date of the project
  'category_unmapped', // category_mapping has no category for the value of a code
  'zoned_midnight', // JSON: times with a zone were taken as local midnights, since no time_zone says more
  'date_ambiguous', // the day was taken to stand before the month
  'file_rows', // rows that were left out, broken or cut off
  'zoned_other_day', // JSON: a date with a zone lies on another day in UTC, and no time_zone was named
  'zoned_local_day', // the same by the time_zone that was named
] as const
export type ReadFaultKind = (typeof READ_FAULT_KINDS)[number]

export interface ReadFault {
  readonly kind: ReadFaultKind
  /** Request field the fault is in. */
  readonly field: string
  /** All occurrences. */
  readonly count: number
  /** Task indices of the first FAULT_SAMPLE_MAX occurrences, in input order; `texts` has the offending text of each. -1 in a file: no task. */
  readonly tasks: readonly number[]
  readonly texts: readonly string[]
  /** Where each of `texts` stands in a file, in words. */
  readonly places?: readonly string[]
  /**
   * Where not every task concerned is among `tasks`: how many there are, and the few that come first by id, whatever the
   * order of the input. Bounded, since faults travel in the head of a frame.
   */
  readonly whole?: { readonly first: readonly number[]; readonly taskCount: number }
}

export const DAY_ABSENT = -2147483648
export const ENUM_UNKNOWN = 255
export const LINK_UNKNOWN = -1
export const FAULT_SAMPLE_MAX = 20
/** Offending text is cut at this many characters. */
export const FAULT_TEXT_MAX = 100
