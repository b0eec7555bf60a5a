/** A table as a workbook of one sheet: its head stays in sight and filters. The parts lie in the archive as they are, since a few hundred rows need no packing. */
import type { Written } from './take-table.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_NAME_MAX = 31
/** Characters that a cell holds at most. */
const CELL_MAX = 32_767

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML has no place for is left out. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, each => ENTITIES[each]!)

function columnName(place: number): string {
  let name = ''
  for (let at = place + 1; at > 0; at = Math.floor((at - 1) / 26))
    name = String.fromCharCode(65 + ((at - 1) % 26)) + name
  return name
}

const cell = (value: string | number): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : value === ''
      ? '<c/>'
      : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, CELL_MAX))}</t></is></c>`

function sheet({ heads, rows }: Written): string {
  const last = `${columnName(heads.length - 1)}${rows.length + 1}`
  const row = (cells: readonly (string | number)[]): string => `<row>${cells.map(cell).join('')}</row>`
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetData>${[heads, ...rows].map(row).join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`
  )
}

/** name: of the sheet. */
function parts(name: string, written: Written): Readonly<Record<string, string>> {
  const title = escaped(
    name
      .replace(/[\\/?*[\]:]/g, ' ')
      .slice(0, SHEET_NAME_MAX)
      .trim() || '1',
  )
  const override = (part: string, kind: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (target: string, kind: string): string =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('sheet1.xml', 'worksheet'),
    'xl/sheet1.xml': sheet(written),
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Fields of two bytes and of four, the lowest first. */
function record(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += length
  }
  return bytes
}

/** 1980-01-01, the first day that an archive knows. */
const DAY = 0x21
const VERSION = 20

export function workbookOf(name: string, written: Written): Blob {
  const encoder = new TextEncoder()
  const body: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  const entries = Object.entries(parts(name, written))
  for (const [path, text] of entries) {
    const [pathBytes, bytes] = [encoder.encode(path), encoder.encode(text)]
    const sizes = [
      [4, crcOf(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, pathBytes.length],
      [2, 0],
    ] as const
    const common = [[2, VERSION], [2, 0], [2, 0], [2, 0], [2, DAY], ...sizes] as const
    const head = record([4, 0x04034b50], ...common)
    body.push(head, pathBytes, bytes)
    directory.push(record([4, 0x02014b50], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), pathBytes)
    at += head.length + pathBytes.length + bytes.length
  }
  const length = directory.reduce((sum, each) => sum + each.length, 0)
  const count = entries.length
  const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, at], [2, 0])
  return new Blob([...body, ...directory, end], { type: MEDIA_TYPE })
}
