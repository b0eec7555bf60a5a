/**
 * Where one resource was found to have no room: spans in which nothing starts that asks for so much of it for so long. Within one schedule what is free never grows, so what was
 * found for one activity holds for all that ask for as much, in the same calendar, for as long or longer. Without it a queue of activities is walked from its head for each.
 */

/** Spans kept; past them the shortest is forgotten. */
const SPANS_MAX = 24
/** Numbers of what has no room there: parts of the resource, their class, and so many minutes of the calendar. */
const [PARTS, CLASS, CALENDAR, MINUTES] = [0, 1, 2, 3]
const SIZE = 4

const NONE = new Float64Array(0)

export class NoRoom {
  /** By span: where it begins, the moment that the last search went on from, and where the last lack begins that has room before it, though not enough; -Infinity: none is known. */
  #from = NONE
  #until = NONE
  #gapEnd = NONE
  /** What has no room there. Most questions are answered by where the spans lie. */
  #asked = NONE
  #count = 0
  /** No span lies outside these moments. */
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  clear(): void {
    this.#count = 0
    this.#first = Number.POSITIVE_INFINITY
    this.#last = Number.NEGATIVE_INFINITY
  }

  /** The span that a start at the moment lies in and that ends last; -1: none. */
  at(parts: number, ofClass: number, calendar: number, minutes: number, start: number): number {
    let found = -1
    if (start >= this.#last || start < this.#first) return found
    const from = this.#from
    const ends = this.#until
    const asked = this.#asked
    let until = start
    for (let span = 0; span < this.#count; span++) {
      if (ends[span] <= until || from[span] > start) continue
      const s = span * SIZE
      if (asked[s + MINUTES] > minutes || asked[s + PARTS] !== parts) continue
      if (asked[s + CLASS] !== ofClass || asked[s + CALENDAR] !== calendar) continue
      until = ends[span]
      found = span
    }
    return found
  }

  until(span: number): number {
    return this.#until[span]
  }

  gapEnd(span: number): number {
    return this.#gapEnd[span]
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
    if (this.#from.length === 0) {
      this.#from = new Float64Array(SPANS_MAX)
      this.#until = new Float64Array(SPANS_MAX)
      this.#gapEnd = new Float64Array(SPANS_MAX)
      this.#asked = new Float64Array(SPANS_MAX * SIZE)
    }
    const begins = this.#from
    const ends = this.#until
    const asked = this.#asked
    if (from < this.#first) this.#first = from
    if (until > this.#last) this.#last = until
    let shortest = 0
    for (let span = 0; span < this.#count; span++) {
      if (ends[span] - begins[span] < ends[shortest] - begins[shortest]) shortest = span
      if (begins[span] > until || from > ends[span]) continue
      const s = span * SIZE
      if (asked[s + MINUTES] !== minutes || asked[s + PARTS] !== parts) continue
      if (asked[s + CLASS] !== ofClass || asked[s + CALENDAR] !== calendar) continue
      begins[span] = Math.min(begins[span], from)
      ends[span] = Math.max(ends[span], until)
      this.#gapEnd[span] = Math.max(this.#gapEnd[span], gapEnd)
      return
    }
    const span = this.#count < SPANS_MAX ? this.#count++ : shortest
    asked[span * SIZE + PARTS] = parts
    asked[span * SIZE + CLASS] = ofClass
    asked[span * SIZE + CALENDAR] = calendar
    asked[span * SIZE + MINUTES] = minutes
    begins[span] = from
    ends[span] = until
    this.#gapEnd[span] = gapEnd
  }
}
