/**
 * Where one resource was found to have no room: spans in which nothing starts that asks for so much of it for so long. Within one schedule what is free never grows, so what was
 * found for one activity holds for all that ask for as much, in the same calendar, for as long or longer. Without it a queue of activities is walked from its head for each.
 */

/** Spans kept; past them the shortest is forgotten. */
const SPANS_MAX = 24
/** Numbers of a span: what has no room there (parts of the resource, their class, and so many minutes of the calendar), where it begins, the moment that the last search went on from, */
const [PARTS, CLASS, CALENDAR, MINUTES, FROM, UNTIL] = [0, 1, 2, 3, 4, 5]
/** and where the last lack begins that has room before it, though not enough; -Infinity: none is known. */
const GAP_END = 6
const SIZE = 7

const NONE = new Float64Array(0)

export class NoRoom {
  /** The spans one after the other: most questions are answered by two numbers of each. */
  #spans = NONE
  #end = 0

  clear(): void {
    this.#end = 0
  }

  /** The span that a start at the moment lies in and that ends last; -1: none. */
  at(parts: number, ofClass: number, calendar: number, minutes: number, start: number): number {
    const spans = this.#spans
    let found = -1
    let until = start
    for (let s = 0; s < this.#end; s += SIZE) {
      if (spans[s + UNTIL] <= until || spans[s + FROM] > start) continue
      if (spans[s + MINUTES] > minutes || spans[s + PARTS] !== parts) continue
      if (spans[s + CLASS] !== ofClass || spans[s + CALENDAR] !== calendar) continue
      until = spans[s + UNTIL]
      found = s
    }
    return found
  }

  until(span: number): number {
    return this.#spans[span + UNTIL]
  }

  gapEnd(span: number): number {
    return this.#spans[span + GAP_END]
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
    if (this.#spans.length === 0) this.#spans = new Float64Array(SPANS_MAX * SIZE)
    const spans = this.#spans
    let shortest = 0
    for (let s = 0; s < this.#end; s += SIZE) {
      if (spans[s + UNTIL] - spans[s + FROM] < spans[shortest + UNTIL] - spans[shortest + FROM]) shortest = s
      const isSame =
        spans[s + MINUTES] === minutes &&
        spans[s + PARTS] === parts &&
        spans[s + CLASS] === ofClass &&
        spans[s + CALENDAR] === calendar &&
        spans[s + FROM] <= until &&
        from <= spans[s + UNTIL]
      if (!isSame) continue
      spans[s + FROM] = Math.min(spans[s + FROM], from)
      spans[s + UNTIL] = Math.max(spans[s + UNTIL], until)
      spans[s + GAP_END] = Math.max(spans[s + GAP_END], gapEnd)
      return
    }
    let s = shortest
    if (this.#end < spans.length) {
      s = this.#end
      this.#end += SIZE
    }
    spans[s + PARTS] = parts
    spans[s + CLASS] = ofClass
    spans[s + CALENDAR] = calendar
    spans[s + MINUTES] = minutes
    spans[s + FROM] = from
    spans[s + UNTIL] = until
    spans[s + GAP_END] = gapEnd
  }
}
