/** Texts as a column. */
import type { TextColumn } from '../contract/schedule/columns.ts'

export function textColumn(texts: readonly string[]): TextColumn {
  const parts: Buffer[] = []
  const offsets = new Uint32Array(texts.length + 1)
  for (const [i, text] of texts.entries()) {
    const part = text === '' ? undefined : Buffer.from(text)
    if (part !== undefined) parts.push(part)
    offsets[i + 1] = offsets[i]! + (part?.length ?? 0)
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), offsets }
}
