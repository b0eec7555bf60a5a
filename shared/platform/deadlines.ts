/**
 * Deadlines of many calls with one timer. Most calls end long before their deadline, so a timer for each would be wasted. A process that stood still (it computed,
 * or the machine gave it no time) reads first what came meanwhile: otherwise every call that was on its way would be over, though its reply is there.
 */

import { Chain, type Link } from './chain.ts'

/** How late a deadline may be noticed. */
const SLACK_MS = 5
/** A timer that is so late shows that the process stood still. */
const STILL_MS = 100
/** Time to read what came meanwhile. */
const READING_MS = 100

/** Of the time of a call or job: what a search has to find its answer; the rest is to say it. */
export const SEARCH_TIME_SHARE = 0.75

export class Deadline {
  readonly atMs: number
  /** Called once when the time is over, unless the call has ended. */
  whenOver: (() => void) | undefined
  /** Among the open ones. */
  place: Link<Deadline> | undefined
  #isOver = false

  constructor(atMs: number) {
    this.atMs = atMs
  }

  get isOver(): boolean {
    return this.#isOver
  }

  over(): void {
    this.#isOver = true
    this.whenOver?.()
  }
}

export class Deadlines {
  readonly #open = new Chain<Deadline>()
  #timer: NodeJS.Timeout | undefined
  #timerAtMs = Number.POSITIVE_INFINITY

  start(ms: number): Deadline {
    const deadline = new Deadline(performance.now() + ms)
    deadline.place = this.#open.add(deadline)
    this.#look(deadline.atMs)
    return deadline
  }

  /** The call has ended. */
  end(deadline: Deadline): void {
    this.#open.leave(deadline.place!)
  }

  #look(atMs: number): void {
    if (atMs >= this.#timerAtMs) return
    clearTimeout(this.#timer)
    this.#timerAtMs = atMs
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, atMs - performance.now()))
    this.#timer.unref()
  }

  #expire(): void {
    const nowMs = performance.now()
    const lateMs = nowMs - this.#timerAtMs
    this.#timerAtMs = Number.POSITIVE_INFINITY
    if (lateMs > STILL_MS) {
      this.#look(nowMs + READING_MS)
      return
    }
    let nextMs = Number.POSITIVE_INFINITY
    const over: Deadline[] = []
    for (let link = this.#open.first; link !== undefined; link = link.after) {
      const { value } = link
      if (value.atMs > nowMs + SLACK_MS) nextMs = Math.min(nextMs, value.atMs)
      else over.push(value)
    }
    for (const deadline of over) if (this.#open.leave(deadline.place!)) deadline.over()
    if (nextMs !== Number.POSITIVE_INFINITY) this.#look(nextMs)
  }
}
