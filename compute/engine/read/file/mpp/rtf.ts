/** The plain text of notes, which Microsoft Project keeps as RTF: words and line ends, without fonts, colours and pictures. */

/** Groups that hold no text. */
const SILENT = /^\\(?:\*|fonttbl|colortbl|stylesheet|info|pict|object|header|footer|generator)/
/** A word with its number, a byte, or a sign. */
const CONTROL = /\\(?:([a-z]{1,32})(-?\d{1,9})? ?|'([0-9a-f]{2})|([^a-z']))/iy
const BREAKS: Readonly<Record<string, string>> = { par: '\n', line: '\n', tab: '\t', row: '\n', cell: '\t' }
const DEPTH_MAX = 64

/** At most `most` characters; a file that is no RTF is its text. `source`: a character a byte. */
export function textOfRtf(source: string, most: number): string {
  if (!source.startsWith('{\\rtf')) return source.slice(0, most)
  let text = ''
  /** Depth of the group that is passed over; 0 = none. */
  let silent = 0
  let depth = 0
  /** Characters behind a \u that stand for it where it is not known. */
  let instead = 1
  let skipped = 0
  for (let at = 0; at < source.length && text.length < most; at++) {
    const sign = source[at]
    if (sign === '{') {
      if (++depth > DEPTH_MAX) break
      if (silent === 0 && depth > 1 && SILENT.test(source.slice(at + 1, at + 16))) silent = depth
    } else if (sign === '}') {
      if (silent === depth) silent = 0
      depth--
    } else if (sign === '\\') {
      CONTROL.lastIndex = at
      const [all, word, number, byte, escaped] = CONTROL.exec(source) ?? ['\\']
      at += all.length - 1
      if (silent !== 0) continue
      if (word === 'uc') instead = Number(number ?? 1)
      else if (word === 'u' && number !== undefined) {
        text += String.fromCharCode(Number(number) & 0xffff)
        skipped = instead
      } else if (byte !== undefined) {
        if (skipped > 0) skipped--
        else text += WINDOWS.decode(Uint8Array.of(Number.parseInt(byte, 16)))
      } else if (word !== undefined) text += BREAKS[word] ?? ''
      else if (escaped === '~') text += ' '
      else if (escaped !== undefined && '\\{}'.includes(escaped)) text += escaped
    } else if (silent === 0 && sign !== '\r' && sign !== '\n' && sign !== '\0') {
      if (skipped > 0) skipped--
      else text += sign
    }
  }
  return text.trim()
}

const WINDOWS = new TextDecoder('windows-1252')
