/**
 * Makes one file of each entry of the service, with what it imports; what several entries import lies in chunks beside them. A thread of the
 * engine has 500 modules: to find, read and link them takes longer than to compile them, and each module takes memory in each thread. Called by
 * deploy/bootstrap.mjs before a command, and when the image is built. quick-imports.mjs loads an entry from the folder that QUICK_BUNDLES
 * names; without that variable, and for whatever is imported on its own, the sources are loaded. Runs on any Node >= 18.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ESBUILD } from './esbuild.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/bundles')

/** What a process or a thread starts with. */
const ENTRIES = [
  'gateway/main.ts',
  'gateway/admin/main.ts',
  'compute/worker/worker.ts',
  'compute/engine/catalogue.ts',
  'compute/node/main.ts',
  'compute/node/job-worker.ts',
  'compute/node/suspect-process.ts',
  'compute/deliverer/main.ts',
  'compute/cli/main.ts',
  'deploy/start.ts',
  'deploy/role.ts',
]
const ROOMS = ['shared', 'compute', 'gateway', 'deploy']
const FOREIGN = /^(test|bench|browser|clients|node_modules|runtime)$/

/** Found by the place of their files, or large, rarely needed and imported by import(), which of a bundle has no names. */
const LEFT_OUT = ['uWebSockets.js', 'msgpackr', 'piscina', 'stripe', 'undici', 'oidc-provider']

/** Stands at the top of each file: packages that are no modules ask for Node's own by require(). */
const banner = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(${JSON.stringify(pathToFileURL(join(ROOT, 'package.json')).href)});`

/** Folders that are kept: a process that runs for long may yet load a part of an older one. */
const KEPT_COUNT = 8

/** The folder with all that is below it. */
function treeOf(folder) {
  const below = readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return FOREIGN.test(entry.name) ? [] : treeOf(path)
    return [path]
  })
  return [folder, ...below]
}

const tree = () => ROOMS.filter(room => existsSync(join(ROOT, room))).flatMap(treeOf)

/** The sources again, each with its own URL in place of import.meta.url, which in a bundle is that of the bundle. */
function copySources(folder) {
  for (const path of tree().filter(path => /\.(ts|mjs)$/.test(path))) {
    const url = JSON.stringify(pathToFileURL(join(ROOT, path)).href)
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      readFileSync(join(ROOT, path), 'utf8').replaceAll('import.meta.url', () => url),
    )
  }
}

/** A file as it is now: a change of its content changes the time of its inode, whatever else is set back. */
function stateOf(path) {
  const { size, ctimeMs } = statSync(ROOT + path)
  return `${size} ${ctimeMs}`
}

/** Whether all that a folder was made of is as it was. */
function isFresh(folder) {
  try {
    const states = JSON.parse(readFileSync(join(folder, 'states.json'), 'utf8'))
    return Object.entries(states).every(([path, state]) => stateOf(path) === state)
  } catch {
    return false // a file is gone
  }
}

function build(unfinished) {
  const states = Object.fromEntries([...tree(), 'package-lock.json'].map(path => [path, stateOf(path)]))
  const copies = join(unfinished, 'sources')
  copySources(copies)
  const entries = ENTRIES.filter(path => existsSync(join(copies, path)))
  const metafile = join(unfinished, 'meta.json')
  const flags = ['--bundle', '--splitting', '--format=esm', '--platform=node', '--target=node22']
  const output = [`--outdir=${unfinished}`, '--outbase=.', '--out-extension:.js=.mjs', `--metafile=${metafile}`]
  const style = ['--minify-whitespace', '--legal-comments=none', '--sourcemap=external', '--sources-content=false']
  const { status } = spawnSync(
    ESBUILD,
    [
      ...entries,
      ...[...flags, ...output, ...style],
      ...LEFT_OUT.map(name => `--external:${name}`),
      `--banner:js=${banner}`,
      '--log-level=error',
    ],
    // relative names: esbuild replaces some characters of absolute ones that are names of output files
    { cwd: copies },
  )
  if (status !== 0) return false
  writeFileSync(join(unfinished, 'entries.json'), JSON.stringify(entries))
  writeFileSync(join(unfinished, 'states.json'), JSON.stringify(states))
  rmSync(copies, { recursive: true })
  return true
}

const folders = () =>
  readdirSync(CACHE)
    .map(name => join(CACHE, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)

function noteUse(folder) {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {} // a read-only image
}

/** The folder of the bundles of the sources as they are now; undefined: there is none yet. */
export function freshBundles() {
  try {
    const found = folders().find(isFresh)
    if (found !== undefined) noteUse(found)
    return found
  } catch {
    return undefined // nothing was made yet
  }
}

/** Makes such a folder. undefined: the sources do not build, or nothing can be written; then all runs from the sources. name: of the folder. */
export function makeBundles(name) {
  try {
    mkdirSync(CACHE, { recursive: true })
    const unfinished = mkdtempSync(join(CACHE, '.unfinished-'))
    const folder = join(CACHE, name ?? basename(unfinished).replace('.unfinished-', 'made-'))
    chmodSync(unfinished, 0o755) // who runs an image is not who made it
    if (build(unfinished)) renameSync(unfinished, folder)
    rmSync(unfinished, { recursive: true, force: true })
    for (const old of folders().slice(KEPT_COUNT)) rmSync(old, { recursive: true, force: true })
    return existsSync(folder) ? folder : undefined
  } catch {
    return undefined
  }
}
