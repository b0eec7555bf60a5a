/**
 * Inactive tasks, which are no tasks of the schedule. Their links stay, as Microsoft Project keeps them from 2013 on: what follows an inactive task
 * follows what leads to it, as if the task were a point between the two.
 */
import type { LinkRows } from './task-rows.ts'

interface LinkInto {
  readonly uid: number
  readonly type: number
  readonly lag: number
  readonly lagFormat: number
}

/** A link that leads through inactive tasks: from an end of its predecessor to an end of its successor, with the lags on the way. */
export interface LinkThrough {
  readonly uid: number
  readonly type: number
  readonly minutes: number
  readonly isElapsed: boolean
}

/** As the file numbers relations: 0 FF, 1 FS, 2 SF, 3 SS. */
const [FF, FS, SF, SS] = [0, 1, 2, 3]
const fromFinish = (type: number): boolean => type === FF || type === FS
const toStart = (type: number): boolean => type === FS || type === SS

/** The relation from the end that `first` starts at to the end that `last` leads to. */
const joined = (first: number, last: number): number =>
  fromFinish(first) ? (toStart(last) ? FS : FF) : toStart(last) ? SS : SF

/** What a search may visit, in links of the file: chains of inactive tasks that fork and meet again have more ways than links. */
const STEPS_PER_LINK = 8
const STEPS_MIN = 1_000

export class InactiveTasks {
  readonly #into = new Map<number, LinkInto[]>()
  #steps = 0
  #linkCount = 0
  /** Links whose ways were too many to follow. */
  leftOutCount = 0

  /** The task of that UID with its links, those from `first` on. */
  add(uid: number, links: LinkRows, first: number): void {
    const into: LinkInto[] = []
    for (let k = first; k < links.count; k++) {
      if (links.isCross.at(k) === 1) continue
      const [type, lag, lagFormat] = [links.type.at(k), links.lag.at(k), links.lagFormat.at(k)]
      into.push({ uid: links.predecessorUid.at(k), type, lag, lagFormat })
    }
    this.#into.set(uid, into)
    this.#linkCount += into.length
  }

  has(uid: number): boolean {
    return this.#into.has(uid)
  }

  /**
   * The links that take the place of one from inactive task `uid`, of that type and lag. `lagOf` makes minutes of a lag after a task; after an
   * inactive one there is no duration to take a share of.
   */
  through(
    { uid, type, minutes, isElapsed }: LinkThrough,
    lagOf: (uid: number, lag: number, lagFormat: number) => { readonly minutes: number; readonly isElapsed: boolean },
  ): readonly LinkThrough[] {
    const found: LinkThrough[] = []
    const open: LinkThrough[] = [{ uid, type, minutes, isElapsed }]
    const seen = new Set<number>([uid])
    const most = STEPS_MIN + STEPS_PER_LINK * this.#linkCount
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const link of this.#into.get(at.uid)!) {
        if (++this.#steps > most) {
          this.leftOutCount++
          return found
        }
        const lag = lagOf(link.uid, link.lag, link.lagFormat)
        const next = {
          uid: link.uid,
          type: joined(link.type, at.type),
          minutes: at.minutes + lag.minutes,
          // a lag of its own kind keeps it where the other is none
          isElapsed:
            at.minutes === 0 ? lag.isElapsed : lag.minutes === 0 ? at.isElapsed : at.isElapsed && lag.isElapsed,
        }
        if (!this.#into.has(link.uid)) found.push(next)
        else if (!seen.has(link.uid)) {
          seen.add(link.uid)
          open.push(next)
        }
      }
    }
    return found
  }
}
