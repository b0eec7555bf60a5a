/** Waiting in tests: for a condition, never for a time. The deadline is far beyond what the slowest machine takes; it gives a wait in vain a name. */
import { setTimeout as pause } from 'node:timers/promises'

const MS_MAX = 90_000
const POLL_MS_MIN = 5
const POLL_MS_MAX = 50

/** Asks until the condition holds; throws when that is in vain. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  msMax: number = MS_MAX,
): Promise<void> {
  const deadlineMs = performance.now() + msMax
  for (let pollMs = POLL_MS_MIN; !(await condition()); pollMs = Math.min(1.2 * pollMs, POLL_MS_MAX)) {
    if (performance.now() > deadlineMs) throw new Error(`in vain: ${what}`)
    await pause(pollMs)
  }
}
