/**
 * What a body or a part of a form is, by its first bytes, whatever its sender calls it. Formats that are not read here are named with a sentence on
 * how to save as one that is.
 */
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import {
  type FileFormat,
  formatSeries,
  READ_FORMATS,
  type Signature,
} from '../../../../shared/contract/schedule/file-formats.ts'
import { COMPOUND_MAGIC, FileHead } from './signature.ts'

type Sniffed = FileFormat | 'json' | 'msgpack' | Foreign | undefined

/** A format that is not read here. */
interface Foreign {
  /** "a PDF document" */
  readonly what: string
  readonly advice: string
}

const SEND_XML_OF_PROJECT = 'Open it in Microsoft Project, choose File > Save As > XML Format, and send that file.'
const SEND_XER = 'In Primavera P6 choose File > Export > Primavera PM (XER), and send that file.'
const UNPACK = `Unpack it and send the ${formatSeries('or', READ_FORMATS, ({ kind }) => kind)} file that is in it.`
const EXPORT = `Send the schedule as ${formatSeries('or')}.`

/** The first that has its signature counts. Formats of scheduling tools as MPXJ distinguishes them. */
const FOREIGN: readonly (Foreign & { readonly signature: Signature })[] = [
  { what: 'a Word document (.doc)', advice: EXPORT, signature: { entries: ['WordDocument'] } },
  { what: 'an Excel workbook (.xls)', advice: EXPORT, signature: { entries: ['Workbook', 'Book'] } },
  { what: 'a compound file without a project in it', advice: EXPORT, signature: { bytes: COMPOUND_MAGIC } },
  {
    what: 'a Microsoft Access database (.mpd, .mdb)',
    advice: `If it holds a project: ${SEND_XML_OF_PROJECT}`,
    signature: { bytes: '\x00\x01\x00\x00Standard ' },
  },
  {
    what: 'a ProjectLibre file (.pod)',
    advice: 'In ProjectLibre choose File > Save as > Microsoft Project XML, and send that file.',
    signature: { bytes: '\xac\xed\x00\x05' },
  },
  {
    what: 'an Asta Powerproject file (.pp)',
    advice: 'In Powerproject save it as Microsoft Project XML or Primavera XER, and send that file.',
    signature: { bytes: '\x00\x00000000' },
  },
  {
    what: 'a Primavera P3 file',
    advice: `Import it into Primavera P6. ${SEND_XER}`,
    signature: { bytes: 'FC\x00\x00' },
  },
  { what: 'a SureTrak file (.stw)', advice: `Import it into Primavera P6. ${SEND_XER}`, signature: { bytes: 'STW' } },
  { what: 'a FastTrack file', advice: EXPORT, signature: { bytes: '\x1c\x00\x00\x00\x8b\x00\x00\x00' } },
  {
    what: 'a ZIP archive (also .xlsx, and backups of P3)',
    advice: `${UNPACK} A spreadsheet is not read: ${EXPORT}`,
    signature: { bytes: 'PK\x03\x04' },
  },
  { what: 'an empty ZIP archive', advice: EXPORT, signature: { bytes: 'PK\x05\x06' } },
  { what: 'a RAR archive', advice: UNPACK, signature: { bytes: 'Rar!' } },
  { what: 'a 7-Zip archive', advice: UNPACK, signature: { bytes: '7z\xbc\xaf\x27\x1c' } },
  {
    what: 'a gzip file',
    advice: 'Unpack it, or send the whole body with Content-Encoding: gzip.',
    signature: { bytes: '\x1f\x8b' },
  },
  {
    what: 'a zstd file',
    advice: 'Unpack it, or send the whole body with Content-Encoding: zstd.',
    signature: { bytes: '\x28\xb5\x2f\xfd' },
  },
  {
    what: 'a program (also .prx of P3)',
    advice: `Restore it in P3 and import it into Primavera P6. ${SEND_XER}`,
    signature: { bytes: 'MZ' },
  },
  { what: 'a PDF document', advice: `It is a picture of a schedule. ${EXPORT}`, signature: { bytes: '%PDF' } },
  { what: 'a picture', advice: EXPORT, signature: { bytes: '\x89PNG' } },
  { what: 'a picture', advice: EXPORT, signature: { bytes: '\xff\xd8\xff' } },
  {
    what: 'an SQLite database (of P6 or Asta)',
    advice: `In Primavera P6: ${SEND_XER}`,
    signature: { bytes: 'SQLite format 3\x00' },
  },
  { what: 'a text document', advice: EXPORT, signature: { bytes: '{\\rtf' } },
]

export function sniff(body: Uint8Array): Sniffed {
  const head = new FileHead(body)
  const format = READ_FORMATS.find(({ signature }) => head.has(signature))
  if (format !== undefined) return format.name
  const foreign = FOREIGN.find(({ signature }) => head.has(signature))
  if (foreign !== undefined) return foreign
  if (head.isXml) return foreignXml(head)
  if (head.text.startsWith('{') || head.text.startsWith('[')) return 'json'
  return isMsgpack(head.firstByte!) ? 'msgpack' : undefined
}

/** A map or an array. */
const isMsgpack = (byte: number): boolean => (byte >= 0x80 && byte <= 0x9f) || (byte >= 0xdc && byte <= 0xdf)

function foreignXml({ root }: FileHead): Foreign {
  if (root === undefined) return { what: 'an XML document without a root element at its beginning', advice: EXPORT }
  const what = /^html$/i.test(root.name)
    ? 'a web page'
    : `an XML document with the root element ${JSON.stringify(root.name.slice(0, 60))}`
  return { what, advice: EXPORT }
}

export const isFileFormat = (sniffed: Sniffed): sniffed is FileFormat =>
  READ_FORMATS.some(({ name }) => name === sniffed)

export const isForeign = (sniffed: Sniffed): sniffed is Foreign => typeof sniffed === 'object'

/** where: "The body", 'The part "schedule"'. */
export const refuseForeign = (where: string, { what, advice }: Foreign): Refusal =>
  refuse('file_unsupported', { where, what, advice })

/** Neither a project file nor anything that is known. */
export const refuseUnknown = (where: string): Refusal =>
  refuse('file_unsupported', { where, what: 'of an unknown format', advice: EXPORT })
