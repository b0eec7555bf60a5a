/** The engine and what uses it as one file of JavaScript, by esbuild: for Node, and for browsers with the parts of Node that it uses in their place. */
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ESBUILD } from './esbuild.mjs'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const SCRIPT_BYTES_MAX = 2 ** 26
const IN_BROWSER = ['buffer', 'crypto', 'util', 'zlib']
const inBrowser = (name: string): string => at(`compute/library/browser/${name}.ts`)

// in parts: the bundle of the service has its own address wherever the words stand as one
const META_URL = ['import', 'meta', 'url'].join('.')

const OLDER = `--inject:${at('compute/library/older-runtimes.ts')}`

export type BundleTarget = 'node' | 'browser'

const FLAGS: Readonly<Record<BundleTarget, readonly string[]>> = {
  node: ['--platform=node', '--target=node20', OLDER],
  browser: [
    '--platform=browser',
    '--target=es2023',
    OLDER,
    ...IN_BROWSER.map(name => `--alias:node:${name}=${inBrowser(name)}`),
    `--inject:${inBrowser('buffer')}`,
  ],
}

const COMMON = ['--bundle', '--minify', '--charset=utf8', '--legal-comments=none', '--log-level=warning']

const argumentsOf = (entry: string, target: BundleTarget, more: readonly string[]): string[] => [
  at(entry),
  ...COMMON,
  ...FLAGS[target],
  ...more,
]

/** entry: path in this folder. more: further flags of esbuild; --format=iife makes a script. Throws what esbuild says. */
export function bundleEngine(
  entry: string,
  outfile: string,
  target: BundleTarget,
  more: readonly string[] = ['--format=esm'],
): void {
  const { status, stderr, error } = spawnSync(ESBUILD, [...argumentsOf(entry, target, more), `--outfile=${outfile}`], {
    encoding: 'utf8',
    cwd: at('.'),
  })
  if (status !== 0) throw new Error(`${entry} could not be bundled: ${error?.message ?? stderr}`)
}

/** Several entries for Node by the name that each gets in the folder; what they share lies there once. */
export function bundleTogether(entries: Readonly<Record<string, string>>, outdir: string): void {
  const named = Object.entries(entries).map(([name, entry]) => `${name}=${at(entry)}`)
  const output = ['--format=esm', '--splitting', `--outdir=${outdir}`, '--out-extension:.js=.mjs']
  const flags = [...COMMON, ...FLAGS.node, ...output, '--chunk-names=shared-[hash]']
  const { status, stderr, error } = spawnSync(ESBUILD, [...named, ...flags], { encoding: 'utf8', cwd: at('.') })
  if (status !== 0) throw new Error(`${Object.keys(entries)} could not be bundled: ${error?.message ?? stderr}`)
}

/** A script for browsers, while other work goes on. */
export async function engineScript(entry: string): Promise<string> {
  const flags = argumentsOf(entry, 'browser', ['--format=iife', `--define:${META_URL}="file:///page"`])
  const { stdout } = await promisify(execFile)(ESBUILD, flags, { maxBuffer: SCRIPT_BYTES_MAX, cwd: at('.') })
  return stdout
}
