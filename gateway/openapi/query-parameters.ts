/** Query parameters that many calls share, as components: of calls that take project files, and of those whose answer may be CSV. */
import { fileQuery } from '../../shared/contract/endpoint/file-query.ts'
import { tableQuery } from '../../shared/contract/endpoint/table-query.ts'
import { type JsonObject, reference } from './schemas.ts'

type Query = Readonly<Record<string, object>>

const capital = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`
const fileName = (name: string): string => `File${capital(name)}`

export const fileParameters = (): JsonObject[] =>
  Object.keys(fileQuery).map(name => reference('parameters', fileName(name)))

export const tableParameters = (): JsonObject[] =>
  Object.keys(tableQuery).map(name => reference('parameters', capital(name)))

const components = (query: Query, nameOf: (name: string) => string): JsonObject =>
  Object.fromEntries(
    Object.entries(query).map(([name, schema]) => {
      const { description, ...type } = schema as unknown as JsonObject
      return [nameOf(name), { name, in: 'query', required: false, description, schema: type } as JsonObject]
    }),
  )

export const queryParameterComponents = (): JsonObject => ({
  ...components(fileQuery, fileName),
  ...components(tableQuery, capital),
})
