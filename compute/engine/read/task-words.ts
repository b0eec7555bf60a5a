/** The words that the fields of a task take, and what their faults say. Entry f belongs to field f. */
import type { ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay } from '../../../shared/contract/schedule/day.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { WordTable } from './word-table.ts'

/** The values of an enum with their other spellings. */
export const FIELD_WORDS = TASK_FIELDS.map(field => new WordTable(field.values ?? [], field.aliases))

/** What a value must be. */
export const WORDS = TASK_FIELDS.map(({ kind, values }) => {
  switch (kind) {
    case 'number':
      return 'must be a number'
    case 'day':
      return `must be a date YYYY-MM-DD between ${formatDay(DAY_MIN)} and ${formatDay(DAY_MAX)}`
    case 'enum':
      return `must be one of ${values!.join(', ')}`
    case 'boolean':
      return 'must be true or false'
    case 'resources':
      return 'must be an array of strings'
    case 'assignments':
      return 'must be an array of objects'
    case 'codes':
    case 'object':
      return 'must be an object'
    default:
      return 'must be a string'
  }
})
/** The fault of an open row when a value is of another type. */
export const WRONG_TYPE = TASK_FIELDS.map(
  ({ kind }): ReadFaultKind => (kind === 'number' ? 'bad_number' : kind === 'day' ? 'bad_date' : 'wrong_type'),
)
