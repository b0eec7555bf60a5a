/** shared/platform/process/bundles.mjs: what is loaded is never older than its sources, runs as they would, and bounds what a process starts with. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'

interface Builder {
  freshBundles(): string | undefined
  makeBundles(name?: string): string | undefined
}

const project = fileURLToPath(new URL('../../', import.meta.url))
const PROCESS = 'shared/platform/process'
const FILES = ['bundles.mjs', 'quick-imports.mjs', 'bundled-packages.mjs', 'esbuild.mjs', 'source-places.mjs'].map(
  name => `${PROCESS}/${name}`,
)

// a folder whose name must be escaped in a URL, has no meaning to a shell, and is no name that esbuild gives a file
const root = mkdtempSync(join(tmpdir(), 'bundles of "ü" $x \'q\' '))
t.teardown(() => rmSync(root, { recursive: true }))
const at = (path: string): string => join(root, path)
function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

for (const path of FILES) put(path, readFileSync(join(project, path), 'utf8'))
mkdirSync(at('node_modules/@esbuild'), { recursive: true })
symlinkSync(join(project, 'node_modules/@esbuild/linux-x64'), at('node_modules/@esbuild/linux-x64'))
put('package-lock.json', '{}')
const tells = (word: string): string => `export const told = (): string => ('${word}' as string)\n`
put('shared/told.ts', tells('one'))
put('compute/node/fails.ts', "interface Nothing {}\n\nexport function fails(): never {\n  throw new Error('told')\n}\n")
// entries of the service, with other content
put(
  'compute/node/main.ts',
  `import { Worker } from 'node:worker_threads'
import { told } from '../../shared/told.ts'
import { fails } from './fails.ts'
const { told: again } = await import('../../shared/told.ts')
console.log(told(), told === again, import.meta.url)
try {
  fails()
} catch (error) {
  console.log((error as Error).stack!.split('\\n')[1]!.trim())
}
new Worker(new URL('./job-worker.ts', import.meta.url))
`,
)
put('compute/node/job-worker.ts', "console.log('thread', new Error().stack!.includes('job-worker.ts:1:'))\n")

const { freshBundles, makeBundles } = (await import(pathToFileURL(at(FILES[0]!)).href)) as Builder
const run = (QUICK_BUNDLES = '') => {
  const NODE_OPTIONS = `--import=${pathToFileURL(at(FILES[1]!)).href}`
  const env = { ...process.env, NODE_OPTIONS, QUICK_BUNDLES }
  const { stdout, stderr } = spawnSync(process.execPath, [at('compute/node/main.ts')], { env, encoding: 'utf8' })
  return stdout
    .split('\n')
    .concat(stderr)
    .filter(line => line !== '')
}
const FAILS = pathToFileURL(at('compute/node/fails.ts')).href
const saying = (word: string) => [
  `${word} true ${pathToFileURL(at('compute/node/main.ts')).href}`,
  `at fails (${FAILS}:4:9)`,
  'thread true',
]

t.test(
  'an entry runs from its bundle as from its sources: the same places, in stacks too, and threads of it',
  async t => {
    t.same(run(), saying('one'))
    t.equal(freshBundles(), undefined)
    const folder = makeBundles()!
    t.equal(freshBundles(), folder)
    t.same(run(folder), saying('one'))
    // what runs is the bundle: the sources say something else by now
    put('shared/told.ts', "export const told = (): string => 'changed'\n")
    t.same(run(folder), saying('one'))
  },
)

t.test(
  'a bundle is stale when a file has another content, though its length and time are the same, or is new',
  async t => {
    put('shared/told.ts', tells('one'))
    t.equal(freshBundles(), undefined)
    const folder = makeBundles()
    t.equal(freshBundles(), folder)
    const { atime, mtime } = statSync(at('shared/told.ts'))
    put('shared/told.ts', tells('two'))
    utimesSync(at('shared/told.ts'), atime, mtime)
    t.equal(freshBundles(), undefined)
    t.same(run(makeBundles()), saying('two'))
    put('shared/page.md', 'text')
    t.equal(freshBundles(), undefined)
  },
)

t.test('bundles of another place are not loaded, nor those that are gone', async t => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'bundles elsewhere '))
  t.teardown(() => rmSync(elsewhere, { recursive: true }))
  cpSync(makeBundles()!, elsewhere, { recursive: true })
  put('shared/told.ts', tells('three'))
  t.same(run(elsewhere), saying('three'))
  t.same(run(at('node_modules/.cache/bundles/gone')), saying('three'))
})

t.test('sources that do not build leave no bundle: Node tells what is wrong with them', async t => {
  put('shared/told.ts', 'export const told = (')
  t.equal(makeBundles(), undefined)
  t.equal(freshBundles(), undefined)
})
