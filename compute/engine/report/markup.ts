/** Texts as HTML and SVG. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/**
 * Beside what no document may hold, marks that end a line or an isolate or turn the direction of writing: a browser and Word keep a name apart by such marks of
 * their own, which one of the name would end, and what follows it, a figure, would be shown turned round.
 */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** Stands for a character that is not shown. */
const UNWRITABLE = '\ufffd'

export const escaped = (text: string): string => text.replace(SPECIAL, found => ESCAPES[found] ?? UNWRITABLE)

/** Characters of a text in a report; the spreadsheet has all of it. */
const TEXT_CHARACTERS_MAX = 300

/** The beginning of a text that is too long, never half a character. */
export function shortened(text: string, max: number = TEXT_CHARACTERS_MAX): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 2)
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 2 : max - 1)}\u2026`
}

/** A text of the schedule: cut, and kept from turning round what stands beside it. */
export const isolated = (text: string, max?: number): string => `<bdi>${escaped(shortened(text, max))}</bdi>`
