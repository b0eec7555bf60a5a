/**
 * Where one resource was found to have no room: spans in which nothing starts that asks for so much of it for so long. Within one schedule what is free never grows, so what was
 * found for one activity holds for all that ask for as much, in the same calendar, for as long or longer. Without it a queue of activities is walked from its head for each.
 */

/** Spans kept; past them the shortest is forgotten. */
const SPANS_MAX = 24

interface Span {
  /** What has no room there: parts of the resource, their class, and so many minutes of the calendar. */
  readonly parts: number
  readonly ofClass: number
  readonly calendar: number
  readonly minutes: number
  from: number
  /** The moment that the last search went on from. */
  until: number
  /** Where the last lack begins that has room before it, though not enough; -Infinity: none is known. */
  gapEnd: number
}

export class NoRoom {
  #spans: Span[] = []

  clear(): void {
    if (this.#spans.length > 0) this.#spans = []
  }

  /** The span that a start at the moment lies in and that ends last. */
  at(parts: number, ofClass: number, calendar: number, minutes: number, start: number): Readonly<Span> | undefined {
    const spans = this.#spans
    let found: Span | undefined
    for (let n = 0; n < spans.length; n++) {
      const span = spans[n]
      if (
        span.from <= start &&
        start < span.until &&
        span.minutes <= minutes &&
        span.parts === parts &&
        span.ofClass === ofClass &&
        span.calendar === calendar &&
        (found === undefined || span.until > found.until)
      )
        found = span
    }
    return found
  }

  add(
    parts: number,
    ofClass: number,
    calendar: number,
    minutes: number,
    from: number,
    until: number,
    gapEnd: number,
  ): void {
    const spans = this.#spans
    let shortest = 0
    for (let n = 0; n < spans.length; n++) {
      const known = spans[n]
      if (known.until - known.from < spans[shortest].until - spans[shortest].from) shortest = n
      const isSame =
        known.minutes === minutes &&
        known.parts === parts &&
        known.ofClass === ofClass &&
        known.calendar === calendar &&
        known.from <= until &&
        from <= known.until
      if (!isSame) continue
      known.from = Math.min(known.from, from)
      known.until = Math.max(known.until, until)
      known.gapEnd = Math.max(known.gapEnd, gapEnd)
      return
    }
    const span = { parts, ofClass, calendar, minutes, from, until, gapEnd }
    if (spans.length < SPANS_MAX) spans.push(span)
    else spans[shortest] = span
  }
}
