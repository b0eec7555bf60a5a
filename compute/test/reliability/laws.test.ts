/**
 * Laws and comparisons that `npm test` holds on some hundred random inputs each, on many times as many; and every published file through every analysis. Each file is run
 * as it is, with the variable that sets how much it does.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TIMES = Number(process.env.TIMES ?? 10)

/** Test file, and the variable that sets how much it does. */
const LAWS = [
  ['compute/test/engine/every-analysis/project-files.test.ts', 'EVERY_FILE'],
  ['compute/test/engine/forensics/as-built-laws.test.ts', 'AS_BUILT_RUNS'],
  ['compute/test/engine/forensics/change-laws.test.ts', 'CHANGE_LAWS_RUNS'],
  ['compute/test/engine/forensics/collapsed-bridges.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/collapsed-worlds.test.ts', 'WORLD_CASES'],
  ['compute/test/engine/forensics/delay-added-work.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/delay-chains.test.ts', 'CHAIN_CASES'],
  ['compute/test/engine/forensics/delay-culprit.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/delay-events.test.ts', 'EVENT_RUNS'],
  ['compute/test/engine/forensics/delay-laws.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/delay-properties.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/delay-replay.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/exchanges.test.ts', 'REVISION_RUNS'],
  ['compute/test/engine/forensics/rearranged.test.ts', 'REVISION_RUNS'],
  ['compute/test/engine/forensics/recreated.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/revision-properties.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/slip-properties.test.ts', 'RUNS'],
  ['compute/test/engine/forensics/suspended-base.test.ts', 'SUSPENDED_CASES'],
  ['compute/test/engine/forensics/time-impact.test.ts', 'IMPACT_CASES'],
  ['compute/test/engine/levelling/feasible.test.ts', 'CASES'],
  ['compute/test/engine/read/read-request.test.ts', 'PROPERTY_RUNS'],
  ['shared/test/frame.test.ts', 'FRAMES'],
] as const

/** What it does in npm test, as it says itself; undefined: the variable is a switch. */
function countIn(file: string, variable: string): number | undefined {
  const use = new RegExp(`process\\.env\\.${variable}\\b(?: \\?\\? (\\d+))?`).exec(
    readFileSync(`${ROOT}${file}`, 'utf8'),
  )
  if (use === null) throw new Error(`${file} does not ask for ${variable}`)
  return use[1] === undefined ? undefined : Number(use[1])
}

for (const [file, variable] of LAWS) {
  const count = countIn(file, variable)
  const value = count === undefined ? '1' : String(TIMES * count)
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
