/** shared/process/quick-imports.mjs: what is kept is never older than its source, and nothing depends on it being kept. */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
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
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'

const QUICK_IMPORTS = 'shared/process/quick-imports.mjs'
const SOURCE_PLACES = 'shared/process/source-places.mjs'
const source = fileURLToPath(new URL(`../../${QUICK_IMPORTS}`, import.meta.url))
const sourcePlaces = fileURLToPath(new URL(`../../${SOURCE_PLACES}`, import.meta.url))

// a folder whose name must be escaped in a URL
const root = mkdtempSync(join(tmpdir(), 'quick imports '))
t.teardown(() => rmSync(root, { recursive: true }))
const at = (path: string): string => join(root, path)
mkdirSync(at('shared/process'), { recursive: true })
cpSync(source, at(QUICK_IMPORTS))
cpSync(sourcePlaces, at(SOURCE_PLACES))

const MAIN = `import { Worker, isMainThread } from 'node:worker_threads'
import { word } from './room/word.ts'
const shown: string = word()
console.log(isMainThread ? 'main' : 'thread', shown)
if (isMainThread) new Worker(new URL(import.meta.url))
`
const moduleText = (word: string) => `export const word = (): string => ('${word}' as string)\n`

function run() {
  const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(at(QUICK_IMPORTS)).href}` }
  const { stdout, stderr, status } = spawnSync(process.execPath, [at('main.ts')], { env, encoding: 'utf8' })
  return { stdout, stderr, status }
}
const saying = (word: string) => ({ stdout: `main ${word}\nthread ${word}\n`, stderr: '', status: 0 })
const kept = (): string[] => globSync(`${root}/node_modules/.cache/imports-*/*.js`)

t.test('a file is kept without its types, for threads too, and made anew when its source changes', async t => {
  mkdirSync(at('room'))
  writeFileSync(at('main.ts'), MAIN)
  writeFileSync(at('room/word.ts'), moduleText('one'))
  t.same(run(), saying('one'))
  t.equal(kept().length, 2)
  const stamps = kept().map(file => statSync(file).mtimeMs)
  t.same(run(), saying('one'))
  t.same(
    kept().map(file => statSync(file).mtimeMs),
    stamps,
    'nothing is written again',
  )
  const { atime, mtime } = statSync(at('room/word.ts'))
  writeFileSync(at('room/word.ts'), moduleText('two'))
  utimesSync(at('room/word.ts'), atime, mtime)
  t.same(run(), saying('two'), 'though length and time are the same')
  t.equal(kept().length, 2)
})

t.test('typebox is bundled once, also when many need it at the same time, and every entry of it works', async t => {
  const modules = new URL('../../node_modules/', import.meta.url)
  const { exports } = JSON.parse(readFileSync(new URL('typebox/package.json', modules), 'utf8')) as { exports: object }
  mkdirSync(at('node_modules/@esbuild'), { recursive: true })
  for (const name of ['typebox', '@esbuild/linux-x64']) {
    symlinkSync(fileURLToPath(new URL(name, modules)), at(`node_modules/${name}`))
  }
  const entries = Object.keys(exports).map(name => name.replace('.', 'typebox'))
  writeFileSync(
    at('room/schema.ts'),
    `${entries.map((name, i) => `import * as entry${i} from '${name}'`).join('\n')}
console.log([${entries.map((_, i) => `Object.keys(entry${i}).sort()`).join()}].join(' '), import.meta.resolve('typebox'))
`,
  )
  const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(at(QUICK_IMPORTS)).href}` }
  const outputs = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const child = spawn(process.execPath, [at('room/schema.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      return text(child.stdout)
    }),
  )
  const names = await Promise.all(entries.map(async name => Object.keys(await import(name)).sort()))
  for (const line of outputs) t.equal(line.split(' ').slice(0, entries.length).join(' '), names.join(' '))
  const [bundle, ...others] = globSync(`${root}/node_modules/.cache/imports-*/typebox*`)
  t.same(others, [], 'nothing unfinished is left')
  const { stdout } = spawnSync(process.execPath, [at('room/schema.ts')], { env, encoding: 'utf8' })
  t.ok(stdout.trim().endsWith(pathToFileURL(`${bundle}/index.mjs`).href), 'the bundle is what is imported')
})

t.test('what was damaged is made anew, and where nothing can be kept all runs the same', async t => {
  for (const file of kept()) writeFileSync(file, 'throw new Error("not the whole of it")')
  t.same(run(), saying('two'))
  rmSync(at('node_modules'), { recursive: true })
  writeFileSync(at('node_modules'), 'a file stands where the folder would be')
  t.same(run(), saying('two'))
})

t.test('a file that is not there is named', async t => {
  writeFileSync(at('main.ts'), "import './room/missing.ts'\n")
  const { status, stderr } = run()
  t.equal(status, 1)
  t.match(stderr, 'room/missing.ts')
})
