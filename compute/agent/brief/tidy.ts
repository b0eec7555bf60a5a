/** Plain values as short as they stay clear: no nulls, no empty lists, three decimals, names in one text with their ids. */
import { nameListKeyOf } from '../../../shared/contract/task-names.ts'
import type { Plain, PlainMap } from '../../engine/summary/plain.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import { isNameList } from '../name-lists.ts'

const DECIMALS = 3
const NAME_CHARACTERS_MAX = 48

/** "A1040: Pour slab" */
export function idAndName(id: string, name: string | null | undefined): string {
  if (name === null || name === undefined || name === '' || name === id) return id
  return `${id}: ${name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX - 1)}…` : name}`
}

const isEmpty = (value: Plain): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function tidyValue(value: Plain): Plain {
  if (typeof value === 'number') return roundHalfAway(value, DECIMALS)
  if (Array.isArray(value)) return value.map(tidyValue)
  return typeof value === 'object' && value !== null ? tidy(value) : value
}

export function tidy(members: PlainMap): PlainMap {
  const tidied: PlainMap = {}
  for (const [name, value] of Object.entries(members)) {
    if (isEmpty(value) || isNameList(name, members)) continue
    const names = members[nameListKeyOf(name)]
    const tidiedValue =
      Array.isArray(value) && Array.isArray(names)
        ? value.map((id, n) => (typeof id === 'string' ? idAndName(id, names[n] as string | null) : id))
        : tidyValue(value)
    if (!isEmpty(tidiedValue)) tidied[name] = tidiedValue
  }
  return tidied
}
