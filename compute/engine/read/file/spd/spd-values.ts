/** Values of the records of a dataset. Some writers have numbers as texts. */

export type JsonRecord = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** NaN: it is none. */
export function numberOf(value: unknown): number {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
        ? Number(value)
        : Number.NaN
  return Math.abs(number) < 1e9 ? number : Number.NaN
}
