/**
 * Loaded before each process and thread by `--import` (NODE_OPTIONS in deploy/bootstrap.mjs and the Dockerfile); it reduces start-up to a
 * third. Node strips the types of every file again in each thread, and searches for package.json and links for each of about a thousand
 * imports. This file strips each source once and caches it with its compiled code under node_modules/.cache, and it resolves relative
 * imports without searching. Without this file, or without a writable cache, everything works, only more slowly.
 */
import crypto from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'

const ROOT = new URL('../../', import.meta.url).href
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

function resolve(specifier, context, next) {
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
  module.enableCompileCache(fileURLToPath(new URL('compiled', CACHE)))
  module.registerHooks({ resolve, load })
}
