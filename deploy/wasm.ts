/**
 * `npm run wasm [-- MODULE ...]`: compiles the folders of compute/engine/wasm/assembly and writes a file beside them for each, which is committed. The
 * compiler (100 MB) is a package of its own, installed here when it is first needed: no start and no test of every day pays for it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Each module is a folder of sources in assembly/ here, and a file of the same name beside that. */
const WASM_FOLDER = fileURLToPath(new URL('../compute/engine/wasm/', import.meta.url))
const compilerLock = fileURLToPath(new URL('assemblyscript/package-lock.json', import.meta.url))

/** Their names, sorted. */
export const wasmModules = (): readonly string[] =>
  readdirSync(join(WASM_FOLDER, 'assembly'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** Folders outside its own that a module imports from. */
const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  kernel: [fileURLToPath(new URL('../compute/engine/passes/', import.meta.url))],
}

/** What a module is compiled from, as one hash. The compiler is a source too. */
export function wasmSourceSha256(module: string): string {
  const folder = join(WASM_FOLDER, 'assembly', module)
  const hash = createHash('sha256')
  for (const from of [folder, ...(IMPORTED[module] ?? [])])
    for (const file of globSync('**/*.ts', { cwd: from }).sort())
      hash.update(`${file}\n`).update(readFileSync(join(from, file)))
  return hash.update(readFileSync(compilerLock)).digest('hex')
}

const compilerFolder = fileURLToPath(new URL('assemblyscript/', import.meta.url))

const OPTIONS = [
  '-O3',
  '--runtime',
  'stub',
  '--noAssert',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '--use',
  'abort=',
]

export const wasmFile = (module: string): string => join(WASM_FOLDER, `${module}.ts`)

export const installCompiler = (): void =>
  void execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: compilerFolder,
    stdio: 'pipe',
  })

/** Text of the file of a module for the sources as they are; the compiler is installed. */
export function builtWasm(module: string): string {
  const made = mkdtempSync(join(tmpdir(), 'wasm-'))
  try {
    const asc = join(compilerFolder, 'node_modules/assemblyscript/bin/asc.js')
    const out = join(made, 'module.wasm')
    execFileSync(process.execPath, [asc, 'index.ts', '-o', out, ...OPTIONS], {
      cwd: join(WASM_FOLDER, 'assembly', module),
    })
    return moduleText(module, readFileSync(out))
  } finally {
    rmSync(made, { recursive: true })
  }
}

const moduleText = (
  module: string,
  wasm: Buffer,
): string => `// Written by \`npm run wasm\` from assembly/${module}/*.ts; not to be edited.
/** Of the sources it was compiled from. */
export const SOURCE_SHA256 = '${wasmSourceSha256(module)}'

/** The WebAssembly module of the ${module}. */
export const ${module.toUpperCase()}_BASE64 =
  '${wasm.toString('base64')}'
`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter(module => !wasmModules().includes(module))
  if (unknown.length > 0) {
    process.stderr.write(`no module is called ${unknown.join(', ')}; there are ${wasmModules().join(', ')}\n`)
    process.exit(2)
  }
  installCompiler()
  for (const module of chosen.length > 0 ? chosen : wasmModules()) writeFileSync(wasmFile(module), builtWasm(module))
}
