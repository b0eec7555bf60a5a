/** Forms to which a schedule can be converted: values of ?to=, and the equivalent media types of Accept. */
import { chooseType, MEDIA_TYPES } from '../negotiate.ts'
import { FILE_MEDIA_TYPES, WRITTEN_FORMATS, type WrittenFormat } from '../schedule/file-formats.ts'

export const CONVERT_PATH = '/api/v1/schedules/convert'

export type FileTarget = WrittenFormat['name']
/** JSON may be msgpack, as of every answer. */
export type ConvertTarget = 'json' | FileTarget

export const FILE_TARGETS: readonly FileTarget[] = WRITTEN_FORMATS.map(({ name }) => name)
export const CONVERT_TARGETS: readonly ConvertTarget[] = ['json', ...FILE_TARGETS]

/** In a reply that is a project file: the codes of its warnings, each with its count, as a list of structured fields (RFC 9651). */
export const WARNINGS_HEADER = 'Conversion-Warnings'

/** undefined: JSON or msgpack. What the query says counts before Accept. */
export function fileTarget(to: ConvertTarget | undefined, accept: string): FileTarget | undefined {
  if (to !== undefined) return to === 'json' ? undefined : to
  const chosen = chooseType(accept, [...MEDIA_TYPES, ...FILE_TARGETS.map(target => FILE_MEDIA_TYPES[target])])
  return FILE_TARGETS.find(target => FILE_MEDIA_TYPES[target] === chosen)
}
