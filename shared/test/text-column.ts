/** Texts as a column. */
import type { TextColumn } from '../contract/schedule/columns.ts'

export function textColumn(texts: readonly string[]): TextColumn {
  const parts = texts.map(text => Buffer.from(text))
  const offsets = new Uint32Array(texts.length + 1)
  parts.forEach((part, i) => {
    offsets[i + 1] = offsets[i]! + part.length
  })
  return { bytes: new Uint8Array(Buffer.concat(parts)), offsets }
}
