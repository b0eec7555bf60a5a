/**
 * Packages of many small files, each as one file: to find, read and link 600 files costs each process and thread up to 0.3 s of processor.
 * One call of esbuild bundles them all, so that they share what they have in common, and again when the version of one has changed.
 */
import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ESBUILD } from './esbuild.mjs'

/** Not among them: packages that find files of theirs by their own place (piscina, uWebSockets.js). */
const PACKAGES = ['typebox', 'undici', 'ioredis', 'jose', 'prom-client', '@opentelemetry/api', 'pino', 'tap']
/** Every entry of these is bundled, of the others the main one. */
const WHOLE = ['typebox']
/** tap leaves what lies in a folder of this name out of the stack of a failure. */
const FOLDERS = { tap: 'node_modules/@tapjs/' }

const MODULES = new URL('../../../node_modules/', import.meta.url)
const FLAGS = ['--bundle', '--splitting', '--format=esm', '--platform=node', '--target=node22', '--conditions=']
const BANNER = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`
const MANIFEST = 'files.json'

/** The package.json of those that are installed: an image has no tap. */
const installed = () =>
  PACKAGES.flatMap(name => {
    try {
      return [JSON.parse(readFileSync(new URL(`${name}/package.json`, MODULES), 'utf8'))]
    } catch {
      return []
    }
  })

const fileOf = target => (typeof target === 'string' ? target : fileOf(target.import ?? target.default))

/** Specifier and file of what is bundled of a package. */
const entriesOf = ({ name, main, exports }) =>
  (WHOLE.includes(name) ? Object.entries(exports) : [['.', exports?.['.'] ?? main]]).map(([entry, target]) => [
    entry.replace('.', name),
    fileURLToPath(new URL(`${name}/${fileOf(target)}`, MODULES)),
  ])

/** A module that exports what a CommonJS package does, by its names: esbuild knows them only when it runs. */
function facade(specifier, file) {
  const names = Object.keys(createRequire(import.meta.url)(specifier)).filter(name => name !== 'default')
  return `import whole from ${JSON.stringify(file)}; export default whole; export const { ${names.join()} } = whole`
}

function bundle(packages, folder) {
  const unfinished = mkdtempSync(folder) // fails at once in a read-only image
  const files = {}
  const inputs = packages.flatMap(each =>
    entriesOf(each).map(([specifier, file], i) => {
      const isModule = each.type === 'module' || file.endsWith('.mjs')
      const input = isModule ? file : `${unfinished}/${i}-${each.name}.in.mjs`
      if (!isModule) writeFileSync(input, facade(specifier, file))
      const output = `${FOLDERS[each.name] ?? ''}${specifier}`
      files[specifier] = `${output}.mjs`
      return `${output}=${input}`
    }),
  )
  const { status } = spawnSync(ESBUILD, [
    ...inputs,
    ...FLAGS,
    '--out-extension:.js=.mjs',
    `--outdir=${unfinished}`,
    `--banner:js=${BANNER}`,
  ])
  writeFileSync(`${unfinished}/${MANIFEST}`, JSON.stringify(files))
  try {
    if (status === 0) renameSync(unfinished, folder)
  } catch {} // another process was first
  rmSync(unfinished, { recursive: true, force: true })
}

/** URL of the bundled file by specifier. Throws where nothing can be kept. */
export function bundledPackages(cache) {
  const packages = installed()
  const versions = packages.map(({ name, version }) => `${name}@${version}`)
  const folder = new URL(`packages-${crypto.hash('sha1', `${versions} ${FLAGS}`).slice(0, 16)}/`, cache)
  if (!existsSync(folder)) bundle(packages, fileURLToPath(folder).slice(0, -1))
  const files = JSON.parse(readFileSync(new URL(MANIFEST, folder), 'utf8'))
  return new Map(Object.entries(files).map(([specifier, file]) => [specifier, new URL(file, folder).href]))
}
