const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A value as text of an HTML document, or of an attribute in double quotes. */
export const htmlText = (value: string): string => value.replace(/[&<>"]/g, character => ESCAPES[character]!)
