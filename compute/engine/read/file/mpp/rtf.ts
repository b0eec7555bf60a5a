/**
 * The plain text of notes, which Microsoft Project keeps as RTF: words and line ends, without fonts, colours and pictures. Bytes beyond ASCII are in the
 * code page of the font that they are set in, else in that of the whole text.
 */
import { TextDecoder } from 'node:util'

/** Groups that hold no text. The table of fonts is one of them, but it says the character set of each. */
const FONTS = '\\fonttbl'
const SILENT = /^\\(?:\*|fonttbl|colortbl|stylesheet|info|pict|object|header|footer|generator)/
/** A word with its number, a byte, or a sign. */
const CONTROL = /\\(?:([a-z]{1,32})(-?\d{1,9})? ?|'([0-9a-f]{2})|([^a-z']))/iy
/** What words stand for. */
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  row: '\n',
  cell: '\t',
  endash: '–',
  emdash: '—',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}
const DEPTH_MAX = 64

/** Code pages that are not named windows-<number>. */
const PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}
const PAGE_DEFAULT = 1252
/** Code page of a character set of fonts; those that are missing have that of the text. */
const PAGE_OF_CHARSET: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const decoders = new Map<number, TextDecoder>()
/** A page that is not known is that of Western Europe. */
function decoderOf(page: number): TextDecoder {
  let decoder = decoders.get(page)
  if (decoder === undefined) {
    const isKnown = page in PAGES || page === 874 || (page >= 1250 && page <= 1258)
    decoder = new TextDecoder(isKnown ? (PAGES[page] ?? `windows-${page}`) : `windows-${PAGE_DEFAULT}`)
    if (isKnown) decoders.set(page, decoder)
  }
  return decoder
}

/** At most `most` characters; a file that is no RTF is its text. `source`: a character a byte. */
export function textOfRtf(source: string, most: number): string {
  if (!source.startsWith('{\\rtf')) return source.slice(0, most)
  let text = ''
  /** Bytes that are not decoded yet: a sign of Chinese, Japanese or Korean has two. */
  let bytes: number[] = []
  let page = PAGE_DEFAULT
  /** Fonts of the groups that are open; the last is in use. */
  const fonts: number[] = [0]
  const pageOfFont = new Map<number, number>()
  /** Font whose character set is told next; -1 = the table of fonts is not open. */
  let toldFont = -1
  /** Depth of the group that is passed over; 0 = none. */
  let silent = 0
  let depth = 0
  /** Characters behind a \u that stand for it where it is not known. */
  let instead = 1
  let skipped = 0
  const flush = (): void => {
    if (bytes.length > 0) text += decoderOf(pageOfFont.get(fonts.at(-1)!) ?? page).decode(Uint8Array.from(bytes))
    bytes = []
  }
  const give = (byte: number): void => {
    if (skipped > 0) skipped--
    else bytes.push(byte)
  }
  for (let at = 0; at < source.length && text.length + bytes.length < 2 * most; at++) {
    const sign = source[at]
    if (sign === '{') {
      if (++depth > DEPTH_MAX) break
      flush()
      fonts.push(fonts.at(-1)!)
      if (silent === 0 && depth > 1 && SILENT.test(source.slice(at + 1, at + 16))) {
        silent = depth
        if (source.startsWith(FONTS, at + 1)) toldFont = 0
      }
    } else if (sign === '}') {
      flush()
      if (fonts.length > 1) fonts.pop()
      if (silent === depth) {
        silent = 0
        toldFont = -1
      }
      depth--
    } else if (sign === '\\') {
      CONTROL.lastIndex = at
      const [all, word, number, byte, escaped] = CONTROL.exec(source) ?? ['\\']
      at += all.length - 1
      if (silent !== 0) {
        if (toldFont < 0 || number === undefined) continue
        if (word === 'f') toldFont = Number(number)
        const told = word === 'fcharset' ? PAGE_OF_CHARSET[Number(number)] : undefined
        if (told !== undefined) pageOfFont.set(toldFont, told)
        continue
      }
      if (byte !== undefined) {
        give(Number.parseInt(byte, 16))
        continue
      }
      if (escaped !== undefined && '\\{}'.includes(escaped)) {
        give(escaped.charCodeAt(0))
        continue
      }
      flush()
      if (word === 'ansicpg') page = Number(number)
      else if (word === 'f') fonts[fonts.length - 1] = Number(number)
      else if (word === 'plain') fonts[fonts.length - 1] = fonts[0]
      else if (word === 'deff') fonts.fill(Number(number))
      else if (word === 'uc') instead = Number(number ?? 1)
      else if (word === 'u' && number !== undefined) {
        text += String.fromCharCode(Number(number) & 0xffff)
        skipped = instead
      } else if (word !== undefined) text += SIGNS[word] ?? ''
      else if (escaped === '~') text += ' '
    } else if (silent === 0 && sign !== '\r' && sign !== '\n' && sign !== '\0') give(sign.charCodeAt(0))
  }
  flush()
  return text.trim().slice(0, most)
}
