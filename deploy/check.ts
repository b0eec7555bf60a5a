/** Types, lint and format in one command, each reported; `npm test` begins with it. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = (name: string): string => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))

const steps: readonly (readonly [string, string, readonly string[]])[] = [
  ['types', 'tsc', ['--noEmit']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
]

let failed = 0
for (const [title, command, args] of steps) {
  const startedMs = performance.now()
  const { status } = spawnSync(process.execPath, [bin(command), ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) failed++
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${title}  ${Math.round(performance.now() - startedMs)} ms`)
}
process.exit(failed === 0 ? 0 : 1)
