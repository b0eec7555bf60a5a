/**
 * Finishes of a schedule between two with one change more or less, on a network that is held open: what a change does is propagated as far as it reaches,
 * and taken back. A network built for each change costs its links, however little the change moves.
 */
import { offsetAt } from '../../clock/input.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import type { HeldLink } from '../../incremental/held-links.ts'
import type { OpenNetwork } from '../../incremental/open-network.ts'
import { whyClosed } from '../../incremental/steps.ts'
import { Variants } from '../../incremental/variants.ts'
import { COMPLETE } from '../../population/progress.ts'
import type { LinkChoice, RevisedLinks } from './revised-links.ts'
import {
  ADDED,
  CALENDAR,
  type Change,
  CONSTRAINT,
  DELETED,
  DURATION,
  IN_BOTH,
  LOGIC,
  type Rows,
  SCOPE,
} from './revised-rows.ts'
import type { Followed } from './status.ts'

/** Rows and links of the schedule between the two. */
interface Frame {
  readonly rows: Rows
  readonly links: RevisedLinks
  /** The tasks whose finish is followed, of each finish that is. */
  readonly followed: readonly Followed[]
  readonly membersOf: (group: number) => readonly number[]
}

/** With a change: its input, and which rows and links it has. */
interface ChangedBy {
  readonly input: () => CpmInput | undefined
  readonly linkChoice: () => LinkChoice
}

/** Tasks that get other links in a held network, each of which moves the links of all behind it: more are quicker in a network of their own. */
const RELINKED_MAX = 100

export class HeldRevisions {
  readonly #frame: Frame
  readonly #variants: Variants | undefined
  #joined: ReadonlyMap<number, ReadonlySet<number>> | undefined

  /** `early`: what a forward pass over the input found. */
  constructor(input: CpmInput, early: EarlyDates, frame: Frame) {
    this.#frame = frame
    const { presence } = frame.rows
    const isHeld = whyClosed(input) === undefined && frame.followed.flat().every(row => presence[row] === IN_BOTH)
    const { takesPart } = input.network
    const isSpare = (row: number): boolean =>
      takesPart[row] === 0 && (presence[row] === ADDED || presence[row] === DELETED)
    if (isHeld) this.#variants = new Variants(input, early, [...presence.keys()].filter(isSpare))
  }

  /** The finishes that are followed. undefined: the change is about more than tasks and links, or nothing can be held open. Finishes undefined: the links form a cycle. */
  finishesOf(change: Change, by: ChangedBy): { readonly finishes: readonly number[] | undefined } | undefined {
    const variants = this.#variants
    if (variants === undefined) return undefined
    if (change.of === SCOPE && this.#joinedBy(change.at).size > RELINKED_MAX) return undefined
    if (change.of === LOGIC || change.of === SCOPE)
      return variants.with(open => ({
        finishes: this.#relink(open, change, by.linkChoice()) ? this.#finishesOf(open) : undefined,
      }))
    if (change.of !== DURATION && change.of !== CONSTRAINT && change.of !== CALENDAR) return undefined
    const variant = by.input()
    if (variant === undefined) return { finishes: undefined }
    return variants.of(variant, open => ({ finishes: this.#finishesOf(open) }))
  }

  #finishesOf(open: OpenNetwork): number[] {
    const finish = open.propagate()
    const { state, reportedFinish, clock } = open.held
    const early = open.early.finish
    return this.#frame.followed.map(followed =>
      followed.length === 0
        ? finish
        : followed.reduce((latest, i) => {
            const date = clock === undefined ? early[i] : offsetAt(clock, early[i])
            return Math.max(latest, state[i] === COMPLETE ? reportedFinish[i] : date)
          }, Number.NEGATIVE_INFINITY),
    )
  }

  /** False: a cycle. */
  #relink(open: OpenNetwork, change: Change, choice: LinkChoice): boolean {
    const { membersOf } = this.#frame
    const isScope = change.of === SCOPE
    if (isScope) for (const row of membersOf(change.at)) open.setPart(row, choice.hasRow(row))
    const successors = isScope ? this.#joinedBy(change.at) : [change.at]
    return open.relink([...successors].map(s => [s, this.#linksInto(s, choice)] as const))
  }

  /** In the order of a network. */
  #linksInto(s: number, { hasRow, hasLink, isAfter }: LinkChoice): HeldLink[] {
    const { start, task, type, elapsed, lagBefore, lagAfter } = this.#frame.links
    const into: HeldLink[] = []
    if (!hasRow(s)) return into
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (!hasRow(task[k]) || !hasLink(k, s)) continue
      const lagDays = (isAfter ? lagAfter : lagBefore)[k]
      into.push({ task: task[k], type: type[k], lagDays, isElapsed: elapsed[k] === 1 })
    }
    return into
  }

  /** The rows into which links lead that come or go with a group: a link that a group replaces, or is replaced with, ends where one of the group does. */
  #joinedBy(group: number): ReadonlySet<number> {
    this.#joined ??= this.#joinedRows()
    return this.#joined.get(group)!
  }

  #joinedRows(): ReadonlyMap<number, ReadonlySet<number>> {
    const { rows, links } = this.#frame
    const joined = new Map<number, Set<number>>()
    const note = (group: number, s: number): void => {
      const known = joined.get(group)
      if (known === undefined) joined.set(group, new Set([s]))
      else known.add(s)
    }
    const isOfGroup = (row: number): boolean => rows.presence[row] === ADDED || rows.presence[row] === DELETED
    for (let s = 0; s < rows.count; s++) {
      if (isOfGroup(s)) note(links.group[s], s)
      for (let k = links.start[s]; k < links.start[s + 1]; k++)
        if (isOfGroup(links.task[k])) note(links.group[links.task[k]], s)
    }
    return joined
  }
}
