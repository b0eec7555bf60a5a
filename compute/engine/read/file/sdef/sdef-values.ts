/** Values of the Standard Data Exchange Format. */
import { SDEF_MONTHS } from '../../../../../shared/contract/deliverables/sdef-fields.ts'
import { dayOfCivil, daysInMonth } from '../../../../../shared/contract/schedule/day.ts'

const DATE = /^(\d{2})([A-Z]{3})(\d{2})$/

/** DDMMMYY as a day number; two digits are 20yy. */
export function parseSdefDate(text: string): number | undefined {
  const [, dayOfMonth, word, year] = DATE.exec(text) ?? []
  const month = (SDEF_MONTHS as readonly string[]).indexOf(word ?? '') + 1
  if (month === 0) return undefined
  const [y, d] = [2000 + Number(year), Number(dayOfMonth)]
  return d >= 1 && d <= daysInMonth(y, month) ? dayOfCivil(y, month, d) : undefined
}
