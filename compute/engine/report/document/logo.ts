/** The logo of a cover: a PNG or JPEG in the request, with the size that its own bytes say. Everything else is left out: nothing is loaded from anywhere. */
import type { Logo } from './blocks.ts'

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PNG_HEADER_BYTES = 24
/** What a reader of the report has to unpack is what the header says, however small the file. */
const SIDE_MAX = 10_000
const PIXELS_MAX = 2 ** 24

export function logoOf(sent: string | undefined): Logo | undefined {
  const [, type, base64] = DATA_URL.exec(sent ?? '') ?? []
  if (type === undefined || base64 === undefined || base64.length % 4 !== 0) return undefined
  const bytes = bytesOf(base64)
  const view = new DataView(bytes.buffer)
  const size = type === 'png' ? pngSize(view) : jpegSize(view)
  if (size === undefined || !isShowable(size)) return undefined
  return { type: type as Logo['type'], base64, ...size }
}

const isShowable = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= SIDE_MAX && width * height <= PIXELS_MAX

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))

function pngSize(view: DataView) {
  const isPng = view.byteLength >= PNG_HEADER_BYTES && PNG_SIGNATURE.every((byte, at) => view.getUint8(at) === byte)
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined
}

/** Segments that state the size: SOF0 to SOF15 without the tables among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegSize(view: DataView) {
  if (view.byteLength < 2 || view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    if (isFrame(view.getUint8(at + 1))) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
