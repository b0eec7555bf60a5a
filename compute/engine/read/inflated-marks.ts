/**
 * What a body that came compressed costs to read, before it is read: bytes that repeat themselves are sent by the thousand in a few, and each element, entity, line
 * or item of them takes its time. A body that was sent as it is cannot hold so many. Of MSPDI an element has some 30 bytes, of XER a line 150.
 */
import type { FileFormat } from '../../../shared/contract/schedule/file-formats.ts'
import { COST, type WorkMeter } from '../../../shared/contract/schedule/work-meter.ts'

const [LINE_FEED, AMPERSAND, COMMA, SLASH, LESS] = [0x0a, 0x26, 0x2c, 0x2f, 0x3c]
/** MessagePack has no marks between its items; those of a schedule have more bytes. */
const BYTES_OF_PACKED = 4

const SPENDING: Partial<Record<FileFormat | 'json' | 'msgpack', (body: Uint8Array, meter: WorkMeter) => void>> = {
  p6_xml: spendXml,
  ms_project_xml: spendXml,
  xer: spendLines,
  // of its text format; in the binary one such a byte is rare
  mpp: spendLines,
  json(body, meter) {
    const items = count(body, COMMA)
    meter.spend(items, COST.item, [], () => `The body has ${items} items`)
  },
  msgpack(body, meter) {
    const items = Math.floor(body.length / BYTES_OF_PACKED)
    meter.spend(items, COST.item, [], () => `The body has ${body.length} bytes of MessagePack`)
  },
}

/** Throws WorkExceeded. */
export function spendMarks(format: keyof typeof SPENDING, body: Uint8Array, meter: WorkMeter): void {
  if (body.length > meter.bodyBytes) SPENDING[format]?.(body, meter)
}

/** In UTF-16 the other byte of each pair is 0, so they are found too. */
function spendXml(body: Uint8Array, meter: WorkMeter): void {
  const elements = count(body, LESS, SLASH)
  meter.spend(elements, COST.element, [], () => `The file has ${elements} elements`)
  const entities = count(body, AMPERSAND)
  meter.spend(entities, COST.entity, [], () => `The file has ${entities} entities`)
}

function spendLines(body: Uint8Array, meter: WorkMeter): void {
  const lines = count(body, LINE_FEED)
  meter.spend(lines, COST.line, [], () => `The file has ${lines} lines`)
}

function count(body: Uint8Array, mark: number, unless = -1): number {
  let found = 0
  for (let i = 0; i < body.length; i++) if (body[i] === mark && body[i + 1] !== unless) found++
  return found
}
