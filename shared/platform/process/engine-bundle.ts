/** The engine and what uses it as one file of JavaScript, by esbuild: for Node, and for browsers with the parts of Node that it uses in their place. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const ESBUILD = at('node_modules/@esbuild/linux-x64/bin/esbuild')
const IN_BROWSER = ['buffer', 'crypto', 'util', 'zlib']
const inBrowser = (name: string): string => at(`compute/library/browser/${name}.ts`)

export type BundleTarget = 'node' | 'browser'

const FLAGS: Readonly<Record<BundleTarget, readonly string[]>> = {
  node: ['--platform=node', '--target=node20'],
  browser: [
    '--platform=browser',
    '--target=es2023',
    ...IN_BROWSER.map(name => `--alias:node:${name}=${inBrowser(name)}`),
    `--inject:${inBrowser('buffer')}`,
  ],
}

/** entry: path in this folder. more: further flags of esbuild; --format=iife makes a script. Throws what esbuild says. */
export function bundleEngine(
  entry: string,
  outfile: string,
  target: BundleTarget,
  more: readonly string[] = ['--format=esm'],
): void {
  const flags = ['--bundle', '--minify', '--charset=utf8', '--legal-comments=none', '--log-level=warning']
  const { status, stderr, error } = spawnSync(
    ESBUILD,
    [at(entry), ...flags, ...FLAGS[target], ...more, `--outfile=${outfile}`],
    { encoding: 'utf8', cwd: at('.') },
  )
  if (status !== 0) throw new Error(`${entry} could not be bundled: ${error?.message ?? stderr}`)
}
