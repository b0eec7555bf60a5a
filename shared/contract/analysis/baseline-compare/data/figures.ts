/** Figures with units, and why they may be absent. */
import type { TSchema } from 'typebox'
import { numberOrNull, textOrNull } from '../../../endpoint/data/members.ts'

export const cost = (description: string): TSchema => numberOrNull(description, 'cost')
export const percent = (description: string): TSchema => numberOrNull(description, 'percent')
export const message = textOrNull('Why figures of the block are null; null if all are present.')
