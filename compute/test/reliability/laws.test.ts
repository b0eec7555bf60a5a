/**
 * Laws and comparisons that `npm test` holds on some hundred random inputs each, on many times as many; and every published file through every analysis. Each file is run
 * as it is, with the variable that sets how much it does.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TIMES = Number(process.env.TIMES ?? 10)

/** Test file, variable, and its value in npm test; null: a switch. */
const LAWS: readonly (readonly [file: string, variable: string, count: number | null])[] = [
  ['compute/test/engine/every-analysis/project-files.test.ts', 'EVERY_FILE', null],
  ['compute/test/engine/forensics/as-built-laws.test.ts', 'AS_BUILT_RUNS', 120],
  ['compute/test/engine/forensics/change-laws.test.ts', 'CHANGE_LAWS_RUNS', 40],
  ['compute/test/engine/forensics/delay-laws.test.ts', 'RUNS', 100],
  ['compute/test/engine/forensics/delay-properties.test.ts', 'RUNS', 250],
  ['compute/test/engine/forensics/delay-replay.test.ts', 'RUNS', 120],
  ['compute/test/engine/forensics/revision-properties.test.ts', 'RUNS', 60],
  ['compute/test/engine/forensics/slip-properties.test.ts', 'RUNS', 200],
  ['compute/test/engine/levelling/feasible.test.ts', 'CASES', 500],
  ['compute/test/engine/read/read-request.test.ts', 'PROPERTY_RUNS', 120],
  ['shared/test/frame.test.ts', 'FRAMES', 150],
]

for (const [file, variable, count] of LAWS) {
  const value = count === null ? '1' : String(TIMES * count)
  t.test(`${file} with ${variable}=${value}`, async t => {
    const env = { ...process.env, [variable]: value, TAP_TIMEOUT: '21600' }
    const { status, stdout } = spawnSync(process.execPath, [file], { cwd: ROOT, env, maxBuffer: 2 ** 30 })
    const faults = stdout
      .toString()
      .split('\n')
      .filter(line => /^ *(?:not ok|# case)/.test(line))
    t.equal(status, 0, faults.slice(0, 20).join('\n'))
  })
}
