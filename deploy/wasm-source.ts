/** What the scanner in WebAssembly is compiled from, as one hash. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../compute/engine/wasm/assembly/', import.meta.url))
const compilerLock = fileURLToPath(new URL('assemblyscript/package-lock.json', import.meta.url))

/** The compiler is a source too. */
export function scannerSourceSha256(): string {
  const hash = createHash('sha256')
  for (const file of globSync('*.ts', { cwd: folder }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.update(readFileSync(compilerLock)).digest('hex')
}
