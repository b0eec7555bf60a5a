/**
 * Makes what browsers load of the sources in browser/: once for each content of them, by esbuild, and kept under node_modules/.cache. A
 * start that finds them made reads the sources for their hash, which takes some milliseconds, and no more.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ESBUILD, ESBUILD_PACKAGE } from '../../shared/platform/process/esbuild.mjs'

/** Those of the view for the clients of agents: script, styles. */
export const BUNDLES_OF_APP = ['agent-app.js', 'agent-app.css'] as const
/** Languages that are loaded when they are wanted; English is in the page. */
export const BUNDLES_OF_TEXTS = { de: 'text-de.js', fr: 'text-fr.js', es: 'text-es.js', pt: 'text-pt.js' } as const
export const BUNDLES = [
  'page.js',
  'worker.js',
  'page.css',
  ...BUNDLES_OF_APP,
  ...Object.values(BUNDLES_OF_TEXTS),
] as const
export type BundleName = (typeof BUNDLES)[number]

export interface Bundle {
  readonly plain: Uint8Array
  readonly gzip: Uint8Array
  readonly br: Uint8Array
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const SOURCES = at('browser')
const CACHE = at('../../node_modules/.cache')
const FLAGS = ['--bundle', '--minify', '--format=esm', '--target=es2022', '--charset=utf8', '--log-level=warning']
const HASH_LENGTH = 16
const FORMS = ['', '.gz', '.br'] as const

const IMPORT = /^import (?!type )[^']*'(\.[^']+)'/gm

/** A source and, of those that it imports more than types from, each that lies elsewhere. */
function readWith(path: string, read: Map<string, string>): void {
  if (read.has(path)) return
  const text = readFileSync(path, 'utf8')
  read.set(path, text)
  for (const [, other = ''] of text.matchAll(IMPORT)) {
    const imported = join(dirname(path), other)
    if (!imported.startsWith(SOURCES)) readWith(imported, read)
  }
}

/** What the bundles follow from: the sources, those elsewhere that they import, this file and the version of esbuild. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const read = new Map<string, string>()
  for (const file of globSync('**/*.{ts,css}', { cwd: SOURCES }).sort()) readWith(join(SOURCES, file), read)
  for (const [path, text] of read) hash.update(`${relative(SOURCES, path)}\n`).update(text)
  hash.update(readFileSync(at('bundle.ts'))).update(readFileSync(`${ESBUILD_PACKAGE}/package.json`))
  return hash.digest('hex').slice(0, HASH_LENGTH)
}

const brotli = (bytes: Uint8Array): Uint8Array =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

function make(folder: string): void {
  const entries = BUNDLES.map(name => {
    const source = name.replace(/\.js$/, '.ts').replace(/^text-/, 'texts/')
    return `${name.replace(/\.\w+$/, '')}=${join(SOURCES, source)}`
  })
  const { status, stderr, error } = spawnSync(ESBUILD, [...entries, ...FLAGS, `--outdir=${folder}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the page at / could not be made: ${error?.message ?? stderr}`)
  for (const name of BUNDLES) {
    const plain = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(plain, { level: 9 }))
    writeFileSync(join(folder, `${name}.br`), brotli(plain))
  }
}

function read(folder: string): Readonly<Record<BundleName, Bundle>> {
  const bundle = (name: BundleName): Bundle => {
    const [plain, gzip, br] = FORMS.map(form => readFileSync(join(folder, `${name}${form}`)))
    return { plain: plain!, gzip: gzip!, br: br! }
  }
  return Object.fromEntries(BUNDLES.map(name => [name, bundle(name)])) as Record<BundleName, Bundle>
}

/** A folder of our own beside the cache; where that is read-only, among the temporary files. */
function scratchFolder(): string {
  try {
    mkdirSync(CACHE, { recursive: true })
    return mkdtempSync(join(CACHE, 'page-'))
  } catch {
    return mkdtempSync(join(tmpdir(), 'page-'))
  }
}

/** Gateways that start at once may each make the bundles; the first to end keeps them for all. */
export function pageBundles(): Readonly<Record<BundleName, Bundle>> {
  const kept = join(CACHE, `page-${hashOfSources()}`)
  try {
    return read(kept)
  } catch {} // not made yet
  const scratch = scratchFolder()
  try {
    make(scratch)
    const made = read(scratch)
    try {
      // the image makes them as root, and another user reads them
      chmodSync(scratch, 0o755)
      renameSync(scratch, kept)
      for (const old of globSync(`page-${'[0-9a-f]'.repeat(HASH_LENGTH)}`, { cwd: CACHE })) {
        if (join(CACHE, old) !== kept) rmSync(join(CACHE, old), { recursive: true, force: true })
      }
    } catch {} // somebody was faster, or there is no cache
    return made
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
