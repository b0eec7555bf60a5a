/** The engine and what uses it as JavaScript for others, by esbuild: a script for the page, and the code files of the npm package. */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ESBUILD } from './esbuild.mjs'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const SCRIPT_BYTES_MAX = 2 ** 26
const IN_BROWSER = ['buffer', 'crypto', 'util', 'zlib']
const inBrowser = (name: string): string => at(`compute/library/browser/${name}.ts`)

// in parts: the bundle of the service has its own address wherever the words stand as one
const META_URL = ['import', 'meta', 'url'].join('.')

const COMMON = [
  '--bundle',
  '--minify',
  '--charset=utf8',
  '--legal-comments=none',
  '--log-level=warning',
  `--inject:${at('compute/library/older-runtimes.ts')}`,
]

function bundle(entry: string, outfile: string, ...flags: readonly string[]): void {
  const words = [at(entry), ...COMMON, ...flags, `--outfile=${outfile}`]
  const { status, stderr, error } = spawnSync(ESBUILD, words, { encoding: 'utf8', cwd: at('.') })
  if (status !== 0) throw new Error(`${entry} could not be bundled: ${error?.message ?? stderr}`)
}

/** What makes the exports of the engine: require gives the parts of Node, or what stands in their place. */
type MakeEngine = (
  require: (part: string) => object,
  module: { exports: object },
  buffer: unknown,
  url: string,
) => object

/**
 * The code files of the npm package. The engine is one function that takes what it needs of Node, so it stands there once for Node and for browsers, and the
 * command line can compile it as a script; the entry for either calls it.
 */
export async function bundlePackage(folder: string): Promise<void> {
  const engine = join(folder, 'engine.mjs')
  bundle(
    'compute/cli/program.ts',
    engine,
    '--platform=node',
    '--target=node20',
    '--format=cjs',
    `--define:${META_URL}=url`,
    '--banner:js=export default function(require,module,Buffer,url){',
    '--footer:js=return module.exports}',
  )
  bundle(
    'compute/library/browser/parts.ts',
    join(folder, 'parts.mjs'),
    '--platform=browser',
    '--target=es2023',
    '--format=esm',
  )
  const { default: make } = (await import(pathToFileURL(engine).href)) as { default: MakeEngine }
  const made = make(createRequire(engine), { exports: {} }, Buffer, pathToFileURL(engine).href)
  const names = Object.keys(made).filter(name => name !== 'runProgram')
  const entry = (imports: readonly string[], require: string): string =>
    [
      ...imports,
      "import make from './engine.mjs'",
      `const made = make(${require}, { exports: {} }, Buffer, ${META_URL})`,
      `export const { ${names.join(', ')} } = made\n`,
    ].join('\n')
  const ofNode = ["import { Buffer } from 'node:buffer'", "import { createRequire } from 'node:module'"]
  writeFileSync(join(folder, 'index.mjs'), entry(ofNode, `createRequire(${META_URL})`))
  writeFileSync(join(folder, 'browser.mjs'), entry(["import { Buffer, partOf } from './parts.mjs'"], 'partOf'))
}

/** A script for browsers, while other work goes on. entry: path in this folder. */
export async function engineScript(entry: string): Promise<string> {
  const flags = [
    '--platform=browser',
    '--target=es2023',
    ...IN_BROWSER.map(name => `--alias:node:${name}=${inBrowser(name)}`),
    `--inject:${inBrowser('buffer')}`,
    '--format=iife',
    `--define:${META_URL}="file:///page"`,
  ]
  const { stdout } = await promisify(execFile)(ESBUILD, [at(entry), ...COMMON, ...flags], {
    maxBuffer: SCRIPT_BYTES_MAX,
    cwd: at('.'),
  })
  return stdout
}
