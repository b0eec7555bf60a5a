/**
 * options.table: the tables with a row per task as lists of objects, or as columns. Columns stand in a member of their own, so that no
 * member has two types, and the list is empty beside it.
 */

import type { TSchema } from 'typebox'
import Type from 'typebox'
import { CLOSED } from './data/members.ts'
import { choice } from './request-fields.ts'

const TABLE_FORMS = ['rows', 'columns'] as const

export const tableForm = choice(
  TABLE_FORMS,
  'columns: tables with a row per task come column by column, under their name with _by_column behind it, without the columns that are null for every task; their lists are empty then.',
  'rows',
)

const BY_COLUMN = '_by_column'

/** tasks -> tasks_by_column. */
export const byColumnKey = (table: string): string => `${table}${BY_COLUMN}`

/** Name of the table whose columns a member has; undefined: it has none. */
export const tableOfKey = (key: string): string | undefined =>
  key.endsWith(BY_COLUMN) ? key.slice(0, -BY_COLUMN.length) : undefined

type Schema = TSchema & {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const columnsOf = (name: string, { items }: Schema): TSchema =>
  Type.Object(
    Object.fromEntries(
      Object.entries(items!.properties!).map(([key, member]) => [key, Type.Optional(Type.Array(member))]),
    ),
    {
      ...CLOSED,
      description: `Members of ${name} column by column, with options.table "columns": entry i of each is of row i. A column that is null in every row is left out.`,
    },
  )

/** The schema of `data` with a member for the columns of each of these tables. */
export function withColumnForms(data: TSchema, tables: readonly string[]): TSchema {
  const { properties = {} } = data as Schema
  const members = Object.entries(properties).flatMap(([name, member]): [string, TSchema][] =>
    tables.includes(name)
      ? [
          [name, member],
          [byColumnKey(name), Type.Optional(columnsOf(name, member))],
        ]
      : [[name, member]],
  )
  return { ...data, properties: Object.fromEntries(members) } as TSchema
}
