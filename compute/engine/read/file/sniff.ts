/**
 * What a body or a part of a form is, by its first bytes, whatever its sender calls it. Formats that are not read here are named with a sentence on
 * how to save as one that is.
 */
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/import-report.ts'

export type Sniffed = FileFormat | 'json' | 'msgpack' | Foreign | undefined

/** A format that is not read here. */
export interface Foreign {
  /** "a PDF document" */
  readonly what: string
  readonly advice: string
}

const SEND_XML_OF_PROJECT = 'Open it in Microsoft Project, choose File > Save As > XML Format, and send that file.'
const SEND_XER = 'In Primavera P6 choose File > Export > Primavera PM (XER), and send that file.'
const UNPACK = 'Unpack it and send the XER or XML file that is in it.'
const EXPORT = 'Send the schedule as XER, P6 XML or Microsoft Project XML.'

/** First bytes; latin-1. Formats of scheduling tools as MPXJ distinguishes them. */
const MAGIC: readonly (readonly [first: string, Foreign])[] = [
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', { what: 'a Microsoft Project file (.mpp)', advice: SEND_XML_OF_PROJECT }],
  ['MPX,', { what: 'a Microsoft Project exchange file (.mpx)', advice: SEND_XML_OF_PROJECT }],
  [
    '\x00\x01\x00\x00Standard ',
    { what: 'a Microsoft Access database (.mpd, .mdb)', advice: `If it holds a project: ${SEND_XML_OF_PROJECT}` },
  ],
  [
    '\xac\xed\x00\x05',
    {
      what: 'a ProjectLibre file (.pod)',
      advice: 'In ProjectLibre choose File > Save as > Microsoft Project XML, and send that file.',
    },
  ],
  [
    '\x00\x00000000',
    {
      what: 'an Asta Powerproject file (.pp)',
      advice: 'In Powerproject save it as Microsoft Project XML or Primavera XER, and send that file.',
    },
  ],
  ['FC\x00\x00', { what: 'a Primavera P3 file', advice: `Import it into Primavera P6. ${SEND_XER}` }],
  ['STW', { what: 'a SureTrak file (.stw)', advice: `Import it into Primavera P6. ${SEND_XER}` }],
  ['\x1c\x00\x00\x00\x8b\x00\x00\x00', { what: 'a FastTrack file', advice: EXPORT }],
  [
    'PK\x03\x04',
    {
      what: 'a ZIP archive (also .xlsx, and backups of P3)',
      advice: `${UNPACK} A spreadsheet is not read: ${EXPORT}`,
    },
  ],
  ['PK\x05\x06', { what: 'an empty ZIP archive', advice: EXPORT }],
  ['Rar!', { what: 'a RAR archive', advice: UNPACK }],
  ['7z\xbc\xaf\x27\x1c', { what: 'a 7-Zip archive', advice: UNPACK }],
  ['\x1f\x8b', { what: 'a gzip file', advice: 'Unpack it, or send the whole body with Content-Encoding: gzip.' }],
  [
    '\x28\xb5\x2f\xfd',
    { what: 'a zstd file', advice: 'Unpack it, or send the whole body with Content-Encoding: zstd.' },
  ],
  [
    'MZ',
    { what: 'a program (also .prx of P3)', advice: `Restore it in P3 and import it into Primavera P6. ${SEND_XER}` },
  ],
  ['%PDF', { what: 'a PDF document', advice: `It is a picture of a schedule. ${EXPORT}` }],
  ['\x89PNG', { what: 'a picture', advice: EXPORT }],
  ['\xff\xd8\xff', { what: 'a picture', advice: EXPORT }],
  ['SQLite format 3\x00', { what: 'an SQLite database (of P6 or Asta)', advice: `In Primavera P6: ${SEND_XER}` }],
  ['{\\rtf', { what: 'a text document', advice: EXPORT }],
]

/** So much of a body is looked at: an XML declaration, comments and the root element. */
const LOOKED_AT_BYTES = 16 * 1024

const MSP_NAMESPACE = 'http://schemas.microsoft.com/project'

export function sniff(body: Uint8Array): Sniffed {
  const first = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT_BYTES))
  const magic = first.toString('latin1', 0, 32)
  const foreign = MAGIC.find(([bytes]) => magic.startsWith(bytes))
  if (foreign !== undefined) return foreign[1]
  const text = textOf(first).trimStart()
  if (text.startsWith('ERMHDR') || /^%T[\t ]/.test(text)) return 'xer'
  if (text.startsWith('<')) return xmlOf(text)
  if (text.startsWith('{') || text.startsWith('[')) return 'json'
  return isMsgpack(first[0]!) ? 'msgpack' : undefined
}

/** As far as it is ASCII, in whatever encoding. */
function textOf(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return first.toString('utf16le', 2)
  if (first[0] === 0xfe && first[1] === 0xff) return swapped(first.subarray(2))
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return first.toString('latin1', 3)
  if (first[0] !== 0 && first[1] === 0) return first.toString('utf16le')
  if (first[0] === 0 && first[1] !== 0) return swapped(first)
  return first.toString('latin1')
}

const swapped = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')

/** A map or an array. */
const isMsgpack = (byte: number): boolean => (byte >= 0x80 && byte <= 0x9f) || (byte >= 0xdc && byte <= 0xdf)

function xmlOf(text: string): Sniffed {
  const root = rootOf(text)
  if (root === undefined) return { what: 'an XML document without a root element at its beginning', advice: EXPORT }
  const name = root.name.slice(root.name.indexOf(':') + 1)
  if (name === 'APIBusinessObjects' || name === 'BusinessObjects') return 'p6_xml'
  if (name === 'Project' && (root.tag.includes(MSP_NAMESPACE) || !root.tag.includes('xmlns'))) return 'ms_project_xml'
  const what = /^html$/i.test(name)
    ? 'a web page'
    : `an XML document with the root element ${JSON.stringify(name.slice(0, 60))}`
  return { what, advice: EXPORT }
}

/** Each step goes on behind the last one, so the whole is linear. */
function rootOf(text: string): { readonly name: string; readonly tag: string } | undefined {
  let at = 0
  for (;;) {
    at = text.indexOf('<', at)
    if (at < 0) return undefined
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4)
      : text.startsWith('<?', at)
        ? text.indexOf('?>', at)
        : text.startsWith('<!', at)
          ? endOfDoctype(text, at)
          : -2
    if (end === -1) return undefined
    if (end === -2) break
    at = end + 1
  }
  const close = text.indexOf('>', at)
  const tag = text.slice(at + 1, close < 0 ? text.length : close)
  const name = /^[^\s/>]+/.exec(tag)?.[0]
  return name === undefined ? undefined : { name, tag }
}

/** A document type may hold declarations in brackets. */
function endOfDoctype(text: string, at: number): number {
  const close = text.indexOf('>', at)
  const open = text.indexOf('[', at)
  if (open < 0 || (close >= 0 && close < open)) return close
  const inner = text.indexOf(']', open)
  return inner < 0 ? -1 : text.indexOf('>', inner)
}

export const isFileFormat = (sniffed: Sniffed): sniffed is FileFormat =>
  sniffed === 'xer' || sniffed === 'p6_xml' || sniffed === 'ms_project_xml'

export const isForeign = (sniffed: Sniffed): sniffed is Foreign => typeof sniffed === 'object'

/** where: "The body", 'The part "schedule"'. */
export const refuseForeign = (where: string, { what, advice }: Foreign): Refusal =>
  refuse('file_unsupported', { where, what, advice })

/** Neither a project file nor anything that is known. */
export const refuseUnknown = (where: string): Refusal =>
  refuse('file_unsupported', { where, what: 'of an unknown format', advice: EXPORT })
