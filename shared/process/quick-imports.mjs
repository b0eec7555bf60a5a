/**
 * Loaded before each process and thread by `--import` (NODE_OPTIONS in deploy/bootstrap.mjs and the Dockerfile); it reduces start-up to a
 * third. Node strips the types of every file again in each thread, and searches for package.json and links for each of about a thousand
 * imports. This file strips each source once and caches it with its compiled code under node_modules/.cache, bundles the one package of
 * hundreds of files, and resolves relative imports without searching. Without this file, or without a writable cache, everything works, only more slowly.
 */
import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { tellSourcePlaces } from './source-places.mjs'

const ROOT = new URL('../../', import.meta.url).href
const PACKAGES = new URL('node_modules/', ROOT).href
const BUNDLES = new URL('.cache/bundles/', PACKAGES)
const CACHE = new URL(`node_modules/.cache/imports-${process.version}/`, ROOT)

/** Suppresses the warning that Node would print in every process, but only for this call. */
function strip(source) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** The file without its types. A cached file ends with the hash of its source. */
function stripped(url) {
  const source = readFileSync(fileURLToPath(url), 'utf8')
  const mark = `\n//${crypto.hash('sha1', source)}`
  const kept = fileURLToPath(new URL(`${url.slice(ROOT.length).replaceAll('/', '+')}.js`, CACHE))
  try {
    const text = readFileSync(kept, 'utf8')
    if (text.endsWith(mark)) return text
  } catch {} // not cached yet
  const text = strip(source) + mark
  try {
    const unfinished = `${kept}.${process.pid}.${threadId}`
    writeFileSync(unfinished, text)
    renameSync(unfinished, kept)
  } catch {} // a read-only image
  return text
}

const TYPEBOX = new URL('node_modules/typebox/', ROOT)
const ESBUILD = new URL('node_modules/@esbuild/linux-x64/bin/esbuild', ROOT)

/** Bundles the entries of typebox in one call, so that they share what they have in common. */
function bundle(sources, folder) {
  // fails at once in a read-only image
  const unfinished = mkdtempSync(fileURLToPath(new URL('typebox.', CACHE)))
  const flags = ['--bundle', '--splitting', '--format=esm', '--target=node22', '--out-extension:.js=.mjs']
  const places = [`--outdir=${unfinished}`, `--outbase=${fileURLToPath(new URL('build', TYPEBOX))}`]
  const { status } = spawnSync(fileURLToPath(ESBUILD), [...sources, ...flags, ...places])
  try {
    if (status === 0) renameSync(unfinished, folder)
  } catch {} // another process was first
  rmSync(unfinished, { recursive: true, force: true })
}

/**
 * typebox has 700 files, of which nearly every process and thread imports 370. As a bundle they cost a quarter of a thread's start less.
 * Returns the URL of the bundled file by specifier.
 */
function bundledTypebox() {
  const { version, exports } = JSON.parse(readFileSync(new URL('package.json', TYPEBOX), 'utf8'))
  const folder = new URL(`typebox-${version}/`, CACHE)
  const files = Object.entries(exports).map(([name, { default: file }]) => [name.replace('.', 'typebox'), file])
  const sources = files.map(([, file]) => fileURLToPath(new URL(file, TYPEBOX)))
  if (!existsSync(folder)) bundle(sources, fileURLToPath(folder))
  if (!existsSync(folder)) return new Map()
  return new Map(files.map(([name, file]) => [name, new URL(file.replace('./build/', ''), folder).href]))
}

let bundled = new Map()
let bundledEntries = new Map()

/** By the URL of the source. Empty: QUICK_BUNDLES names no folder of this place. */
function entriesIn(folder) {
  if (!folder?.startsWith(fileURLToPath(BUNDLES))) return new Map()
  try {
    const entries = JSON.parse(readFileSync(`${folder}/entries.json`, 'utf8'))
    const bundleOf = path => pathToFileURL(`${folder}/${path.replace(/ts$/, 'mjs')}`).href
    return new Map(entries.map(path => [new URL(path, ROOT).href, bundleOf(path)]))
  } catch {
    return new Map()
  }
}

/** The bundle of an entry (bundles.mjs), unless a file of ours imports it. */
function bundledEntry(specifier, { parentURL }) {
  const isImported = parentURL?.startsWith(ROOT) && !parentURL.startsWith(PACKAGES)
  return isImported ? undefined : bundledEntries.get(specifier)
}

function resolve(specifier, context, next) {
  const entry = bundledEntry(specifier, context)
  if (entry !== undefined) return { url: entry, format: 'module', shortCircuit: true }
  const file = bundled.get(specifier)
  if (file !== undefined && context.parentURL?.startsWith(ROOT))
    return { url: file, format: 'module', shortCircuit: true }
  const isPlain = /^\.\.?\/.*\.(ts|mjs)$/.test(specifier) && context.parentURL?.startsWith(ROOT)
  if (!isPlain) return next(specifier, context)
  return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
}

function load(url, context, next) {
  const isOurs = url.startsWith(ROOT)
  if (isOurs && url.endsWith('.ts')) return { format: 'module', source: stripped(url), shortCircuit: true }
  if (isOurs && url.endsWith('.mjs')) {
    return { format: 'module', source: readFileSync(fileURLToPath(url)), shortCircuit: true }
  }
  return next(url, context)
}

// older versions of Node have no hooks
if (module.registerHooks !== undefined) {
  try {
    mkdirSync(CACHE, { recursive: true })
  } catch {} // a read-only image
  try {
    bundled = bundledTypebox()
  } catch {} // not installed, or a read-only image
  bundledEntries = entriesIn(process.env.QUICK_BUNDLES)
  if (bundledEntries.size > 0) tellSourcePlaces(pathToFileURL(process.env.QUICK_BUNDLES).href, ROOT)
  module.enableCompileCache(fileURLToPath(new URL('compiled', CACHE)))
  module.registerHooks({ resolve, load })
}
