/**
 * A ZIP archive by hand. Each part is compressed while it is written, piece by piece: pieces that end with a flush lie one after another as one deflate
 * stream. Parts may grow side by side; the archive is put together at the end, when their lengths are known. Equal parts give equal bytes.
 */
import zlib from 'node:zlib'
import { ByteSink } from '../byte-sink.ts'

const PIECE = { level: 1, finishFlush: zlib.constants.Z_SYNC_FLUSH }
/** An empty last block. */
const DEFLATE_END = Uint8Array.of(3, 0)

const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** 1980-01-01 in the form of MS-DOS, the first day that the format knows. */
const DATE = 0x21

const LOCAL = { signature: 0x04034b50, bytes: 30 }
const CENTRAL = { signature: 0x02014b50, bytes: 46 }
const END = { signature: 0x06054b50, bytes: 22 }

export class ZipPart {
  readonly name: Buffer
  /** Takes the text of the part. */
  readonly sink: ByteSink
  readonly pieces: Uint8Array<ArrayBuffer>[] = []
  crc = 0
  plainBytes = 0
  packedBytes = 0

  constructor(name: string) {
    this.name = Buffer.from(name)
    this.sink = new ByteSink(chunk => this.#add(chunk))
  }

  #add(chunk: Uint8Array): void {
    this.crc = zlib.crc32(chunk, this.crc)
    this.plainBytes += chunk.length
    this.#push(new Uint8Array(zlib.deflateRawSync(chunk, PIECE)))
  }

  #push(piece: Uint8Array<ArrayBuffer>): void {
    this.pieces.push(piece)
    this.packedBytes += piece.length
  }

  finish(): void {
    this.sink.finish()
    this.#push(DEFLATE_END.slice())
  }
}

/** What local and central headers share, from the version to the length of the name. */
function describe(view: DataView, at: number, part: ZipPart): void {
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, UTF8_NAMES, true)
  view.setUint16(at + 4, DEFLATED, true)
  view.setUint16(at + 8, DATE, true)
  view.setUint32(at + 10, part.crc, true)
  view.setUint32(at + 14, part.packedBytes, true)
  view.setUint32(at + 18, part.plainBytes, true)
  view.setUint16(at + 22, part.name.length, true)
}

function header({ signature, bytes }: typeof LOCAL, name: Uint8Array, fill: (view: DataView) => void) {
  const header = new Uint8Array(bytes + name.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, signature, true)
  fill(view)
  header.set(name, bytes)
  return header
}

/** The archive of finished parts, in pieces. */
export function zipOf(parts: readonly ZipPart[]): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const entries: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const part of parts) {
    const local = header(LOCAL, part.name, view => describe(view, 4, part))
    const start = at
    entries.push(
      header(CENTRAL, part.name, view => {
        view.setUint16(4, VERSION, true)
        describe(view, 6, part)
        view.setUint32(42, start, true)
      }),
    )
    pieces.push(local, ...part.pieces)
    at += local.length + part.packedBytes
  }
  const directoryBytes = entries.reduce((sum, entry) => sum + entry.length, 0)
  const end = header(END, new Uint8Array(0), view => {
    view.setUint16(8, parts.length, true)
    view.setUint16(10, parts.length, true)
    view.setUint32(12, directoryBytes, true)
    view.setUint32(16, at, true)
  })
  return [...pieces, ...entries, end]
}
