/** shared/platform/process/quick-imports.mjs: what is kept is never older than its source, and nothing depends on it being kept. */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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

const QUICK_IMPORTS = 'shared/platform/process/quick-imports.mjs'
const FILES = [
  QUICK_IMPORTS,
  'shared/platform/process/bundled-packages.mjs',
  'shared/platform/process/esbuild.mjs',
  'shared/platform/process/source-places.mjs',
]

// a folder whose name must be escaped in a URL
const root = mkdtempSync(join(tmpdir(), 'quick imports '))
t.teardown(() => rmSync(root, { recursive: true }))
const at = (path: string): string => join(root, path)
mkdirSync(at('shared/platform/process'), { recursive: true })
for (const file of FILES) cpSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), at(file))

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

const modules = new URL('../../node_modules/', import.meta.url)

t.test(
  'packages are bundled once, also when many need them at the same time, and each entry exports what it did',
  async t => {
    const { exports } = JSON.parse(readFileSync(new URL('typebox/package.json', modules), 'utf8')) as {
      exports: object
    }
    for (const name of readdirSync(modules).filter(name => !name.startsWith('.'))) {
      symlinkSync(fileURLToPath(new URL(name, modules)), at(`node_modules/${name}`))
    }
    const packages = ['undici', 'ioredis', 'jose', 'prom-client', '@opentelemetry/api', 'pino', 'tap']
    const entries = [...Object.keys(exports).map(name => name.replace('.', 'typebox')), ...packages]
    writeFileSync(
      at('room/schema.ts'),
      `${entries.map((name, i) => `import * as entry${i} from '${name}'`).join('\n')}
console.log(JSON.stringify([${entries.map((_, i) => `Object.keys(entry${i}).sort()`).join()}]))
console.log(JSON.stringify(${JSON.stringify(entries)}.map(name => import.meta.resolve(name))))
`,
    )
    const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(at(QUICK_IMPORTS)).href}` }
    const outputs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(process.execPath, [at('room/schema.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
        return text(child.stdout)
      }),
    )
    const plain = spawnSync(process.execPath, [at('room/schema.ts')], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    })
    const namesOf = (stdout: string) => JSON.parse(stdout.split('\n')[0]!) as string[][]
    for (const names of outputs.map(namesOf)) {
      for (const [i, wanted] of namesOf(plain.stdout).entries()) {
        // a mark for compilers
        const missing = wanted.filter(name => name !== '__esModule' && !names[i]!.includes(name))
        t.same(missing, [], `${entries[i]} exports what the package itself does`)
      }
    }
    const [bundle, ...others] = globSync(`${root}/node_modules/.cache/imports-*/packages*`)
    t.same(others, [], 'nothing unfinished is left')
    const { stdout } = spawnSync(process.execPath, [at('room/schema.ts')], { env, encoding: 'utf8' })
    const files: string[] = JSON.parse(stdout.split('\n')[1]!)
    for (const file of files) t.ok(file.startsWith(pathToFileURL(bundle!).href), `${file} is what is imported`)
  },
)

t.test('of the packages of a bundle a failed assertion names the line of the test alone', async t => {
  writeFileSync(at('room/failing.ts'), "import t from 'tap'\nt.same({ a: 1 }, { a: 2 })\n")
  const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(at(QUICK_IMPORTS)).href}` }
  const { stdout } = spawnSync(process.execPath, [at('room/failing.ts')], { env, encoding: 'utf8', cwd: root })
  t.match(stdout, /fileName: room\/failing\.ts\s+lineNumber: 2/)
  t.notMatch(stdout, /tapjs/)
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
