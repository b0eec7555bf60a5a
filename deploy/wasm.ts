/**
 * `npm run wasm`: compiles compute/engine/wasm/assembly and writes compute/engine/wasm/scanner.ts, which is committed. The
 * compiler (100 MB) is a package of its own, installed here when it is first needed: no start and no test of every day pays for it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scannerSourceSha256 } from './wasm-source.ts'

const compilerFolder = fileURLToPath(new URL('assemblyscript/', import.meta.url))
const engineFolder = fileURLToPath(new URL('../compute/engine/wasm/', import.meta.url))

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

export const SCANNER_FILE = join(engineFolder, 'scanner.ts')

/** Text of scanner.ts for the sources as they are. */
export function builtScanner(): string {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: compilerFolder, stdio: 'pipe' })
  const made = mkdtempSync(join(tmpdir(), 'scanner-'))
  try {
    const asc = join(compilerFolder, 'node_modules/assemblyscript/bin/asc.js')
    const out = join(made, 'scanner.wasm')
    execFileSync(process.execPath, [asc, 'assembly/index.ts', '-o', out, ...OPTIONS], { cwd: engineFolder })
    return scannerText(readFileSync(out))
  } finally {
    rmSync(made, { recursive: true })
  }
}

const scannerText = (wasm: Buffer): string => `// Written by \`npm run wasm\` from assembly/*.ts; not to be edited.
/** Of the sources it was compiled from. */
export const SOURCE_SHA256 = '${scannerSourceSha256()}'

/** The WebAssembly module of the scanner. */
export const SCANNER_BASE64 =
  '${wasm.toString('base64')}'
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SCANNER_FILE, builtScanner())
