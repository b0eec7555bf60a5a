/** Offsets of the generator to dates: working days, Monday to Friday, from a fixed first Monday (no clock). */
import { dayOfCivil, formatDay } from '../../shared/schedule/day.ts'

const FIRST_DAY = dayOfCivil(2025, 1, 6)

const texts: string[] = []

/** Date of a working day by its index. */
export function workdayText(index: number): string {
  return (texts[index] ??= formatDay(FIRST_DAY + Math.floor(index / 5) * 7 + (index % 5)))
}

export const startText = (offset: number): string => workdayText(Math.floor(offset))
/** Last day of work that ends at an exclusive offset. */
export const finishText = (offset: number): string => workdayText(Math.max(0, Math.ceil(offset) - 1))
