/** What stands in one cell of a list, and of members that no schema names: 'A; B', 'points: 3; codes: A, B'. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inner = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inner).join(', ')
  if (isObject(value)) return `(${pairs(value)})`
  return value === null || value === undefined ? '' : String(value)
}

const pairs = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([name, member]) => `${name}: ${inner(member)}`)
    .join('; ')

export const cellWords = (value: object): string =>
  Array.isArray(value) ? value.map(inner).join('; ') : pairs(value as Readonly<Record<string, unknown>>)
