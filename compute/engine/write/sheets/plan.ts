/**
 * The sheets of an analysis, read from the schema of its reply: one for every list of objects, wherever it stands, one of the values outside of lists,
 * and one of the lists of texts and numbers. The plan is the same for every result, so programs that read a sheet find their columns.
 */
import type { TSchema } from 'typebox'
import { Envelope } from '../../../../shared/contract/endpoint/data/envelope-data.ts'
import { asSchema, columnsOf, isDay, isRecord, isTable, type Schema, type SheetColumn } from './columns.ts'

export interface TableSheet {
  /** Member names with points between them, as in the API but for data and metadata: windows.attribution. */
  readonly name: string
  /** Member names from the reply to the list; of a table in a row, from the row. */
  readonly path: readonly string[]
  readonly columns: readonly SheetColumn[]
  /** Columns that name the row that it stands in: its number, and its first text. */
  readonly parentColumns: readonly SheetColumn[]
  /** Tables in its rows. */
  readonly inner: readonly TableSheet[]
}

export interface SheetPlan {
  readonly tables: readonly TableSheet[]
  /** Paths, joined with points, of the dates outside of lists. */
  readonly days: ReadonlySet<string>
}

/** One row for each value outside of lists. */
export const SUMMARY_SHEET = 'summary'
/** One row for each item of a list of texts or numbers. */
export const LISTS_SHEET = 'lists'

interface Draft {
  readonly path: readonly string[]
  /** From the reply. */
  readonly whole: readonly string[]
  readonly schema: Schema
  readonly parent: Draft | undefined
  readonly inner: Draft[]
}

/** Tables among the members of an object, at any depth but not in rows. */
function draftsIn(schema: Schema, path: readonly string[], parent: Draft | undefined): Draft[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): Draft[] => {
    const way = [...path, name]
    if (isTable(member)) {
      const whole = [...(parent?.whole ?? []), ...way]
      const draft: Draft = { path: way, whole, schema: member.items!, parent, inner: [] }
      draft.inner.push(...draftsIn(member.items!, [], draft))
      return [draft]
    }
    return isRecord(member) ? draftsIn(member, way, parent) : []
  })
}

const ENVELOPE_PARTS: readonly string[] = ['data', 'metadata']

/** data.windows.attribution -> windows.attribution, metadata.import -> import: members of the reply are not said again. */
const nameOf = ({ whole }: Draft): string => (ENVELOPE_PARTS.includes(whole[0]) ? whole.slice(1) : whole).join('.')

const PARENT_ROW = 'parent_row'

function parentColumnsOf(parent: Draft | undefined): SheetColumn[] {
  if (parent === undefined) return []
  const label = columnsOf(parent.schema).find(
    ({ kind, path }) => (kind === 'text' || kind === 'day') && path.length === 1,
  )
  const number: SheetColumn = { name: PARENT_ROW, kind: 'number', path: [] }
  return label === undefined ? [number] : [number, { ...label, name: `parent_${label.name}` }]
}

function sheetOf(draft: Draft): TableSheet {
  return {
    name: nameOf(draft),
    path: draft.path,
    columns: columnsOf(draft.schema),
    parentColumns: parentColumnsOf(draft.parent),
    inner: draft.inner.map(sheetOf),
  }
}

function* daysIn({ properties = {} }: Schema, path: readonly string[]): Generator<string> {
  for (const [name, schema] of Object.entries(properties)) {
    const way = [...path, name]
    if (isDay(schema)) yield way.join('.')
    else yield* daysIn(schema, way)
  }
}

/** data: schema of `data`. */
export function planOf(data: TSchema): SheetPlan {
  const reply = asSchema(Envelope(data))
  return { tables: draftsIn(reply, [], undefined).map(sheetOf), days: new Set(daysIn(reply, [])) }
}

/** Every table with those in its rows, in order. */
export const everyTable = (tables: readonly TableSheet[]): TableSheet[] =>
  tables.flatMap(table => [table, ...everyTable(table.inner)])
