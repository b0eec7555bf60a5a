/**
 * `npm test`: the check, then tap over every test file, or over those named on the command line. `--reliability` runs the
 * slow suites instead (<room>/test/reliability).
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const run = (args: readonly string[]): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

const named = process.argv.slice(2).filter(argument => argument !== '--reliability')
const isReliability = process.argv.includes('--reliability')
const ROOMS = '{shared,gateway,compute,loadtest,deploy}'
const all = globSync(`${ROOMS}/test/**/*.test.ts`, { cwd: root }).sort()
const files = named.length > 0 ? named : all.filter(file => file.includes('/reliability/') === isReliability)

if (files.length === 0) {
  console.error('no test file found')
  process.exit(1)
}
if (!isReliability && named.length === 0 && run([at('deploy/check.ts')]) !== 0) process.exit(1)
// a slow suite has the machine to itself
process.exit(
  run([at('node_modules/.bin/tap'), 'run', ...(isReliability ? ['--jobs=1', '--timeout=1800'] : []), ...files]),
)
