/** The logo of a cover: a PNG or JPEG in the request, with the size that its own bytes say. Everything else is left out: nothing is loaded from anywhere. */
import type { Logo } from './blocks.ts'

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_HEADER_BYTES = 24

export function logoOf(sent: string | undefined): Logo | undefined {
  const [, type, base64] = DATA_URL.exec(sent ?? '') ?? []
  if (type === undefined || base64 === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const size = type === 'png' ? pngSize(bytes) : jpegSize(bytes)
  if (size === undefined || size.width === 0 || size.height === 0) return undefined
  return { type: type as Logo['type'], base64, ...size }
}

function pngSize(bytes: Buffer) {
  if (bytes.length < PNG_HEADER_BYTES || !bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Segments that state the size: SOF0 to SOF15 without the tables among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegSize(bytes: Buffer) {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    if (isFrame(bytes[at + 1]!)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
