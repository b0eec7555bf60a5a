/** Lists of names beside lists of ids (compute/engine/task-names.ts): of equal length, and cut together. */
import { nameListKeyOf } from '../../shared/contract/task-names.ts'

const SUFFIX = nameListKeyOf('')

/** Whether a member of `members` has the names of another. */
export function isNameList(key: string, members: Readonly<Record<string, unknown>>): boolean {
  if (!key.endsWith(SUFFIX)) return false
  const stem = key.slice(0, -SUFFIX.length)
  return [stem, `${stem}_ids`].some(ids => nameListKeyOf(ids) === key && members[ids] !== undefined)
}
