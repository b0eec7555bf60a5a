/** Converts the text of an environment variable to the value of its row, or returns what is wrong with it. */
import type { SettingRow } from './setting-row.ts'

export function readValue(row: SettingRow, text: string): { value: number | string } | { mistake: string } {
  const wrong = (what: string) => ({ mistake: `${row.env}=${row.secret ? '***' : JSON.stringify(text)}: ${what}` })
  if (row.kind === 'choice')
    return row.choices?.includes(text) ? { value: text } : wrong(`must be one of ${row.choices?.join(', ')}`)
  if (row.kind === 'text') {
    if (text.trim() === '') return wrong('must not be blank')
    try {
      row.check?.(text)
    } catch (error) {
      return wrong((error as Error).message)
    }
    return { value: text }
  }
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return wrong('must be a number')
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return wrong('must be a whole number')
  if (row.minimum !== undefined && value < row.minimum) return wrong(`must be at least ${row.minimum}`)
  if (row.maximum !== undefined && value > row.maximum) return wrong(`must be at most ${row.maximum}`)
  return { value }
}
