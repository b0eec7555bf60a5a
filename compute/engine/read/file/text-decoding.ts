/**
 * Encodings of project files, and their texts as UTF-8. A byte order mark decides; else the encoding that is declared; else UTF-8 where all of the file
 * is valid; else windows-1252, what P6 writes on most desks. Only UTF-16 is transcoded as a whole: in every other encoding that is known here no
 * tab, line end or quote is part of another character, so a file is cut into fields undecoded and only the texts that are wanted are decoded.
 */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { refuseFile } from './file-schedule.ts'

export const UTF8 = 'utf-8'
const FALLBACK = 'windows-1252'

/** Named in the refusal of an encoding that nobody knows. */
const ENCODINGS_NAMED = [
  UTF8,
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-1',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gbk',
  'gb18030',
  'big5',
]

const LABEL_LENGTH_MAX = 40

const encoder = new TextEncoder()

export interface DecodedFile {
  /** The body without its byte order mark, as UTF-8 where it was UTF-16. */
  readonly bytes: Uint8Array
  /** What its texts are in, as the file was sent: for the report. */
  readonly encoding: string
  /** Makes UTF-8 of a text of `bytes`. */
  readonly texts: TextDecoding
}

/** Name by which TextDecoder knows an encoding, undefined = it does not; "cp1252", "1252" and "latin1" are understood, too. */
export function encodingCalled(label: string): string | undefined {
  const name = label.trim().toLowerCase().slice(0, LABEL_LENGTH_MAX)
  const codePage = /^(?:cp|ms|windows)?[-_ ]?(125[0-8]|874|932|936|949|950|65001)$/.exec(name)?.[1]
  const known = { '932': 'shift_jis', '936': 'gbk', '949': 'euc-kr', '950': 'big5', '65001': UTF8 }
  const knownName = codePage === undefined ? name : (known[codePage as keyof typeof known] ?? `windows-${codePage}`)
  try {
    const { encoding } = new TextDecoder(knownName)
    // it switches between bytes of one and two by escapes, so that its text looks like ASCII
    return encoding === 'iso-2022-jp' ? undefined : encoding
  } catch {
    return undefined
  }
}

/** Encoding of a file. `stated` comes from the caller (?encoding=) or from the file (an XML declaration). */
export function decodeFile(
  body: Uint8Array,
  stated?: string,
  place: readonly string[] = ['query', 'encoding'],
): DecodedFile | Refusal {
  const mark = markOf(body)
  if (mark !== undefined) return decodedAs(mark.encoding, body.subarray(mark.bytes))
  if (stated !== undefined && stated !== '') {
    const encoding = encodingCalled(stated)
    if (encoding !== undefined) return decodedAs(encoding, body)
    const name = JSON.stringify(stated.slice(0, LABEL_LENGTH_MAX))
    return refuseFile(place, 'enum', `encoding must be one of ${ENCODINGS_NAMED.join(', ')}, not ${name}.`)
  }
  const wide = wideWithoutMark(body)
  if (wide !== undefined) return decodedAs(wide, body)
  return decodedAs(isUtf8(body) ? UTF8 : FALLBACK, body)
}

function markOf(body: Uint8Array): { encoding: string; bytes: number } | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return { encoding: UTF8, bytes: 3 }
  if (body[0] === 0xff && body[1] === 0xfe) return { encoding: 'utf-16le', bytes: 2 }
  if (body[0] === 0xfe && body[1] === 0xff) return { encoding: 'utf-16be', bytes: 2 }
  return undefined
}

/** UTF-16 without a mark: files of either kind begin with two ASCII characters. */
function wideWithoutMark(body: Uint8Array): string | undefined {
  const [a, b, c, d] = body
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : undefined
}

function decodedAs(encoding: string, body: Uint8Array): DecodedFile {
  if (!encoding.startsWith('utf-16')) return { bytes: body, encoding, texts: new TextDecoding(encoding) }
  return { bytes: transcoded(body, encoding), encoding, texts: new TextDecoding(UTF8) }
}

/** Characters that are transcoded at a time, so that no string of the whole body is made. */
const CHUNK_BYTES = 2 ** 20

/** All of a body as UTF-8. */
export function transcoded(body: Uint8Array, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  // two bytes of UTF-16 are at most three of UTF-8, one of a single-byte encoding, too
  let into = new Uint8Array(3 * Math.ceil(body.length / (encoding.startsWith('utf-16') ? 2 : 1)) + 3)
  let length = 0
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const stream = at + CHUNK_BYTES < body.length
    const text = decoder.decode(body.subarray(at, at + CHUNK_BYTES), { stream })
    length += encoder.encodeInto(text, into.subarray(length)).written
  }
  if (2 * length < into.length) into = into.slice(0, length)
  return into.subarray(0, length)
}

/** Texts of one file as UTF-8, one at a time: the last stands in bytes[start, end). */
export class TextDecoding {
  bytes: Uint8Array = new Uint8Array(0)
  start = 0
  end = 0
  readonly #isUtf8: boolean
  /** Entry c: what the byte c >= 0x80 stands for, where one byte is one character. */
  readonly #singles: readonly Uint8Array[] | undefined
  readonly #decoder: TextDecoder
  #decoded: Uint8Array<ArrayBuffer> = new Uint8Array(256)

  constructor(encoding: string) {
    this.#isUtf8 = encoding === UTF8
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
    if (!this.#isUtf8) this.#singles = singlesOf(encoding)
  }

  /** from[start, end) as it is where it is ASCII, else decoded; bytes that stand for nothing become U+FFFD. */
  set(from: Uint8Array, start: number, end: number): void {
    let at = start
    while (at < end && from[at] < 0x80) at++
    // the caller may have declared UTF-8 for a file that is not: what it cannot be must not reach a column
    if (at === end || (this.#isUtf8 && isUtf8(from.subarray(start, end)))) {
      this.bytes = from
      this.start = start
      this.end = end
      return
    }
    this.start = 0
    this.end = this.#decode(from, start, end)
    this.bytes = this.#decoded
  }

  /** As a string. */
  textOf(from: Uint8Array, start: number, end: number): string {
    return this.#decoder.decode(from.subarray(start, end))
  }

  #decode(from: Uint8Array, start: number, end: number): number {
    const most = 3 * (end - start)
    if (this.#decoded.length < most) this.#decoded = new Uint8Array(Math.max(most, 256))
    const into = this.#decoded
    const singles = this.#singles
    if (singles === undefined) return encoder.encodeInto(this.textOf(from, start, end), into).written
    let length = 0
    for (let at = start; at < end; at++) {
      const c = from[at]
      if (c < 0x80) into[length++] = c
      else {
        const character = singles[c - 0x80]
        for (let i = 0; i < character.length; i++) into[length++] = character[i]
      }
    }
    return length
  }
}

/** Bytes 0x80 to 0xff in UTF-8, undefined = the encoding has characters of several bytes. */
function singlesOf(encoding: string): readonly Uint8Array[] | undefined {
  if (!/^(windows|iso-8859|koi8|mac|x-mac|ibm)/.test(encoding)) return undefined
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return Array.from({ length: 128 }, (_, n) => encoder.encode(decoder.decode(Uint8Array.of(0x80 + n))))
}
