/** The modules of compute/engine/wasm: each is a folder of sources in assembly/, and a file of the same name beside it. */
import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const WASM_FOLDER = fileURLToPath(new URL('../compute/engine/wasm/', import.meta.url))
const compilerLock = fileURLToPath(new URL('assemblyscript/package-lock.json', import.meta.url))

/** Their names, sorted. */
export const wasmModules = (): readonly string[] =>
  readdirSync(join(WASM_FOLDER, 'assembly'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** What a module is compiled from, as one hash. The compiler is a source too. */
export function wasmSourceSha256(module: string): string {
  const folder = join(WASM_FOLDER, 'assembly', module)
  const hash = createHash('sha256')
  for (const file of globSync('**/*.ts', { cwd: folder }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.update(readFileSync(compilerLock)).digest('hex')
}
