/** Workbooks and CSV read back, as far as this service writes them. */
import { inflateRawSync } from 'node:zlib'

export type Value = string | number | boolean | null

/** Path of each part -> its bytes, by the directory at the end of the archive. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const end = bytes.length - 22
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const packedBytes = bytes.readUInt32LE(at + 20)
    const nameBytes = bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const plain = inflateRawSync(bytes.subarray(start, start + packedBytes))
    if (plain.length !== bytes.readUInt32LE(at + 24)) throw new Error(`${name} has another length than it says`)
    parts.set(name, plain)
    at += 46 + nameBytes
  }
  return parts
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plainText = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function momentOf(serial: number, hasTime: boolean): string {
  const text = new Date(Math.round((serial - 25_569) * 1440) * 60_000).toISOString()
  return text.slice(0, hasTime ? 16 : 10)
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const CELL =
  /<c r="([A-Z]+)(\d+)"(?: s="(\d)")?(?: t="(\w+)")?>(?:<is><t[^>]*>([\s\S]*?)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g

/** Name of each sheet in its order -> its rows, the head first. */
export function readWorkbook(bytes: Buffer): Map<string, Value[][]> {
  const parts = unzip(bytes)
  const tabs = [
    ...parts
      .get('xl/workbook.xml')!
      .toString()
      .matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g),
  ]
  return new Map(
    tabs.map(([, name, id]) => {
      const rows: Value[][] = []
      for (const [, letters, row, style, type, text, value] of parts
        .get(`xl/worksheets/sheet${id}.xml`)!
        .toString()
        .matchAll(CELL)) {
        const cells = (rows[Number(row) - 1] ??= [])
        cells[columnOf(letters!)] =
          type === 'inlineStr'
            ? plainText(text!)
            : type === 'b'
              ? value === '1'
              : style === '1' || style === '2'
                ? momentOf(Number(value), style === '2')
                : Number(value)
      }
      return [plainText(name!), rows]
    }),
  )
}

/** Rows of fields, by RFC 4180; rows may end in LF alone. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
