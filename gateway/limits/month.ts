/** UTC months by name, as the admission script writes them. */

/** First millisecond of the month "2026-11", and first millisecond of the month after it. */
export function monthSpan(name: string): { startMs: number; endMs: number } {
  const [year, month] = name.split('-').map(Number)
  return { startMs: Date.UTC(year!, month! - 1, 1), endMs: Date.UTC(year!, month!, 1) }
}
