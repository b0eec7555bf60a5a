/**
 * Loaded before a process, and each of its threads, by `--import` (NODE_OPTIONS in deploy/bootstrap.mjs and the Dockerfile): starts
 * take a third of the time. Node strips the types of a file anew in every thread, and looks for package.json and links around
 * each of a thousand imported files. Here a file is stripped once and kept under node_modules/.cache, its compiled code
 * beside it, and a relative import is what it says. Without this file, or without a place to write, everything runs the same.
 */
import crypto from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'

const ROOT = new URL('../../', import.meta.url).href
const CACHE = new URL(`node_modules/.cache/imports-${process.version}/`, ROOT)

/** Strips without the warning that Node would print in every process, and never for its own stripping. */
function strip(source) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** The file without its types. What is kept ends with the hash of what it was made from. */
function stripped(url) {
  const source = readFileSync(fileURLToPath(url), 'utf8')
  const mark = `\n//${crypto.hash('sha1', source)}`
  const kept = fileURLToPath(new URL(`${url.slice(ROOT.length).replaceAll('/', '+')}.js`, CACHE))
  try {
    const text = readFileSync(kept, 'utf8')
    if (text.endsWith(mark)) return text
  } catch {} // not kept yet
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

// an older Node, as that of an npm that a test runs, has no hooks
if (module.registerHooks !== undefined) {
  try {
    mkdirSync(CACHE, { recursive: true })
  } catch {} // a read-only image
  module.enableCompileCache(fileURLToPath(new URL('compiled', CACHE)))
  module.registerHooks({ resolve, load })
}
