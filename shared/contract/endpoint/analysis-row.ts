/** Maker of analysis rows: what follows from the family and the name is written here once, and known to the compiler letter by letter. */
import Type, { type TSchema } from 'typebox'
import type { ColumnName } from '../schedule/column-rows.ts'
import { admits, type TierName } from '../tiers.ts'
import { withTaskNames } from './data/named.ts'
import type { SandboxSchedules } from './examples/sandbox-schedules.ts'
import type { InputKind, RowBase } from './row.ts'
import { withColumnForms } from './table-form.ts'
import { AnalysisQuery } from './table-query.ts'
import type { ToolDescription } from './tool-fields.ts'

type Family = 'health' | 'analysis' | 'forensics'

/** What only the analysis itself can say. */
interface Declared {
  /** Whole body; the arrays made by taskList() are read into columns, the rest is validated as it stands. */
  readonly request: TSchema
  /** `data` of the envelope. */
  readonly data: TSchema
  /** List of `data` that a reply as CSV holds where the query names none. */
  readonly mainTable: string
  /** Lists of `data` with a row per task, which options.table gives as columns. */
  readonly taskTables?: readonly string[]
  readonly summary: string
  readonly description: string
  readonly input: InputKind
  /** Columns its analyser reads; a job's frame has no others. Absent: all. */
  readonly columns?: readonly ColumnName[]
  /** Name of its types in the OpenAPI document where that does not follow from the name of the row. */
  readonly typeName?: string
  /** Query of both variants where it has more than files and tables. */
  readonly query?: TSchema
  /** A request body that is ready to be sent. */
  readonly example: object
  /** The body made of the sample project of the sandbox. */
  readonly sandboxRequest: (schedules: SandboxSchedules) => object
  readonly toolDescription: ToolDescription
  readonly comparesBaseline?: NonNullable<RowBase['comparesBaseline']>
  readonly searches?: true
  readonly pending?: true
  /** It is none of the fourteen of the specification. */
  readonly isFurther?: true
}

type WithUnderscores<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${WithUnderscores<Tail>}`
  : Name

/** One of the analyses; served by the worker pool at `path`, and as a job at `path`/async. */
export interface MadeRow<Of extends Family, Name extends string> extends RowBase, Omit<Declared, 'query'> {
  readonly kind: 'analysis'
  readonly family: Of
  /** Last part of id and path. */
  readonly name: Name
  readonly id: `${Of}.${Name}`
  readonly method: 'POST'
  readonly path: `/api/v1/${Of}/${Name}`
  readonly description: string
  /** Lowest tier admitted to the async variant. */
  readonly asyncTier: TierName
  /** Setting that bounds the tasks of a synchronous call. */
  readonly syncLimit: 'syncTaskCountMax' | 'cpmSyncTaskCountMax'
  /** Query of both variants. */
  readonly query: TSchema
  /** Name of the agent tool: family and name with underscores. */
  readonly tool: `${Of}_${WithUnderscores<Name>}`
}

type AnyRow = MadeRow<Family, string>
/** A row that is served as a job, too. */
interface JobRow {
  readonly path: string
  readonly asyncTier: TierName
}

interface AnalysisOptions extends Declared {
  readonly tier?: TierName
  readonly syncLimit?: AnyRow['syncLimit']
}

export function analysis<const Of extends Family, const Name extends string>(
  family: Of,
  name: Name,
  options: AnalysisOptions,
): MadeRow<Of, Name> {
  let data: TSchema | undefined
  return {
    tier: 'demo',
    asyncTier: 'starter',
    syncLimit: 'syncTaskCountMax',
    ...options,
    kind: 'analysis',
    family,
    name,
    id: `${family}.${name}`,
    method: 'POST',
    path: `/api/v1/${family}/${name}`,
    query: options.query ?? AnalysisQuery,
    tool: `${family}_${name.replaceAll('-', '_') as WithUnderscores<Name>}`,
    // a command line that runs one analysis needs the replies of none
    get data() {
      data ??= replyData(options)
      return data
    },
  }
}

/** Schema of `data` in a reply: a row that takes options.fields may leave out any member of it. */
function replyData({ request, data, taskTables = [] }: Declared): TSchema {
  const named = withColumnForms(withTaskNames(data), taskTables)
  return takesFieldset(request) ? Type.Unsafe({ ...named, required: [] }) : named
}

type Schema = { readonly properties?: Readonly<Record<string, Schema>> }

const takesFieldset = (request: TSchema): boolean =>
  (request as Schema).properties?.options?.properties?.fields !== undefined

/** Path of the async variant. */
export const asyncPath = (row: Pick<JobRow, 'path'>): string => `${row.path}/async`

/** What a caller can do with a schedule that is too large for a synchronous call. */
export const syncHint = (row: JobRow, tier: TierName): string =>
  admits(row.asyncTier, tier)
    ? `Send larger schedules to ${asyncPath(row)}.`
    : 'Upgrade to the tier starter or higher and use the async path.'
