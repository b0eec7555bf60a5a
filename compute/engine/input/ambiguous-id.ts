/**
 * Ids that look like a link with its type: "A FS", "A SS+2 d", or "AFS" beside a task "A". Such a string is read as the id, because a known id
 * wins; a caller who meant the link gets another one.
 */

import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { zeros } from '../ids/short-arrays.ts'

const TOKEN_BYTES = 2
const tokenCode = (first: number, second: number): number => ((first | 0x20) << 8) | (second | 0x20)
const TOKENS = new Set(RELATION_TYPES.map(type => tokenCode(type.charCodeAt(0), type.charCodeAt(1))))
/** Bytes of a lag after its sign: digits, point, blanks and the letters of d, day, days. */
const LAG_BYTES = new Set([...Buffer.from('0123456789. dayDAYsS')])
const SIGNS = new Set([...Buffer.from('+-')])
const SPACE = 32
/** A lag is short; a longer tail is not looked through, so that a long id costs no more than a short one. */
const LAG_BYTES_MAX = 24

const isWordByte = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte >= 0x80

/** Where the relation begins in an id that ends with one, a lag behind it or not; -1 = it does not, or is nothing else. */
function tokenStart({ bytes, offsets }: TextColumn, task: number): number {
  const start = offsets[task]
  let end = offsets[task + 1]
  if (end - start <= TOKEN_BYTES) return -1
  const isToken = (at: number): boolean => at > start && TOKENS.has(tokenCode(bytes[at], bytes[at + 1]))
  if (isToken(end - TOKEN_BYTES)) return end - TOKEN_BYTES
  const lowest = Math.max(start + TOKEN_BYTES, end - LAG_BYTES_MAX)
  while (end > lowest && LAG_BYTES.has(bytes[end - 1])) end--
  if (end <= lowest || end === offsets[task + 1] || !SIGNS.has(bytes[end - 1])) return -1
  end--
  while (end > lowest && bytes[end - 1] === SPACE) end--
  return isToken(end - TOKEN_BYTES) ? end - TOKEN_BYTES : -1
}

/** 1 = ambiguous. Length taskCount. */
export function ambiguousIds(ids: TextColumn, taskCount: number): Uint8Array {
  const { bytes, offsets } = ids
  const ambiguous = zeros(Uint8Array, taskCount)
  // without anything between, the rest must be an id for the string to mean two things
  const tasksByRest = new Map<string, number[]>()
  const restLengths = new Set<number>()
  for (let i = 0; i < taskCount; i++) {
    const at = tokenStart(ids, i)
    if (at < 0) continue
    if (!isWordByte(bytes[at - 1])) ambiguous[i] = 1
    else {
      const rest = Buffer.from(bytes.subarray(offsets[i], at)).toString()
      restLengths.add(at - offsets[i])
      const tasks = tasksByRest.get(rest)
      if (tasks === undefined) tasksByRest.set(rest, [i])
      else tasks.push(i)
    }
  }
  if (tasksByRest.size === 0) return ambiguous
  for (let i = 0; i < taskCount; i++) {
    if (!restLengths.has(offsets[i + 1] - offsets[i])) continue
    for (const task of tasksByRest.get(textAt(ids, i)) ?? []) ambiguous[task] = 1
  }
  return ambiguous
}
