/** What the engine uses of node:zlib, for a browser: blocks of deflate as they are, for a workbook. Encoded bodies come over HTTP alone. */

const STORED_BYTES_MAX = 0xffff

/** Deflate without compression (RFC 1951, 3.2.4), open at its end. */
function deflateRawSync(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + 5 * Math.max(1, Math.ceil(bytes.length / STORED_BYTES_MAX)))
  let at = 0
  for (let from = 0; from < bytes.length || from === 0; from += STORED_BYTES_MAX) {
    const part = bytes.subarray(from, from + STORED_BYTES_MAX)
    new DataView(out.buffer).setUint16(at + 1, part.length, true)
    new DataView(out.buffer).setUint16(at + 3, ~part.length & 0xffff, true)
    out.set(part, at + 5)
    at += 5 + part.length
  }
  return out
}

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
export default {
  constants,
  crc32,
  deflateRawSync,
  gzipSync: onlyOverHttp,
  brotliCompressSync: onlyOverHttp,
  zstdCompressSync: onlyOverHttp,
}
