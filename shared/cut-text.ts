/** Offending values in messages: cut, so that a hostile value cannot make a large answer. */
import { FAULT_TEXT_MAX } from './schedule/columns.ts'

/** The first FAULT_TEXT_MAX characters. */
export function cut(text: string): string {
  if (text.length <= FAULT_TEXT_MAX) return text
  const last = text.charCodeAt(FAULT_TEXT_MAX - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? FAULT_TEXT_MAX - 1 : FAULT_TEXT_MAX)
}

/** Any value as it stands in a message: strings quoted, containers named. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
