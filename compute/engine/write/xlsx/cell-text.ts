/** Texts as XML of a workbook. */

/** Most characters (UTF-16 units) of a cell in Excel. */
export const CELL_CHARACTERS_MAX = 32_767

/**
 * Markup, what XML cannot hold or would change (control characters, CR), and texts that look like the escape of the format itself, _x000D_,
 * by which such characters are written (ECMA-376, ST_Xstring).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g')

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeOf = (character: string): string =>
  NAMED[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

export const xmlText = (text: string): string => (SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, escapeOf) : text)

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** The text, or as much of it as a cell takes, never half a character. */
export function cutToCell(text: string): string {
  if (text.length <= CELL_CHARACTERS_MAX) return text
  const end = isHighSurrogate(text.charCodeAt(CELL_CHARACTERS_MAX - 1)) ? CELL_CHARACTERS_MAX - 1 : CELL_CHARACTERS_MAX
  return text.slice(0, end)
}
