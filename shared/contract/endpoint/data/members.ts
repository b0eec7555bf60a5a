/** Functions that make the schemas of members of `data`. Each takes the description. */
import Type, { type TSchema } from 'typebox'
import { Day } from '../../schedule/containers.ts'

export const CLOSED = { additionalProperties: false }
const DAYS = 'days'

export const closed = (members: Record<string, TSchema>, description: string): TSchema =>
  Type.Object(members, { ...CLOSED, description })
export const objectOrNull = (schema: TSchema): TSchema => Type.Unsafe({ ...schema, type: ['object', 'null'] })

export const countOf = (description: string): TSchema => Type.Integer({ minimum: 0, description })
export const numberOrNull = (description: string, unit?: string): TSchema =>
  Type.Unsafe({ type: ['number', 'null'], description, ...(unit === undefined ? {} : { 'x-unit': unit }) })
export const days = (description: string): TSchema => Type.Number({ description, 'x-unit': DAYS })
export const daysOrNull = (description: string): TSchema => numberOrNull(description, DAYS)
export const dateOrNull = (description: string): TSchema => Day({ description, type: ['string', 'null'] })
/** A date; with calendars, a date and time. */
export const momentOrNull = (description: string): TSchema =>
  Day({
    description: `${description} With calendars, it has a time: "2026-03-09T17:00".`,
    type: ['string', 'null'],
  })
/** values: the possible texts, if they are known. */
export const textOrNull = (description: string, values?: readonly string[]): TSchema =>
  Type.Unsafe({ type: ['string', 'null'], description, ...(values === undefined ? {} : { enum: [...values, null] }) })
