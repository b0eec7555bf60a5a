/**
 * What the compiler holds: a tree with a fifteenth analysis is compiled, and beside it one variant of the same files for each piece that
 * is missing. The compiler runs once over all of them; a variant imports what it does not change from the tree.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type Files, newAnalysis, REMOVALS, without } from './helpers/new-analysis.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const tree = mkdtempSync(join(tmpdir(), 'new-analysis-'))
t.teardown(() => rmSync(tree, { recursive: true }))

const isCopied = (path: string): boolean => !/(^|\/)(test|bench|node_modules|vendor)(\/|$)/.test(relative(root, path))
for (const room of ['shared', 'compute', 'gateway', 'deploy', 'loadtest'])
  cpSync(join(root, room), join(tree, room), { recursive: true, filter: isCopied })
cpSync(join(root, 'package.json'), join(tree, 'package.json'))
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

const IMPORT = /(from|import) '(\.[^']+)'/g

/** The files in a folder of their own, with what they import of the tree. */
function putVariant(folder: string, files: Files, all: Files): void {
  for (const [path, text] of files) {
    const here = dirname(join(folder, path))
    const moved = text.replace(IMPORT, (_, word: string, target: string) => {
      const meant = normalize(join(dirname(path), target))
      const found = relative(here, all.has(meant) ? join(folder, meant) : meant)
      return `${word} '${found.startsWith('.') ? found : `./${found}`}'`
    })
    put(join(folder, path), moved)
  }
}

const complete = newAnalysis(read)
for (const [path, text] of complete) put(path, text)
const VARIANTS: readonly { readonly what: string; readonly files: Files }[] = [
  { what: 'nothing is missing', files: complete },
  ...REMOVALS.map(removal => ({ what: removal.what, files: without(complete, removal) })),
]
VARIANTS.forEach(({ files }, n) => {
  putVariant(`variant/${n}`, files, complete)
})

/** The handlers of service rows, without that of one. */
const HANDLERS = 'gateway/pipeline/stages/handle.ts'
const handlers = read(HANDLERS)
const fewer = handlers.replace(/\n {2}'docs\.llms': \w+,/, '')
putVariant('variant/handlers', new Map([[HANDLERS, fewer]]), new Map())

/** One project over the tree and its variants, in which the engine's own laxity about indices holds everywhere. */
const config = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    rootDir: '.',
    noUncheckedIndexedAccess: false,
  },
  include: ['shared', 'compute', 'gateway', 'loadtest', 'variant'],
  // projects of their own: another compiler's language, and what runs in a browser
  exclude: ['compute/engine/wasm/assembly', 'gateway/page/browser', 'gateway/clients'],
}
writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(config))
const compiler = join(root, 'node_modules/.bin/tsc')
const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
  cwd: tree,
  encoding: 'utf8',
})
const errors = stdout.split('\n').filter(line => /^[^ ].*error TS/.test(line))
const errorsOf = (folder: string): string[] => errors.filter(error => error.startsWith(`variant/${folder}/`))

t.test('a new analysis compiles with two folders and its lines in two lists, and nothing else', async t => {
  t.strictSame(
    errors.filter(error => !error.startsWith('variant/')),
    [],
  )
  t.strictSame(errorsOf('0'), [])
})

t.test('without any one of its pieces it does not compile', async t => {
  VARIANTS.slice(1).forEach(({ what }, n) => {
    t.not(errorsOf(String(n + 1)).length, 0, what)
  })
})

t.test('a service row without its handler does not compile', async t => {
  t.not(fewer, handlers)
  t.match(errorsOf('handlers'), [/docs\.llms/])
})
