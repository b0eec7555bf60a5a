/** Forms that a schedule is converted to: ?to= and the media types of Accept that ask for the same. */
import { MEDIA_TYPES } from '../negotiate.ts'

export const CONVERT_PATH = '/api/v1/schedules/convert'

export const CONVERT_TARGETS = ['json'] as const
export type ConvertTarget = (typeof CONVERT_TARGETS)[number]

export const CONVERTED_TYPES = {
  json: MEDIA_TYPES[0],
} as const satisfies Record<ConvertTarget, string>
