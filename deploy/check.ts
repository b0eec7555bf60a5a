/** Types, lint and format in one command, each reported; `npm test` begins with it. --write mends what lint and format can mend, and nothing else. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
/** The binary of the one platform that is tested: the package that chooses among platforms has entries without integrity in the lock. */
const BIOME = at('@biomejs/cli-linux-x64/biome')

/** All projects of tsconfig.json; what did not change since the last run is not compiled again. One thread does two thirds of the work of four, which each check what they share. */
const TYPES = ['types', process.execPath, [at('.bin/tsc'), '--build', '--singleThreaded']] as const
const LINT = ['lint and format', BIOME, ['check', '--error-on-warnings', '.']] as const
const WRITE = ['lint and format', BIOME, ['check', '--write', '.']] as const

const steps = process.argv.includes('--write') ? [WRITE] : [TYPES, LINT]

let failed = 0
for (const [title, command, args] of steps) {
  const startedMs = performance.now()
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) failed++
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${title}  ${Math.round(performance.now() - startedMs)} ms`)
}
process.exit(failed === 0 ? 0 : 1)
