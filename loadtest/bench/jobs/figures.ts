/** Small statistics of a bench. */
export const median = (numbers: readonly number[]): number => at(numbers, 0.5)

/** The number that a share of them does not exceed; NaN of none. */
export function at(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Three digits that count. */
export const short = (value: number): string =>
  !Number.isFinite(value) ? '-' : Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
