/** Text of a file for a terminal: control characters, which could move the cursor or set the title, are replaced by a sign. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const shownText = (text: string): string => text.replace(CONTROLS, '\ufffd')

/** A figure stays on one line with its sign. */
export const unbroken = (text: string): string => text.replaceAll(' %', '\u00a0%')
