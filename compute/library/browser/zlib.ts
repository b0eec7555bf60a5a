/** What the engine uses of node:zlib, for a browser: what packs a workbook. Encoded bodies come over HTTP alone. */
import { deflateRawSync } from './deflate.ts'

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 0xff]! ^ (sum >>> 8)
  return ~sum >>> 0
}

function onlyOverHttp(): never {
  throw new Error('encoded bodies are read by the service alone: decode the file first, by DecompressionStream')
}

export const constants = {}
export const gunzipSync = onlyOverHttp
export const brotliDecompressSync = onlyOverHttp
export const zstdDecompressSync = onlyOverHttp
export const inflateRawSync = onlyOverHttp
export default {
  constants,
  crc32,
  deflateRawSync,
  inflateRawSync: onlyOverHttp,
  gzipSync: onlyOverHttp,
  brotliCompressSync: onlyOverHttp,
  zstdCompressSync: onlyOverHttp,
}
