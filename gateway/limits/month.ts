/** UTC months by name, as the admission script writes them. */

interface MonthSpan {
  readonly startMs: number
  readonly endMs: number
}

/** One a month: nearly every call asks for the same. */
const known = new Map<string, MonthSpan>()

/** First millisecond of the month "2026-11", and first millisecond of the month after it. */
export function monthSpan(name: string): MonthSpan {
  let span = known.get(name)
  if (span === undefined) {
    const [year, month] = name.split('-').map(Number)
    known.set(name, (span = { startMs: Date.UTC(year!, month! - 1, 1), endMs: Date.UTC(year!, month!, 1) }))
  }
  return span
}
