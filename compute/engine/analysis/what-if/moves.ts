/**
 * Moves that may end the project earlier: found on the longest path of a computed schedule, each as the changes of a request that make it. Which are
 * tried first follows from how much they take away and from ids, never from the order of the input.
 */
import { LEVERS, type Lever } from '../../../../shared/contract/analysis/what-if/words.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { driversOf } from '../../cpm/drivers.ts'
import { LINK_DRIVING } from '../../cpm/float.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { type OutgoingLinks, outgoingLinks } from '../../graph/links.ts'
import { compareIds } from '../../ids/id-order.ts'
import { FS } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { type DayBasis, dayBasis, inDays } from '../../wording/days.ts'
import { taskText } from '../../wording/tasks.ts'

export interface Move {
  /** What it is done to: no option does it twice. */
  readonly key: string
  readonly lever: Lever
  readonly task: string
  readonly text: string
  readonly changedDays: number
  readonly changes: readonly SentChange[]
}

export interface MoveLimits {
  readonly levers: readonly Lever[]
  readonly overlapShare: number
  readonly crashShare: number
  /** Index of the calendar that tasks may move to, -1 = none. */
  readonly calendar: number
  readonly excluded: ReadonlySet<string>
}

/** Links that a resequence may carry over. */
const CARRIED_MAX = 20
const TRUE = 2
/** Work of less than a day is cut to the hundredth of a day. */
const SMALL_DECIMALS = 100

/** A move that is not made yet: a path may have thousands, of which few are tried. */
interface Ranked {
  readonly gain: number
  readonly at: number
  /** What moves of one task are compared by: a predecessor, or the number of a constraint. */
  readonly by: number
  readonly make: () => Omit<Move, 'lever' | 'task'>
}

/** What is left of some days when a share goes: whole days where there is more than one. */
const reduced = (days: number, share: number): number => {
  const left = days * (1 - share)
  return days >= 1 ? Math.ceil(left - EPSILON_DAYS) : Math.ceil(left * SMALL_DECIMALS - EPSILON_DAYS) / SMALL_DECIMALS
}

class Finder {
  readonly #of: Computed
  readonly #limits: MoveLimits
  readonly #basis: DayBasis
  readonly #found = new Map<Lever, Ranked[]>()
  #outgoing: OutgoingLinks | undefined

  constructor(of: Computed, limits: MoveLimits) {
    this.#of = of
    this.#limits = limits
    this.#basis = dayBasis(of.choice.mode)
  }

  #id(task: number): string {
    return textAt(this.#of.schedule.columns.id, task)
  }

  #words(task: number): string {
    return taskText(this.#of.schedule.columns, task)
  }

  #days(count: number): string {
    return inDays(count, this.#basis)
  }

  #add(lever: Lever, at: number, by: number, gain: number, make: Ranked['make']): void {
    const ranked: Ranked = { gain, at, by, make }
    const known = this.#found.get(lever)
    if (known === undefined) this.#found.set(lever, [ranked])
    else known.push(ranked)
  }

  /** Work on the path that is left and that no rule beside its links and its length decides. */
  #isOpen(i: number): boolean {
    const { prepared, passes, schedule } = this.#of
    const { assignments, manuallyScheduled, resourceDependent } = schedule.columns
    const isAssigned = assignments !== undefined && assignments.start[i + 1] > assignments.start[i]
    return (
      passes.onLongestPath[i] === 1 &&
      prepared.input.state[i] !== COMPLETE &&
      manuallyScheduled[i] !== TRUE &&
      !(prepared.input.clock !== undefined && resourceDependent[i] === TRUE && isAssigned) &&
      !this.#limits.excluded.has(this.#id(i))
    )
  }

  /** By lever the most promising ones, at most so many, the best first. */
  all(most: number): ReadonlyMap<Lever, readonly Move[]> {
    const { levers } = this.#limits
    const { network } = this.#of
    const open = network.order.filter(i => this.#isOpen(i))
    for (const i of open) {
      if (levers.includes('crash')) this.#crash(i)
      if (levers.includes('calendar')) this.#calendar(i)
      if (levers.includes('overlap') || levers.includes('resequence')) this.#links(i)
    }
    if (levers.includes('remove_constraint')) this.#constraints()
    return new Map(
      LEVERS.flatMap(lever => {
        const ranked = this.#found.get(lever)
        return ranked === undefined ? [] : [[lever, this.#made(lever, ranked, most)] as const]
      }),
    )
  }

  #made(lever: Lever, ranked: readonly Ranked[], most: number): readonly Move[] {
    const { id } = this.#of.schedule.columns
    const isByTask = lever === 'overlap' || lever === 'resequence'
    const sorted = ranked.toSorted(
      (a, b) =>
        b.gain - a.gain ||
        compareIds(id, a.at, b.at) ||
        (a.by === b.by ? 0 : isByTask ? compareIds(id, a.by, b.by) : a.by - b.by),
    )
    const moves: Move[] = []
    for (const { at, make } of sorted) {
      if (moves.length >= most) break
      moves.push({ ...make(), lever, task: this.#id(at) })
    }
    return moves
  }

  #crash(i: number): void {
    const { prepared, schedule } = this.#of
    const { input } = prepared
    const { expectedFinish } = schedule.columns
    if (input.clock?.rules.useExpectedFinish === true && expectedFinish[i] !== DAY_ABSENT) return
    const left = input.remainingDays[i]
    const to = reduced(left, this.#limits.crashShare)
    if (!(left > 0) || !(to < left - EPSILON_DAYS)) return
    const days = snap(left - to)
    this.#add('crash', i, i, days, () => {
      const id = this.#id(i)
      const change: SentChange =
        input.state[i] === NOT_STARTED
          ? { task_id: id, duration_days: to }
          : { task_id: id, remaining_duration_days: to }
      return {
        key: `crash ${id}`,
        text: `Shorten ${this.#words(i)} from ${this.#days(left)} to ${this.#days(to)}: check crews and cost`,
        changedDays: days,
        changes: [change],
      }
    })
  }

  #calendar(i: number): void {
    const { calendar } = this.#limits
    const { prepared, schedule } = this.#of
    const { clock, remainingDays, state } = prepared.input
    const { setting } = schedule.columns
    if (clock === undefined || setting === undefined || calendar < 0) return
    const from = clock.tasks.calendar[i]
    if (from === calendar || !(remainingDays[i] > 0)) return
    const target = setting.calendars[calendar]
    const was = clock.calendars[from].minutesPerDay
    const scale = was / target.minutesPerDay
    const length =
      scale === 1
        ? {}
        : state[i] === NOT_STARTED
          ? { duration_days: snap(remainingDays[i] * scale) }
          : { remaining_duration_days: snap(remainingDays[i] * scale) }
    this.#add('calendar', i, i, remainingDays[i], () => ({
      key: `calendar ${this.#id(i)}`,
      text: `Work on ${this.#words(i)} in calendar ${target.name ?? target.id}: check that it is allowed`,
      changedDays: 0,
      changes: [{ task_id: this.#id(i), calendar_id: target.id, ...length }],
    }))
  }

  #constraints(): void {
    const { prepared, passes, schedule } = this.#of
    const { columns } = schedule
    const { constrained, bySecond, heldDays } = driversOf(prepared.input, passes)
    for (let n = 0; n < constrained.length; n++) {
      const i = constrained[n]
      if (!this.#isOpen(i)) continue
      const isSecond = bySecond[n] === 1
      const code = (isSecond ? columns.secondaryConstraintType : columns.constraintType)[i]
      const clear = isSecond
        ? ['secondary_constraint_type', 'secondary_constraint_date']
        : ['constraint_type', 'constraint_date']
      this.#add('remove_constraint', i, isSecond ? 2 : 1, heldDays[n], () => ({
        key: `constraint ${this.#id(i)} ${isSecond ? 2 : 1}`,
        text: `Remove ${CONSTRAINT_TYPES[code - 1] ?? ''} of ${this.#words(i)}: check why it was set`,
        changedDays: 0,
        changes: [{ task_id: this.#id(i), clear }],
      }))
    }
  }

  /** FS links into s that drive it, from work that is on the path, too. */
  #links(s: number): void {
    const { network, passes, prepared } = this.#of
    const { state, remainingDays } = prepared.input
    if (state[s] !== NOT_STARTED) return
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      const isDriving = (passes.linkMarks[k] & LINK_DRIVING) !== 0
      if (!isDriving || network.type[k] !== FS || state[p] !== NOT_STARTED || !this.#isOpen(p)) continue
      if (!(remainingDays[p] > 0) || this.#linkCount(p, s) > 1) continue
      if (this.#limits.levers.includes('overlap')) this.#overlap(p, s, k)
      if (this.#limits.levers.includes('resequence')) this.#resequence(p, s)
    }
  }

  #linkCount(p: number, s: number): number {
    const { start, task } = this.#of.network
    let count = 0
    for (let k = start[s]; k < start[s + 1]; k++) if (task[k] === p) count++
    return count
  }

  #overlap(p: number, s: number, k: number): void {
    const { network, prepared } = this.#of
    const lag = network.lagDays[k]
    if (network.elapsed.length > 0 && network.elapsed[k] === 1 && lag !== 0) return
    const length = prepared.input.remainingDays[p]
    const wait = reduced(length, this.#limits.overlapShare)
    if (!(wait < length - EPSILON_DAYS)) return
    const days = snap(length - wait)
    this.#add('overlap', s, p, days, () => this.#overlapMove(p, s, wait, lag, days))
  }

  #overlapMove(p: number, s: number, wait: number, lag: number, days: number): Omit<Move, 'lever' | 'task'> {
    const [predecessor, successor] = [this.#id(p), this.#id(s)]
    return {
      key: `order ${successor} ${predecessor}`,
      text: `Start ${this.#words(s)} ${this.#days(snap(wait + lag))} after the start of ${this.#words(p)}, not after its end: check that the work can overlap`,
      changedDays: days,
      changes: [
        { unlink: { predecessor, successor, type: 'FS' } },
        { link: { predecessor, successor, type: 'SS', lag_days: snap(wait + lag) } },
        { link: { predecessor, successor, type: 'FF', lag_days: 0 } },
      ],
    }
  }

  /** s goes beside p: it waits for what p waits for, and what waited for s waits for both. */
  #resequence(p: number, s: number): void {
    const { network, prepared } = this.#of
    this.#outgoing ??= outgoingLinks(network.taskCount, network)
    const out = this.#outgoing
    const [intoCount, outCount] = [network.start[p + 1] - network.start[p], out.start[s + 1] - out.start[s]]
    if (intoCount + outCount > CARRIED_MAX) return
    const days = Math.min(prepared.input.remainingDays[p], prepared.input.remainingDays[s])
    if (days > 0) this.#add('resequence', s, p, days, () => this.#resequenceMove(p, s, days, out))
  }

  #resequenceMove(p: number, s: number, days: number, out: OutgoingLinks): Omit<Move, 'lever' | 'task'> {
    const { network, schedule } = this.#of
    const [intoCount, outCount] = [network.start[p + 1] - network.start[p], out.start[s + 1] - out.start[s]]
    const [predecessor, successor] = [this.#id(p), this.#id(s)]
    const changes: SentChange[] = [{ unlink: { predecessor, successor, type: 'FS' } }]
    const carried = (k: number) => ({
      type: RELATION_TYPES[network.type[k]]!,
      lag_days: network.lagDays[k],
      ...(network.elapsed.length > 0 && network.elapsed[k] === 1 ? { lag_elapsed: true } : {}),
    })
    const have = (from: number, to: number, type: number): boolean => {
      for (let k = network.start[to]; k < network.start[to + 1]; k++)
        if (network.task[k] === from && network.type[k] === type) return true
      return false
    }
    const { id } = schedule.columns
    const into = Array.from({ length: intoCount }, (_, n) => network.start[p] + n).sort(
      (a, b) => compareIds(id, network.task[a], network.task[b]) || network.type[a] - network.type[b],
    )
    for (const k of into)
      if (network.task[k] !== s && !have(network.task[k], s, network.type[k]))
        changes.push({ link: { predecessor: this.#id(network.task[k]), successor, ...carried(k) } })
    const away = Array.from({ length: outCount }, (_, n) => out.start[s] + n).sort(
      (a, b) => compareIds(id, out.task[a], out.task[b]) || network.type[out.link[a]] - network.type[out.link[b]],
    )
    for (const at of away)
      if (out.task[at] !== p && !have(p, out.task[at], network.type[out.link[at]]))
        changes.push({ link: { predecessor, successor: this.#id(out.task[at]), ...carried(out.link[at]) } })
    return {
      key: `order ${successor} ${predecessor}`,
      text: `Do ${this.#words(s)} beside ${this.#words(p)}, not after it: check that the order is a choice`,
      changedDays: snap(days),
      changes,
    }
  }
}

export const movesOf = (of: Computed, limits: MoveLimits, most: number): ReadonlyMap<Lever, readonly Move[]> =>
  new Finder(of, limits).all(most)
