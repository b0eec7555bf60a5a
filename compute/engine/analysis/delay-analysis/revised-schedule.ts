/**
 * The earlier schedule with the progress of the later one and some of its revisions: any set of their classes, and one change more or less.
 * None of them is the half-step, all of them the later schedule.
 */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { type EarlyDates, earlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import type { Network } from '../../graph/network.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import type { Kind, Numbers } from '../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { daysPerLaterDay } from './half-step.ts'
import { HeldRevisions } from './held-revisions.ts'
import type { Pairing } from './pairing.ts'
import { clockOf, type RevisedClock, revisedClock } from './revised-clock.ts'
import {
  allLinksOf,
  type Exchange,
  LINK_GONE,
  LINK_KEPT,
  LINK_NEW,
  LINK_REMOVED,
  LINK_REPLACING,
  type LinkChoice,
  linkColumnsOf,
  networkOf,
  type RevisedLinks,
  revisedLinks,
  withExchanged,
} from './revised-links.ts'
import {
  ADDED,
  CALENDAR,
  type Change,
  Choice,
  CONSTRAINT,
  chosen,
  DATE_OPTIONS,
  DELETED,
  DURATION,
  IN_BOTH,
  isAnyRevised,
  isRevised,
  LOGIC,
  OPTIONS,
  type Owns,
  PROJECT_START,
  type Revised,
  type Rows,
  revisedRows,
  revisedValues,
  SCOPE,
  startsOf,
  withinGrid,
} from './revised-rows.ts'
import { type Followed, finishIn, followedFinish, type Status } from './status.ts'

/** Networks that are held open for the changes of a window. */
const HELD_MAX = 2

/** What has been computed, whatever finish is followed. */
interface Found {
  /** By the bits of the classes and the change; undefined: the links form a cycle. */
  readonly finishes: Map<string, readonly number[] | undefined>
  readonly networks: Map<number, Network | undefined>
  readonly lags: WeakMap<Network, { readonly dataDate: number; readonly left: Float64Array }>
  /** Overwritten by each pass. */
  readonly early: EarlyDates
  /** Those of which a change was asked for last, the last one first: what it does in its class and at the end is asked for in turn. */
  held: readonly { readonly classes: number; readonly revisions: HeldRevisions | undefined }[]
  heldCount: number
  members: ReadonlyMap<number, readonly number[]> | undefined
}

export class RevisedSchedule {
  readonly rows: Rows
  readonly links: RevisedLinks
  /** Bit c = something of class c was revised. */
  readonly classes: number
  /** The new tasks with the old links, or the new links with the old tasks, form a cycle: logic stands for both. */
  readonly scopeWithLogic: boolean
  /** Days of the calendar of before. */
  readonly remaining: Revised<Float64Array>
  readonly constraint: Revised<Uint8Array>
  readonly constraintOffset: Revised<Float64Array>
  readonly clock: RevisedClock | undefined
  /** Data date and start of the project before and after: what a project that has not begun is held by. */
  readonly start: { readonly before: number; readonly after: number }
  readonly #half: CpmInput
  readonly #now: CpmInput
  /** Tasks whose finish is followed, of each finish that is; and which of them it is here. */
  readonly #followed: readonly Followed[]
  readonly #line: number
  readonly #progress: Pick<CpmInput, 'state' | 'reportedStart' | 'reportedFinish'>
  readonly #found: Found

  /** `exchanges`: what the earlier schedule is told with; `followed`: tasks of the later one, of each finish that is followed. */
  constructor(
    earlier: Status,
    later: Status,
    pairing: Pairing,
    half: CpmInput,
    exchanges: readonly Exchange[] = [],
    followed: readonly Followed[] = [later.followed],
    like?: { readonly revised: RevisedSchedule; readonly line: number },
  ) {
    this.#followed = followed
    this.#line = like?.line ?? 0
    if (like !== undefined) {
      const { revised } = like
      ;({ rows: this.rows, links: this.links, classes: this.classes, scopeWithLogic: this.scopeWithLogic } = revised)
      ;({ remaining: this.remaining, constraint: this.constraint, constraintOffset: this.constraintOffset } = revised)
      ;({ clock: this.clock, start: this.start } = revised)
      this.#half = revised.#half
      this.#now = revised.#now
      this.#progress = revised.#progress
      this.#found = revised.#found
      return
    }
    const now = later.prepared.input
    const isMsProject = [half, now].some(({ clock }) => clock?.rules.rules === 'ms_project')
    this.rows = revisedRows(earlier, later, pairing, isMsProject)
    const { rows } = this
    const of = <Values extends Numbers>(Kind: Kind<Values>, before: Values, after: Values): Revised<Values> =>
      revisedValues(rows, Kind, before, after)!
    this.#half = half
    this.#now = now
    this.#found = {
      ...{ finishes: new Map(), networks: new Map(), lags: new WeakMap() },
      ...{ early: earlyDates(rows.count), held: [], heldCount: 0, members: undefined },
    }
    this.#progress = {
      state: of(Uint8Array, half.state, now.state).after,
      reportedStart: of(Float64Array, half.reportedStart, now.reportedStart).after,
      reportedFinish: of(Float64Array, half.reportedFinish, now.reportedFinish).after,
    }
    const perDay = (row: number): number => daysPerLaterDay(earlier, later, rows.earlierOf[row], row)
    this.clock = half.clock && now.clock && revisedClock(half.clock, now.clock, rows, perDay, isMsProject)
    const ratio = this.clock?.calendars.ratio
    const remaining = of(Float64Array, half.remainingDays, now.remainingDays)
    if (ratio !== undefined)
      ratio.forEach((days, row) => {
        if (rows.presence[row] === IN_BOTH) remaining.after[row] *= days
      })
    this.remaining = withinGrid(remaining, rows)
    this.constraint = of(Uint8Array, half.constraint, now.constraint)
    this.constraintOffset = of(Float64Array, half.constraintOffset, now.constraintOffset)
    const listOf = ({ columns, network }: Status) => (isMsProject ? allLinksOf(columns) : network)
    const links = revisedLinks(listOf(earlier), listOf(later), rows, ratio)
    this.links = exchanges.length === 0 ? links : withExchanged(links, exchanges)
    for (let row = 0; row < rows.count; row++) {
      if (links.group[row] === this.links.group[row]) continue
      rows.presence[row] = IN_BOTH
      remaining.before[row] = 0
    }
    for (const { lags } of exchanges) if (lags !== undefined) remaining.before[lags.row] += lags.days
    this.start = startsOf(half, now)
    this.classes = this.#revisedClasses()
    const both = (1 << SCOPE) | (1 << LOGIC)
    this.scopeWithLogic =
      (this.classes & both) === both &&
      [1 << SCOPE, 1 << LOGIC].some(one => this.#networkOf(one, undefined) === undefined)
  }

  /** Whether an early date of a row can wait for something that a constraint, an external date or an expected finish changed. */
  readonly isConstraintRevised = (row: number): boolean => {
    if (isRevised(this.constraint, row) || isRevised(this.constraintOffset, row)) return true
    const { clock } = this
    if (clock === undefined || this.#progress.state[row] === COMPLETE) return false
    if (clock.columns?.isHeldRevised(row) === true) return true
    const { second, held, before, after } = clock
    const is = (values: Revised<Numbers> | undefined): boolean => values !== undefined && isRevised(values, row)
    const isSecond = second !== undefined && second.before[row] + second.after[row] > 0
    const isExpected = before.rules.useExpectedFinish || after.rules.useExpectedFinish
    const isExternal = this.#progress.state[row] === NOT_STARTED
    return (
      is(second) ||
      (isSecond && is(held.secondaryConstraintMoment)) ||
      (isExpected && is(held.expectedFinish)) ||
      (isExternal && is(held.externalEarlyStart))
    )
  }

  readonly hasBegun = (row: number): boolean => this.#progress.state[row] !== NOT_STARTED

  readonly isDurationRevised = (row: number): boolean =>
    isRevised(this.remaining, row) ||
    (this.#progress.state[row] === NOT_STARTED && this.clock?.columns?.isSplitRevised(row) === true)

  /** Rows of a group of added or deleted tasks, by its smallest row. */
  membersOf(group: number): readonly number[] {
    this.#found.members ??= Map.groupBy(
      [...this.rows.presence.keys()].filter(row => this.links.group[row] !== NO_MATCH),
      row => this.links.group[row],
    )
    return this.#found.members.get(group)!
  }

  #revisedClasses(): number {
    const { rows, links, clock } = this
    const isIn = (yes: boolean, of: number): number => (yes ? 1 << of : 0)
    const rules =
      clock === undefined ? [] : DATE_OPTIONS.filter(name => clock.before.rules[name] !== clock.after.rules[name])
    const calendars = clock?.calendars
    return (
      isIn(
        rows.presence.some(each => each === ADDED || each === DELETED),
        SCOPE,
      ) |
      isIn(
        links.fate.some(each => each === LINK_REMOVED || each === LINK_NEW) ||
          isAnyRevised(clock?.point) ||
          clock?.columns?.isOutlineRevised === true,
        LOGIC,
      ) |
      isIn(
        rows.presence.some((_, row) => this.isDurationRevised(row)),
        DURATION,
      ) |
      isIn(
        rows.presence.some((_, row) => this.isConstraintRevised(row)),
        CONSTRAINT,
      ) |
      isIn(
        calendars !== undefined &&
          (isAnyRevised(calendars.ofRow) || calendars.project.before !== calendars.project.after),
        CALENDAR,
      ) |
      isIn(rules.length > 0, OPTIONS) |
      isIn(Math.abs(this.start.after - this.start.before) > EPSILON_DAYS, PROJECT_START)
    )
  }

  /**
   * The finish that is followed with the classes of these bits, and with one change that they have not or without one that they have.
   * undefined: its links form a cycle.
   */
  finishOf(classes: number, change?: Change): number | undefined {
    const { finishes } = this.#found
    // a change of one finish is asked for once
    if (change !== undefined && this.#followed.length === 1) return this.#finishesOf(classes, change)?.[0]
    const key = change === undefined ? `${classes}` : `${classes} ${change.of} ${change.at} ${change.to}`
    if (!finishes.has(key)) finishes.set(key, this.#finishesOf(classes, change))
    return finishes.get(key)?.[this.#line]
  }

  #finishesOf(classes: number, change: Change | undefined): readonly number[] | undefined {
    const held =
      change &&
      this.#heldOf(classes)?.finishesOf(change, {
        input: () => this.inputOf(classes, change),
        linkChoice: () => this.#linkChoice(new Choice(classes, change)),
      })
    if (held !== undefined) return held.finishes
    const input = this.inputOf(classes, change)
    if (input === undefined) return undefined
    const { early } = this.#found
    forward(input, early)
    return this.#followed.map(followed => followedFinish(input, early, followed))
  }

  /** The finish with the changes of these rows alone. undefined: its links form a cycle. */
  finishWith(owns: Owns): number | undefined {
    const input = this.inputWith(owns)
    return input === undefined ? undefined : finishIn(input, this.#found.early, this.#followed[this.#line])
  }

  /** With the changes of these rows alone. undefined: its links form a cycle. */
  inputWith(owns: Owns): CpmInput | undefined {
    return this.#inputOf(new Choice(this.classes, undefined, owns))
  }

  /** Networks that were held open so far: what the changes cost beside what each of them reaches. */
  get heldCount(): number {
    return this.#found.heldCount
  }

  /** With the classes of these bits, and no change more or less; undefined: its links form a cycle. */
  #heldOf(classes: number): HeldRevisions | undefined {
    const found = this.#found
    const known = found.held.find(each => each.classes === classes)
    if (known !== undefined) {
      if (known !== found.held[0]) found.held = [known, found.held[0]]
      return known.revisions
    }
    const input = this.inputOf(classes)
    const early = earlyDates(this.rows.count)
    if (input !== undefined) forward(input, early)
    const { rows, links } = this
    const frame = { rows, links, followed: this.#followed, membersOf: (group: number) => this.membersOf(group) }
    const revisions = input && new HeldRevisions(input, early, frame)
    found.held = [{ classes, revisions }, ...found.held.slice(0, HELD_MAX - 1)]
    found.heldCount++
    return revisions
  }

  inputOf(classes: number, change?: Change): CpmInput | undefined {
    return this.#inputOf(new Choice(classes, change), classes)
  }

  /** `classes`: those of a choice that has whole ones. */
  #inputOf(choice: Choice, classes?: number): CpmInput | undefined {
    const { rows } = this
    const network =
      classes === undefined
        ? networkOf(this.links, rows.count, this.#linkChoice(choice))
        : this.#networkOf(classes, choice.change)
    if (network === undefined) return undefined
    const start = choice.has(PROJECT_START) ? this.#now : this.#half
    const clock =
      this.clock && clockOf(this.clock, choice, () => linkColumnsOf(this.links, rows.count, this.#linkChoice(choice)))
    const remainingDays = this.#withPoints(chosen(this.remaining, choice, DURATION), choice)
    const ratio = this.clock?.calendars.ratio
    const calendar = clock?.tasks.calendar
    const days =
      ratio === undefined || calendar === undefined
        ? remainingDays
        : remainingDays.map((value, row) =>
            calendar[row] === this.clock!.calendars.ofRow.before[row] ? value : value / ratio[row],
          )
    const progress = { ...this.#progress, dataDate: start.dataDate, clock }
    return {
      network,
      floor: start.floor,
      ...progress,
      remainingDays: days,
      constraint: chosen(this.constraint, choice, CONSTRAINT),
      constraintOffset: chosen(this.constraintOffset, choice, CONSTRAINT),
      lagDays: this.#lagsLeft(network, progress),
      mustFinish: this.#now.mustFinish,
      override: clock === undefined ? this.#now.override : clock.rules.progress === 'progress_override',
      clock,
    }
  }

  /** Of a group of which only some tasks were to come, or to go, the others of those that are there are points. */
  #withPoints(remainingDays: Float64Array, { owns }: Choice): Float64Array {
    if (owns === undefined) return remainingDays
    const { presence } = this.rows
    return remainingDays.map((days, row) => {
      const isPoint = presence[row] === ADDED ? !owns(row) : presence[row] === DELETED && owns(row)
      return isPoint ? 0 : days
    })
  }

  /** What is left of the lags of a network follows from progress, which all choices have alike, and the data date. */
  #lagsLeft(network: Network, progress: Parameters<typeof lagsLeft>[1]): Float64Array {
    const { dataDate } = progress
    const { lags } = this.#found
    const known = lags.get(network)
    if (known?.dataDate === dataDate) return known.left
    const left = lagsLeft(network, progress)
    lags.set(network, { dataDate, left })
    return left
  }

  #networkOf(classes: number, change: Change | undefined): Network | undefined {
    const isOwn = change?.of === SCOPE || change?.of === LOGIC
    const key =
      classes & ((1 << SCOPE) | (1 << LOGIC) | (this.clock?.calendars.ratio === undefined ? 0 : 1 << CALENDAR))
    const { networks } = this.#found
    if (!isOwn && networks.has(key)) return networks.get(key)
    const network = networkOf(this.links, this.rows.count, this.#linkChoice(new Choice(classes, change)))
    if (!isOwn) networks.set(key, network)
    return network
  }

  #linkChoice(choice: Choice): LinkChoice {
    const { rows, links } = this
    const { change, owns } = choice
    const hasScope = choice.has(SCOPE)
    const groups = new Map<number, boolean>()
    /** Of a group with tasks of several those that are there let no other be missing. */
    const isOwn = (group: number, own: Owns): boolean => {
      const members = this.membersOf(group)
      const is = groups.get(group) ?? (rows.presence[group] === ADDED ? members.some(own) : members.every(own))
      groups.set(group, is)
      return is
    }
    const hasGroup = (group: number): boolean =>
      owns === undefined ? hasScope !== (change?.of === SCOPE && change.at === group) : isOwn(group, owns)
    return {
      isAfter: choice.has(CALENDAR),
      hasRow: row => {
        const presence = rows.presence[row]
        return presence === ADDED
          ? hasGroup(links.group[row])
          : presence === DELETED
            ? !hasGroup(links.group[row])
            : presence === IN_BOTH
      },
      hasLink: (k, s) => {
        const fate = links.fate[k]
        if (fate === LINK_KEPT || fate === LINK_GONE) return fate === LINK_KEPT
        if (fate === LINK_REMOVED) return !choice.hasAt(LOGIC, s, links.task[k])
        if (fate === LINK_NEW) return choice.hasAt(LOGIC, s, links.task[k])
        const groups = links.groupsOf.get(k)!
        const isThere =
          owns === undefined ? hasScope !== (change?.of === SCOPE && groups.includes(change.at)) : groups.some(hasGroup)
        return (fate === LINK_REPLACING) === isThere
      },
    }
  }
}
