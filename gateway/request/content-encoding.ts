/** Names of the encodings in which a body may be compressed. */
import type { BodyEncoding } from '../../compute/worker/pool.ts'

export const ENCODINGS: readonly BodyEncoding[] = ['gzip', 'br', 'zstd']

const IDENTITY = 'identity'

/** null: nothing is encoded; undefined: it is not known. */
export function encodingCalled(name = IDENTITY): BodyEncoding | null | undefined {
  if (name === IDENTITY) return null
  const coding = name.trim().toLowerCase()
  if (coding === IDENTITY) return null
  return ENCODINGS.find(known => known === (coding === 'x-gzip' ? 'gzip' : coding))
}
