/**
 * Activity codes and custom fields of tasks. Each value of a task is one entry of the column `codes`, the name and the value with a separator between, so that
 * the names and values of all tasks lie in one dictionary.
 */
import type { CodedSetColumn } from './columns.ts'
import { textAt } from './text.ts'

/** The unit separator of ASCII: no name has it. */
export const CODE_SEPARATOR = '\u001f'
/** Names of one schedule; those beyond are left out, and told. */
export const CODE_NAMES_MAX = 200
/** Characters of a name and of a value; longer ones are cut, and told. */
export const CODE_NAME_LENGTH_MAX = 100
export const CODE_VALUE_LENGTH_MAX = 200
/** Characters of all different values of one schedule. */
export const CODE_CHARACTERS_MAX = 16_000_000

export const codeEntry = (name: string, value: string): string => `${name}${CODE_SEPARATOR}${value}`

/** Name and value of an entry. */
function codeOf(entry: string): readonly [name: string, value: string] {
  const at = entry.indexOf(CODE_SEPARATOR)
  return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)]
}

/** Entry c: name and value of code c. */
export const codeEntries = ({ values }: CodedSetColumn): (readonly [name: string, value: string])[] =>
  Array.from({ length: Math.max(0, values.offsets.length - 1) }, (_, c) => codeOf(textAt(values, c)))

/** The names that a schedule has, in the order of their texts. */
export const codeNames = (codes: CodedSetColumn): string[] =>
  [...new Set(codeEntries(codes).map(([name]) => name))].sort()
