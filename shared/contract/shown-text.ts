/**
 * Text that others wrote (names of files and tasks, labels of keys) for a terminal: control characters, which could move the cursor, begin a line or set the title,
 * and marks that turn the direction of writing are replaced by a sign.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const shownText = (text: string): string => text.replace(CONTROLS, '\ufffd')

/** Makes a text of several lines safe to show. */
export const shownLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROLS, sign => (sign === '\n' || sign === '\t' ? sign : '\ufffd'))

/** Makes JSON on one line safe to show, which stays what it was: control characters are written as \u009b there. */
export const shownJson = (json: string): string =>
  json.replace(CONTROLS, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
