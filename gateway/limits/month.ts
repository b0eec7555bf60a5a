/** UTC months by name, as the admission script writes them. */

/** First and first following millisecond of "2026-11". */
export function monthSpan(name: string): { startMs: number; endMs: number } {
  const [year, month] = name.split('-').map(Number)
  return { startMs: Date.UTC(year!, month! - 1, 1), endMs: Date.UTC(year!, month!, 1) }
}
