/**
 * Loaded before each process and thread by `--import` (NODE_OPTIONS in deploy/bootstrap.mjs and the Dockerfile); it reduces start-up to a
 * third. Node strips the types of every file again in each thread, and searches for package.json and links for each of about a thousand
 * imports. This file strips each source once and caches it with its compiled code under node_modules/.cache, bundles packages
 * of many files, and resolves relative imports without searching. Without this file, or without a writable cache, everything works, only more slowly.
 */
import crypto from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { bundledPackages } from './bundled-packages.mjs'
import { tellSourcePlaces } from './source-places.mjs'

const ROOT = new URL('../../../', import.meta.url).href
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

/** Whether a source of ours imports, and no package or bundle. */
const isOurs = ({ parentURL }) => parentURL?.startsWith(ROOT) && !parentURL.startsWith(PACKAGES)

/** The bundle of an entry (bundles.mjs), unless a file of ours imports it. */
const bundledEntry = (specifier, context) => (isOurs(context) ? undefined : bundledEntries.get(specifier))

function resolve(specifier, context, next) {
  const entry = bundledEntry(specifier, context)
  if (entry !== undefined) return { url: entry, format: 'module', shortCircuit: true }
  const file = isOurs(context) ? bundled.get(specifier) : undefined
  if (file !== undefined) return { url: file, format: 'module', shortCircuit: true }
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
    bundled = bundledPackages(CACHE)
  } catch {} // not installed, or a read-only image
  bundledEntries = entriesIn(process.env.QUICK_BUNDLES)
  if (bundledEntries.size > 0) tellSourcePlaces(pathToFileURL(process.env.QUICK_BUNDLES).href, ROOT)
  module.enableCompileCache(fileURLToPath(new URL('compiled', CACHE)))
  module.registerHooks({ resolve, load })
}
