/**
 * What an analyser returns, and what the writers (compute/engine/write) turn into bytes. A result is a tree of plain values in
 * which long tables stay columns: nothing per task is allocated between the kernel and the bytes.
 */
import type { Severity } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { WorkProgress } from '../../../shared/contract/job-states.ts'
import type { CodedColumn, ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'

export { FINDING_TASKS_MAX, type Severity } from '../../../shared/contract/envelope.ts'
export { type AnalysisInput, IGNORED_FIELDS_MAX } from '../../../shared/contract/schedule/input.ts'

/** One member of every object of a table; entry i belongs to row i (or to rows[i] when the table has a selection). */
export type TableColumn =
  /** Numbers; NaN is written as null. decimals: rounded half away from zero to so many places. */
  | { readonly kind: 'number'; readonly values: Float64Array | Int32Array | Uint32Array; readonly decimals?: number }
  /** Day numbers, written as "YYYY-MM-DD"; DAY_ABSENT is written as null. */
  | { readonly kind: 'day'; readonly values: Int32Array }
  /** Minutes since 1970-01-01T00:00, written as "YYYY-MM-DDTHH:MM"; NaN is written as null. */
  | { readonly kind: 'moment'; readonly values: Float64Array }
  /** 0 = false, 1 = true, 2 = null. */
  | { readonly kind: 'boolean'; readonly values: Uint8Array }
  /** labels[values[i]]; a label of null is written as null. */
  | { readonly kind: 'label'; readonly values: Uint8Array; readonly labels: readonly (string | null)[] }
  /** Strings; empty is written as null unless `emptyAsText`. */
  | { readonly kind: 'text'; readonly values: TextColumn; readonly emptyAsText?: boolean }
  | { readonly kind: 'coded'; readonly values: CodedColumn }
  /** Strings of another table by index, e.g. a task id; -1 is written as null. */
  | {
      readonly kind: 'reference'
      readonly values: Int32Array | Uint32Array
      readonly into: TextColumn
      /** An empty string is written as null, as in a column of names. */
      readonly nullWhenEmpty?: boolean
    }
  /** A list of references per row: those of row i are entries start[i] .. start[i + 1]. */
  | {
      readonly kind: 'references'
      readonly start: Uint32Array
      readonly values: Int32Array | Uint32Array
      readonly into: TextColumn
      readonly nullWhenEmpty?: boolean
    }

/** An array of objects, one per row, written in the order of its columns. */
export class Table {
  readonly rowCount: number
  /** Names of the columns, and the columns: an object with a member for each costs more to make and to read than all rows of a short table. */
  readonly names: readonly string[]
  readonly ordered: readonly TableColumn[]
  /** Indices of the rows to write, in order; absent: all rows 0 .. rowCount - 1. */
  readonly rows: Uint32Array | undefined
  /** As a member of `data` it is written as columns: options.table. */
  readonly isByColumn: boolean
  constructor(
    rowCount: number,
    columns: Readonly<Record<string, TableColumn>>,
    rows?: Uint32Array,
    isByColumn: boolean = false,
    names: readonly string[] = Object.keys(columns),
    ordered: readonly TableColumn[] = Object.values(columns),
  ) {
    this.rowCount = rows === undefined ? rowCount : rows.length
    this.names = names
    this.ordered = ordered
    this.rows = rows
    this.isByColumn = isByColumn
  }

  /** A table of columns that stand beside their names. */
  static ofNames(rowCount: number, names: readonly string[], ordered: readonly TableColumn[]): Table {
    return new Table(rowCount, NO_COLUMNS, undefined, false, names, ordered)
  }

  /** The columns by name. */
  get columns(): Readonly<Record<string, TableColumn>> {
    return Object.fromEntries(this.names.map((name, c) => [name, this.ordered[c]]))
  }

  /** A table with these rows in this form, but other columns. */
  withColumns(names: readonly string[], ordered: readonly TableColumn[]): Table {
    return new Table(this.rowCount, NO_COLUMNS, this.rows, this.isByColumn, names, ordered)
  }

  byColumn(): Table {
    return new Table(this.rowCount, NO_COLUMNS, this.rows, true, this.names, this.ordered)
  }
}

const NO_COLUMNS: Readonly<Record<string, TableColumn>> = {}

/** The columns of a table as an object of arrays, without those that are null in every row. */
export class TableColumns {
  readonly table: Table
  constructor(table: Table) {
    this.table = table
  }
}

/** An array of strings of a text column by index, e.g. the ids of the critical path. */
/** The worst of the tasks that a finding names. */
export interface Worst {
  readonly first: readonly number[]
  /** worst: the worst first, of equal ones by id. id: one is as bad as another. named: as the sentence of the finding has them. */
  readonly order: 'worst' | 'id' | 'named'
  /** Others that are as bad as the first one; 0 where that is not known. */
  readonly tied: number
  /** All tasks concerned, also those that the finding has no room for; Infinity where only the reader saw them. */
  readonly total: number
}

export class References {
  readonly values: Uint32Array | Int32Array
  readonly into: TextColumn
  /** An empty string is written as null. */
  readonly nullWhenEmpty: boolean
  /** The worst of them, where it is known how bad each is; nothing of it is written. */
  worst?: () => Worst
  constructor(values: Uint32Array | Int32Array, into: TextColumn, nullWhenEmpty = false) {
    this.values = values
    this.into = into
    this.nullWhenEmpty = nullWhenEmpty
  }
}

/** The tasks of a schedule as a request has them. */
export class TaskRows {
  readonly columns: ScheduleColumns
  constructor(columns: ScheduleColumns) {
    this.columns = columns
  }
}

/** undefined members are left out; NaN and infinities are never written (a writer throws: the analyser is wrong). */
export type ResultValue =
  | null
  | boolean
  | number
  | string
  | Table
  | TableColumns
  | References
  | TaskRows
  | readonly ResultValue[]
  | { readonly [key: string]: ResultValue | undefined }

export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  readonly description: string
  readonly task_ids: readonly string[] | References
  /** Names of those tasks, put beside the ids by compute/engine/task-names.ts. */
  readonly task_names?: readonly (string | null)[] | References | undefined
  readonly count: number
  /** Facts behind the finding, for findings that have more to show than ids. */
  readonly evidence?: ResultValue
}

export interface Recommendation {
  /** 1 = first. */
  readonly priority: number
  readonly title: string
  readonly description: string
  /** Codes of the findings or checks it answers. */
  readonly codes: readonly string[]
  /** Points of score it would bring back; null where the analysis has no score. */
  readonly effect: number | null
}

export interface AnalysisResult {
  readonly score?: number | null
  readonly grade?: string | null
  readonly summary?: string
  readonly breakdown?: Readonly<
    Record<string, { readonly score: number | null; readonly weight: number; readonly label: string }>
  >
  readonly findings: readonly Finding[]
  readonly recommendations: readonly Recommendation[]
  /** A check was skipped for missing data: the envelope says at least warning. */
  readonly skipped?: boolean
  readonly data: { readonly [key: string]: ResultValue | undefined }
  /** Columns of ids that the analyser made of those of the schedules, each with its column of names (compute/engine/task-names.ts). */
  readonly namesOfIds?: ReadonlyMap<TextColumn, () => TextColumn>
  /** Values that stand as a request can send them: no names are put beside their ids. */
  readonly asSent?: ReadonlySet<ResultValue>
}

export interface AnalysisContext {
  /** UTC day number of the request, for the rows whose default is today. */
  readonly today: number
  /** Commit of the service, for reports that name it; absent where the process was not told. */
  readonly commit?: string
  /**
   * Called behind all that the analysis refuses, and between passes of long work: throws when nobody wants the result any more. mayRefuse: what
   * follows may refuse the request yet, as it depends on what these passes find.
   */
  readonly checkpoint?: (mayRefuse?: boolean) => void
  /** Nothing is asked but what the analysis refuses: passes that cannot refuse are left to the job. */
  readonly isSubmission?: boolean
  /** Called once, before a loop of long work: how far it has come is read at checkpoints, where somebody wants to know. */
  readonly progress?: ((read: () => WorkProgress) => void) | undefined
  /** Whether the time of the call is nearly over: asked at checkpoints by a search, which then answers with the best that it has. Absent: it may go on. */
  readonly isTimeUp?: (() => boolean) | undefined
}

/** Pure: no I/O, no clock. Returns a refusal for what only the analysis can see (a cycle). */
export type Analyser = (input: AnalysisInput, context: AnalysisContext) => AnalysisResult | Refusal

export const isRefusal = (value: AnalysisResult | Refusal): value is Refusal => 'code' in value && 'details' in value
