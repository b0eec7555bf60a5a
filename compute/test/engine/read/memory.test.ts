/** Peak memory of the reader on hostile bodies of 50 MB: at most 8 times the body and 128 MB, the whole process counted. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const BODY_BYTES = 50e6
const FACTOR_MAX = 8
const BESIDE_BYTES_MAX = 128 * 2 ** 20
const CHILD = fileURLToPath(new URL('peak-memory.ts', import.meta.url))

/** Shapes of peak-memory.ts, and what becomes of them. */
const SHAPES: Readonly<Record<string, string>> = {
  'arrays in an array': 'validation',
  'empty tasks': 'task_limit_tier',
  'unknown members in a task': 'input',
  'a long escaped name': 'input',
  'distinct resources': 'input',
  'task lists': 'validation',
}

for (const [shape, outcome] of Object.entries(SHAPES)) {
  t.test(`a body of 50 MB of this shape takes no more memory than is allowed: ${shape}`, t => {
    const printed = execFileSync(process.execPath, [CHILD, shape, String(BODY_BYTES)], { encoding: 'utf8' })
    const seen = JSON.parse(printed) as { bodyBytes: number; peakBytes: number; outcome: string }
    t.equal(seen.outcome, outcome)
    t.ok(seen.bodyBytes >= BODY_BYTES)
    const allowed = FACTOR_MAX * seen.bodyBytes + BESIDE_BYTES_MAX
    t.ok(seen.peakBytes < allowed, `${seen.peakBytes} of ${allowed} bytes`)
    t.end()
  })
}
