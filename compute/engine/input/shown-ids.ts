/**
 * Ids as an answer shows them. Open rows accept ids of any length, and every check names its tasks, so one id of megabytes would come back a
 * dozen times. An id that the schema allows is not cut.
 */

import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { ID_LENGTH_MAX } from '../../../shared/contract/schedule/fields.ts'
import { zeros } from '../ids/short-arrays.ts'

const CHARACTER_BYTES_MAX = 4
const SHOWN_BYTES_MAX = CHARACTER_BYTES_MAX * ID_LENGTH_MAX

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

/** The column itself when no id of it is longer than is shown. */
export function shownIds(ids: TextColumn): TextColumn {
  const { bytes, offsets } = ids
  const count = offsets.length - 1
  const endOf = (i: number): number => {
    let end = Math.min(offsets[i + 1], offsets[i] + SHOWN_BYTES_MAX)
    while (end < offsets[i + 1] && isContinuation(bytes[end])) end--
    return end
  }
  const shown = zeros(Uint32Array, count + 1)
  for (let i = 0; i < count; i++) shown[i + 1] = shown[i] + endOf(i) - offsets[i]
  if (shown[count] === offsets[count] - offsets[0]) return ids
  const cut = zeros(Uint8Array, shown[count])
  for (let i = 0; i < count; i++) cut.set(bytes.subarray(offsets[i], endOf(i)), shown[i])
  return { bytes: cut, offsets: shown }
}
