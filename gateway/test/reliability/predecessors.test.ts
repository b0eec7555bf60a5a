/** T27: hostile predecessor strings are read in time that grows with their length and no faster. */
import t from 'tap'
import { readRequest } from '../../../compute/engine/read/read-request.ts'
import { workRow } from '../../../shared/contract/catalogue/catalogue.ts'

const LIMITS = { tier: 'government', taskCountMax: 10, taskSumMax: 10, syncTaskCountMax: 10, asyncHint: '' } as const
const SEEDS = 1_000
const PIECES = ['A', ' ', 'FS', 'SS', 'FF+', '-', '+1', '0', '.', 'e9', ' d', ' FS+2 d', '\\t', 'é', ',', ';']

/** A string of about so many bytes: a random run of pieces, over and over, and a random end. */
function hostile(seed: number, bytes: number): string {
  let state = seed
  const next = (count: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % count
  }
  const run = Array.from({ length: 1 + next(4) }, () => PIECES[next(PIECES.length)]!).join('')
  return run.repeat(Math.ceil(bytes / run.length)) + PIECES[next(PIECES.length)]
}

t.test('twice the length takes less than two and a half times as long (T27)', async t => {
  const row = workRow('analysis.cpm')
  const readMs = (bytes: number): number => {
    let sum = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const body = Buffer.from(`{"tasks":[{"id":"A"},{"id":"B","predecessors":["${hostile(seed, bytes)}"]}]}`)
      const startMs = performance.now()
      readRequest(row, body, 'application/json', LIMITS)
      sum += performance.now() - startMs
    }
    return sum
  }
  readMs(10_000)
  const once = readMs(500_000)
  const twice = readMs(1_000_000)
  t.comment(`${SEEDS} strings: ${Math.round(once)} ms at 0.5 MB, ${Math.round(twice)} ms at 1 MB, seeds 1 to ${SEEDS}`)
  t.ok(twice / once < 2.5)
})
