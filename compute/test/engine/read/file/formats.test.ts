/** The rows of formats: each is known by its bytes, and every text that lists formats names each that is read. */
import t from 'tap'
import { introduction } from '../../../../../gateway/openapi/document.ts'
import { start } from '../../../../../gateway/page/browser/texts/start.ts'
import { CONVERT_TARGETS } from '../../../../../shared/contract/endpoint/convert.ts'
import { FILE_CALL } from '../../../../../shared/contract/first-call.ts'
import {
  FILE_MEDIA_TYPES,
  type FileFormat,
  FORMAT_TITLES,
  READ_EXTENSIONS,
  READ_FORMATS,
  READ_MEDIA_TYPES,
  WRITTEN_FORMATS,
} from '../../../../../shared/contract/schedule/file-formats.ts'
import { loadSchedule } from '../../../../../shared/contract/tools/service-tools.ts'
import { FileHead } from '../../../../engine/read/file/signature.ts'
import { isFileFormat, isForeign, sniff } from '../../../../engine/read/file/sniff.ts'
import { sis } from '../../../cli/sis.ts'

const MSP = 'xmlns="http://schemas.microsoft.com/project"'
/** Those of a format of bytes stand in its own test. */
const BEGINNINGS: Readonly<Partial<Record<FileFormat, readonly string[]>>> = {
  xer: ['ERMHDR\t18.8', '%T\tTASK', '%T TASK', ' \r\nERMHDR'],
  p6_xml: ['<APIBusinessObjects>', '<?xml version="1.0"?><!-- x --><p:BusinessObjects xmlns:p="x" a="b">'],
  ms_project_xml: [`<Project ${MSP}>`, '<Project>', `<!DOCTYPE Project [<!ENTITY a "b">]><m:Project ${MSP}>`],
}

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

const ENCODINGS: readonly ((text: string) => Buffer)[] = [
  text => Buffer.from(text),
  text => Buffer.from(`\ufeff${text}`),
  text => Buffer.from(text, 'utf16le'),
  text => Buffer.from(`\ufeff${text}`, 'utf16le'),
  text => utf16be(text),
  text => utf16be(`\ufeff${text}`),
]

t.test('a format is known by its beginning in every encoding, and no other has it', async t => {
  for (const [name, texts] of Object.entries(BEGINNINGS))
    for (const [n, text] of texts.entries())
      for (const [e, encoded] of ENCODINGS.entries()) {
        const bytes = encoded(text)
        t.equal(sniff(bytes), name, `${text} ${n} ${e}`)
        const head = new FileHead(bytes)
        t.strictSame(
          READ_FORMATS.filter(({ signature }) => head.has(signature)).map(row => row.name),
          [name],
        )
      }
})

t.test('what only looks alike is no format', async t => {
  for (const text of ['', 'ERM', '<html>', '<Project xmlns="x">', '<Projects>', '<!-- ', '%Table'])
    t.notOk(isFileFormat(sniff(Buffer.from(text))), text)
  t.equal(sniff(Buffer.from('{}')), 'json')
  t.equal(sniff(Buffer.from(' [1]')), 'json')
  t.equal(sniff(Buffer.of(0x81)), 'msgpack')
  t.equal(sniff(Buffer.of(0xdd)), 'msgpack')
  t.equal(sniff(Buffer.from('id;name')), undefined)
  t.equal(sniff(Buffer.alloc(0)), undefined)
  t.match(sniff(Buffer.from('{\\rtf1')), { what: 'a text document' })
  t.match(sniff(Buffer.from('<HTML>')), { what: 'a web page' })
})

const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe

/** A compound file whose directory has these names, four to a sector; its sectors lie in the file from the last to the first. */
function compoundFile(names: readonly string[], next?: (sector: number) => number): Buffer {
  const sectors = Math.ceil(names.length / 4)
  const bytes = Buffer.alloc((sectors + 2) * SECTOR)
  bytes.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(sectors, 48)
  const table = SECTOR
  for (let sector = sectors; sector >= 1; sector--)
    bytes.writeUInt32LE(next?.(sector) ?? (sector === 1 ? END_OF_CHAIN : sector - 1), table + 4 * sector)
  for (const [n, name] of names.entries()) {
    const at = (sectors - Math.floor(n / 4) + 1) * SECTOR + 128 * (n % 4)
    bytes.write(name, at, 'utf16le')
    bytes.writeUInt16LE(2 * name.length + 2, at + 64)
  }
  return bytes
}

t.test('a compound file is known by an entry of its directory, wherever that stands', async t => {
  const project = ['Root Entry', '\x05SummaryInformation', 'Props14', '   114', '\x01CompObj', 'TBkndTask']
  for (const name of project) t.ok(new FileHead(compoundFile(project)).has({ entries: ['x', name] }), name)
  for (const name of ['Props', 'Props144', '', 'root entry'])
    t.notOk(new FileHead(compoundFile(project)).has({ entries: [name] }), name)
  t.equal(sniff(compoundFile(project)), 'mpp')
  t.match(sniff(compoundFile(['Root Entry', 'x'])), { what: 'a compound file without a project in it' })
  const word = ['Root Entry', '1Table', 'Data', '\x01CompObj', 'ObjectPool', 'WordDocument']
  t.match(sniff(compoundFile(word)), {
    what: 'a Word document (.doc)',
    advice: /XER, P6 XML, Microsoft Project XML, Microsoft Project MPP, SDEF or IPMDAR SPD/,
  })
  t.match(sniff(compoundFile(['Root Entry', 'Workbook'])), { what: 'an Excel workbook (.xls)' })
})

t.test('a compound file that is cut off or whose sectors go in a circle ends', async t => {
  const names = Array.from({ length: 9 }, (_, n) => `Entry ${n}`)
  const whole = compoundFile(names)
  for (let size = 0; size <= whole.length; size += 61) {
    const cut = whole.subarray(0, size)
    t.equal(isForeign(sniff(cut)), size >= 8, `${size} bytes`)
  }
  for (const next of [() => 3, () => 0xffffffff, () => 2 ** 31, (sector: number) => sector]) {
    const head = new FileHead(compoundFile(names, next))
    t.ok(head.has({ entries: ['Entry 0'] }))
    t.notOk(head.has({ entries: ['Entry 8'] }))
  }
})

t.test('every text that lists formats names each that is read', async t => {
  const help = (await sis(['--help'])).out
  for (const { name, label, kind, tool, mediaType, extension } of READ_FORMATS) {
    for (const [where, text] of Object.entries({
      introduction: introduction(),
      load_schedule: loadSchedule.description,
      'first call': FILE_CALL.title,
    }))
      t.ok(text.includes(label), `${label} in ${where}`)
    t.ok(introduction().includes(`${label} (\`${mediaType}\`)`))
    for (const text of [start.lead, help.replaceAll(/\s+/g, ' ')]) t.match(text, new RegExp(`${kind}[^,]* of ${tool}`))
    t.equal(FORMAT_TITLES[name], `${kind} of ${tool}`)
    t.ok(READ_EXTENSIONS.includes(extension))
    t.ok(READ_MEDIA_TYPES.includes(mediaType))
  }
  // templates and the exchange format of Microsoft Project can be chosen, too
  for (const extension of ['.mpt', '.mpx']) t.ok(READ_EXTENSIONS.includes(extension))
  const convert = (await sis(['convert', '--help'])).out
  for (const { name } of WRITTEN_FORMATS) t.ok(convert.includes(name), name)
})

t.test('names and media types are unique, and a format is read or written', async t => {
  const names = Object.keys(FILE_MEDIA_TYPES)
  t.equal(new Set(Object.values(FILE_MEDIA_TYPES)).size, names.length)
  const used = new Set<string>([...READ_FORMATS, ...WRITTEN_FORMATS].map(({ name }) => name))
  t.strictSame([...used].sort(), names.sort())
  t.strictSame(CONVERT_TARGETS, ['json', ...WRITTEN_FORMATS.map(({ name }) => name)])
})
