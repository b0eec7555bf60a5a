/**
 * Bytes that depend on the sources alone, stored beside their bundle (bundles.mjs): the first process that needs them makes them. If there is
 * no bundle, or it is not writable, each process makes its own.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Bundles of another place are none of ours. */
const BUNDLES = fileURLToPath(new URL('../../../node_modules/.cache/bundles/', import.meta.url))

export async function keptBytes(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const folder = process.env.QUICK_BUNDLES
  if (!folder?.startsWith(BUNDLES)) return make()
  const file = join(folder, name)
  try {
    return readFileSync(file)
  } catch {
    // nobody has made it yet
  }
  const bytes = await make()
  try {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, bytes)
    renameSync(unfinished, file)
  } catch {
    // a read-only image
  }
  return bytes
}
