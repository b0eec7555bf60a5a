/** Text of elements: what XML has entities for, and no character that it cannot have. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no control characters but tab and the ends of lines
const SPECIAL = /[&<>\r]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const xmlText = (text: string): string => text.replace(SPECIAL, c => ENTITIES[c] ?? '\ufffd')

/** <name>text</name>, nothing where there is no value. */
export const element = (name: string, value: string | number | undefined): string =>
  value === undefined || value === '' ? '' : `<${name}>${typeof value === 'number' ? value : xmlText(value)}</${name}>`
