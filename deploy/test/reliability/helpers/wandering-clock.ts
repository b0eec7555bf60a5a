/**
 * Loaded before a process: a wall clock that is wrong, and jumps. CLOCK_SKEWS: seconds that are added to the time, by commas, each for five
 * seconds, over and over. What counts time without a date (timers, performance.now) goes on as it is.
 */
const EACH_MS = 5_000
const skewsMs = (process.env.CLOCK_SKEWS ?? '0').split(',').map(seconds => 1_000 * Number(seconds))
const RealDate = Date
const now = (): number => {
  const realMs = RealDate.now()
  return realMs + skewsMs[Math.floor(realMs / EACH_MS) % skewsMs.length]!
}

globalThis.Date = class extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    if (given.length === 0) super(now())
    else super(...(given as [number]))
  }
  static override now(): number {
    return now()
  }
} as DateConstructor
