/** Columns of a table of a result, read from the schema of its items: each has a name, a kind and the way to its value. */
import type { TSchema } from 'typebox'

/** day: a date or a moment; other: a list, or members that no schema names, put into words (sheet-visitor.ts). */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'day' | 'other'

export interface SheetColumn {
  /** Member names with points between them, as in the API. */
  readonly name: string
  readonly kind: ColumnKind
  /** Member names from the row to the value. */
  readonly path: readonly string[]
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly 'x-format'?: string
}

export const asSchema = (schema: TSchema): Schema => schema as Schema

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type

export const isList = (schema: Schema): boolean => typesOf(schema).includes('array')
/** An object whose members are known. */
export const isRecord = (schema: Schema): boolean => schema.properties !== undefined
/** A list of objects whose members are known: a table. */
export const isTable = (schema: Schema): boolean =>
  isList(schema) && schema.items !== undefined && isRecord(schema.items)

export const isDay = (schema: Schema): boolean => schema['x-format'] === 'day'

function kindOf(schema: Schema): ColumnKind {
  if (isDay(schema)) return 'day'
  const [type, ...more] = typesOf(schema).filter(name => name !== 'null')
  if (more.length > 0) return 'other'
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'boolean' : 'other'
}

/** Columns of an item, those of objects in it among them; tables in it are left to sheets of their own. */
export function columnsOf({ properties = {} }: Schema, path: readonly string[] = []): SheetColumn[] {
  return Object.entries(properties).flatMap(([name, schema]): SheetColumn[] => {
    const way = [...path, name]
    if (isTable(schema)) return []
    if (isRecord(schema)) return columnsOf(schema, way)
    return [{ name: way.join('.'), kind: kindOf(schema), path: way }]
  })
}

/** The value of a column in a row; undefined: the row has no such member. */
export function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
