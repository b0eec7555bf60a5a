/** Names that planners gave custom fields of tasks, by the number of the field. */
import { CODE_NAME_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import { i32, utf16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'

const [NAMES_OLD, NAMES] = [1_048_577, 71_303_169]
const OF_TASKS = 0x0b40

export function customNames(file: MppFile): ReadonlyMap<number, string> {
  return file.isOld ? oldNames(file.props.bytes(NAMES_OLD)) : names(file.tableProps('TBkndTask').bytes(NAMES))
}

/** Two sizes, a count, then the number of each field and where its name lies. */
function names(bytes: Uint8Array): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  if (bytes.length < 12) return found
  const count = i32(bytes, 8)
  for (let n = 0, at = 12; n < count && at + 8 <= bytes.length; n++, at += 8) {
    const field = i32(bytes, at)
    if (field >>> 16 === OF_TASKS) keep(found, field & 0xffff, bytes, i32(bytes, at + 4) + 4)
  }
  return found
}

/** [Place of the first name in the list, number of its field, how many, how far apart the names and the numbers are]. */
type Run = readonly [place: number, field: number, count: number, step: number, fieldStep: number]
const OLD_RUNS: readonly Run[] = [
  // texts, starts and finishes, numbers, durations
  [118, 51, 5, 1, 3],
  [123, 66, 5, 1, 1],
  [128, 52, 5, 2, 3],
  [129, 53, 5, 2, 3],
  [138, 282, 5, 2, 2],
  [139, 283, 5, 2, 2],
  [149, 87, 5, 1, 1],
  [154, 302, 5, 1, 1],
  [159, 103, 3, 2, 1],
  [165, 275, 7, 2, 1],
  // dates, further texts and numbers, outline codes, flags, costs
  [184, 265, 10, 1, 1],
  [194, 317, 20, 1, 1],
  [214, 307, 10, 1, 1],
  [227, 416, 10, 1, 2],
  [237, 72, 10, 1, 1],
  [247, 292, 10, 1, 1],
  [278, 106, 3, 1, 1],
  [281, 258, 7, 1, 1],
]
const OLD_FIELDS = new Map(
  OLD_RUNS.flatMap(([place, field, count, step, fieldStep]) =>
    Array.from({ length: count }, (_, n) => [place + n * step, field + n * fieldStep] as const),
  ),
)

/** Until 2003: one name after the other, each with a zero behind it, empty where there is none. */
function oldNames(bytes: Uint8Array): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let place = 0
  for (let at = 0; at + 2 <= bytes.length; at += 2) {
    const field = OLD_FIELDS.get(place++)
    if (field !== undefined) keep(found, field, bytes, at)
    while (at + 2 <= bytes.length && (bytes[at] | bytes[at + 1]) !== 0) at += 2
  }
  return found
}

function keep(found: Map<number, string>, field: number, bytes: Uint8Array, at: number): void {
  const name = utf16(bytes, at, at + 2 * CODE_NAME_LENGTH_MAX).trim()
  if (name !== '') found.set(field, name)
}
