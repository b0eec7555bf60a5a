/** Values of MSPDI as texts and numbers. */
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'

const COST_SCALE = 100
export const TENTHS = 10

/** PT16H30M0S of minutes. */
export function duration(minutes: number): string {
  const seconds = Math.round(60 * minutes)
  const whole = Math.abs(seconds)
  return `${seconds < 0 ? '-' : ''}PT${Math.floor(whole / 3_600)}H${Math.floor(whole / 60) % 60}M${whole % 60}S`
}

export const momentText = (moment: number): string | undefined =>
  Number.isNaN(moment) ? undefined : `${formatMoment(moment)}:00`

export const tenths = (minutes: number): number | undefined =>
  Number.isNaN(minutes) ? undefined : Math.round(TENTHS * minutes)
export const cost = (value: number): number | undefined =>
  Number.isNaN(value) ? undefined : Math.round(COST_SCALE * COST_SCALE * value) / COST_SCALE

// Text of elements: what XML has entities for, and no character that it cannot have.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no control characters but tab and the ends of lines
const SPECIAL = /[&<>\r]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const xmlText = (text: string): string => text.replace(SPECIAL, c => ENTITIES[c] ?? '\ufffd')

/** <name>text</name>, nothing where there is no value. */
export const element = (name: string, value: string | number | undefined): string =>
  value === undefined || value === '' ? '' : `<${name}>${typeof value === 'number' ? value : xmlText(value)}</${name}>`
