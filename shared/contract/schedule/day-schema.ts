/** Schemas of a date and of a value from a list. */
import Type, { type TUnsafe } from 'typebox'

type Words = { readonly description: string; readonly [key: string]: unknown }

/** A date string checked by parseDay (shared/contract/schedule/day.ts). */
export const Day = (words: Words): TUnsafe<string> =>
  Type.Unsafe({ type: 'string', 'x-format': 'day', examples: ['2026-03-09'], ...words })

/** One value of a list. */
export const OneOf = <const Value extends string>(values: readonly Value[], words: Words): TUnsafe<Value> =>
  Type.Unsafe({ type: 'string', enum: [...values], ...words })
