/** Query parameters of every call that takes project files. */
import { fileQuery } from '../../shared/endpoint/file-query.ts'
import { type JsonObject, reference } from './schemas.ts'

const componentName = (name: string): string => `File${name[0]!.toUpperCase()}${name.slice(1)}`

export const fileParameters = (): JsonObject[] =>
  Object.keys(fileQuery).map(name => reference('parameters', componentName(name)))

export const fileParameterComponents = (): JsonObject =>
  Object.fromEntries(
    Object.entries(fileQuery).map(([name, schema]) => {
      const { description, ...type } = schema as unknown as JsonObject
      return [componentName(name), { name, in: 'query', required: false, description, schema: type } as JsonObject]
    }),
  )
