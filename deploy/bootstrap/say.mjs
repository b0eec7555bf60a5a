// What the set-up tells: sentences, and what its steps have done so far.

export const say = sentence => process.stderr.write(`[setup] ${sentence}\n`)

/** 1 is an answer of some commands: a score below the limit of sis, a problem that doctor found. */
export function die(sentence) {
  say(sentence)
  process.exit(2)
}

const REDRAWN_MS = 500
/** Where nothing can be drawn anew, as in a log. */
const LINE_MS = 5_000

const seconds = sinceMs => `${Math.round((Date.now() - sinceMs) / 1000)} s`

/**
 * Does steps at the same time, and tells of each what it fetches, how far it is, and when it is done. A step: `does` (what it does, and how large it is),
 * `name`, `run` (resolves when it is done), `done` (how far it is, in words; empty: not known).
 */
export async function inSight(steps) {
  const startedMs = Date.now()
  const open = new Set(steps)
  const isTerminal = process.stderr.isTTY === true
  const wipe = () => isTerminal && process.stderr.write('\r\x1b[K')
  const draw = () => {
    const states = [...open].map(({ name, done }) => [name, done()].filter(Boolean).join(' ')).join(', ')
    const line = `[setup] ${seconds(startedMs).padStart(4)}: ${states}`
    const shown = isTerminal ? line.slice(0, (process.stderr.columns || 80) - 1) : `${line}\n`
    wipe()
    process.stderr.write(shown)
  }
  for (const { does } of steps) say(does)
  const timer = setInterval(draw, isTerminal ? REDRAWN_MS : LINE_MS)
  try {
    await Promise.all(
      steps.map(async step => {
        await step.run()
        open.delete(step)
        wipe()
        say(`${seconds(startedMs).padStart(4)}: ${step.name} done`)
      }),
    )
  } finally {
    clearInterval(timer)
    wipe()
  }
}
