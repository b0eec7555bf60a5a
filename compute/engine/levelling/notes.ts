/**
 * What activities wait for, noted while a schedule is generated: which of their needs, from when to when, how much was short. A schedule that was searched for, or that goes
 * on in time, is generated once more for it, in the order of its starts.
 */
import { NEVER_ENOUGH, type Placing } from './placing.ts'
import { UNLIMITED } from './problem.ts'
import type { Waits } from './room.ts'

export interface Eased {
  readonly from: number
  readonly parts: number
}

const NONE: readonly Noted[] = []

/** One thing that an activity waits for, with its start or a part of its work. */
export interface Noted {
  /** Of the needs of the problem. */
  readonly need: number
  readonly part: number
  from: number
  until: number
  parts: number
  hasGaps: boolean
  eased: Eased | undefined
}

/** What activities waited for while a schedule was generated, in the order in which they were placed. */
export class Notes implements Waits {
  readonly #placing: Placing
  readonly #noted: (Noted[] | undefined)[]
  readonly #freeUntil = new Map<number, number>()

  constructor(placing: Placing) {
    this.#placing = placing
    this.#noted = new Array(placing.problem.count)
  }

  of(a: number): readonly Noted[] {
    return this.#noted[a] ?? NONE
  }

  take(a: number, need: number, from: number, until: number, parts: number, part: number, isReason = true): void {
    const list = this.#noted[a]
    let known: Noted | undefined
    if (list !== undefined)
      for (let n = 0; n < list.length; n++) if (list[n].need === need && list[n].part === part) known = list[n]
    // what was met first need not be the most of it
    if (known === undefined) {
      if (!isReason) return
      const most = this.#most(need, from, until, parts)
      const made: Noted = { need, part, from, until, parts: most, hasGaps: false, eased: undefined }
      // a list that begins empty has room for many
      if (list === undefined) this.#noted[a] = [made]
      else list.push(made)
    } else {
      const { calendars, calendar } = this.#placing.problem
      // a second search, for what there is enough of, begins before the first one
      const before = this.#most(need, from, known.from, Math.max(known.parts, parts))
      known.parts = this.#most(need, known.until, until, before)
      known.hasGaps ||= from > known.until && calendars[calendar[a]].workBetween(known.until, from) > 0
      known.from = Math.min(known.from, from)
      known.until = Math.max(known.until, until)
    }
  }

  /** Up to when its resources had room where its links let it start; undefined: they had none. */
  freeUntil(a: number): number | undefined {
    return this.#freeUntil.get(a)
  }

  settle(a: number, byLogic: number): void {
    const list = this.#noted[a]
    if (list === undefined) return
    // of what begins later than its activity, or ends sooner, the room before a lack says little
    const isWhole = this.#isWhole(a)
    let first = UNLIMITED
    for (let n = 0; isWhole && n < list.length; n++)
      if (list[n].until < UNLIMITED) first = Math.min(first, list[n].from)
    const { room, fate } = this.#placing
    // another resource may be short before the one that a search met first
    if (first > byLogic && first < UNLIMITED) first = room.freeUntil(a, byLogic, first, fate[a] === NEVER_ENOUGH)
    if (first > byLogic && first < UNLIMITED) this.#freeUntil.set(a, first)
    const { calendars, calendar } = this.#placing.problem
    const time = calendars[calendar[a]]
    for (let n = 0; n < list.length; n++) {
      const { need, from, until, parts } = list[n]
      if (until === UNLIMITED) continue
      const eased = room.easedFrom(need, from, until, parts / 2)
      if (eased > from && eased < until && time.workBetween(eased, until) >= time.workBetween(from, eased))
        list[n].eased = { from: eased, parts: room.easedParts }
    }
  }

  #isWhole(a: number): boolean {
    const { windows, needStart } = this.#placing.problem
    if (windows === undefined) return true
    for (let k = needStart[a]; k < needStart[a + 1]; k++) if (windows.isPart[k] === 1) return false
    return true
  }

  #most(need: number, from: number, until: number, known: number): number {
    return from < until ? this.#placing.room.mostShort(need, from, until, known) : known
  }
}

/** Generates the schedule of `placing` anew, in the order in which it was made. */
export function notesInTurn(placing: Placing, turn: Uint32Array = placing.sequence.slice()): Notes {
  const notes = new Notes(placing)
  placing.serial(turn, notes)
  return notes
}

/** Generates it in the order of its starts: never later than it was, and where work may pause as it was. */
export function notesByStart(placing: Placing): Notes {
  const { problem } = placing
  // what pauses, or stands where there is no room for it, depends on who was placed before it
  const isInTurn =
    problem.follows.includes(1) ||
    problem.leastPart.some(least => least < UNLIMITED) ||
    problem.latestStart.some(latest => latest < UNLIMITED) ||
    placing.fate.some(fate => fate === NEVER_ENOUGH)
  if (isInTurn) return notesInTurn(placing)
  const made = placing.start.slice()
  const turn = placing.sequence.slice()
  const notes = notesInTurn(placing, placing.listBy(made))
  // nor can what starts before a predecessor, by a link to its finish, be placed in the order of the starts
  return placing.start.some((start, a) => start > made[a]) ? notesInTurn(placing, turn) : notes
}
