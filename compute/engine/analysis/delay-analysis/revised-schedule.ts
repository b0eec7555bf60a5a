/**
 * The earlier schedule with the progress of the later one and some of its revisions: any set of their classes, and one change more or less.
 * None of them is the half-step, all of them the later schedule.
 */

import { REVISION_STEP_NAMES } from '../../../../shared/analysis/delay-analysis/data.ts'
import type { SchedulingRules } from '../../../../shared/schedule/scheduling-rules.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { ClockInput, ClockTasks } from '../../clock/input.ts'
import { momentAt } from '../../clock/input.ts'
import { type EarlyDates, earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import type { Network } from '../../graph/network.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied, type Kind, type Numbers } from '../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { daysPerLaterDay } from './half-step.ts'
import type { Pairing } from './pairing.ts'
import { type RevisedCalendars, revisedCalendars } from './revised-calendars.ts'
import { type ColumnsOf, revisedColumns } from './revised-columns.ts'
import {
  LINK_KEPT,
  LINK_NEW,
  LINK_REMOVED,
  LINK_REPLACING,
  networkOf,
  type RevisedLinks,
  revisedLinks,
} from './revised-links.ts'
import {
  ADDED,
  DELETED,
  IN_BOTH,
  isAnyRevised,
  isRevised,
  type Revised,
  type Rows,
  revisedRows,
  revisedValues,
} from './revised-rows.ts'
import { finishIn, type Status } from './status.ts'

/** What a revision can be of, in the order that `order: "fixed"` applies. */
export const REVISION_CLASSES = [
  'scope',
  'logic',
  'duration',
  'constraint',
  'calendar',
  'options',
  'project_start',
] as const

/** The classes, and what none of them explains. */
export const REVISION_STEPS = REVISION_STEP_NAMES
export type RevisionStep = (typeof REVISION_STEPS)[number]

const [SCOPE, LOGIC, DURATION, CONSTRAINT, CALENDAR, OPTIONS, PROJECT_START] =
  REVISION_CLASSES.keys() as unknown as number[]

/** Options that can move a date. */
export const DATE_OPTIONS = [
  'rules',
  'progress',
  'lagCalendar',
  'useExpectedFinish',
  'ignoreExternalDates',
  'scheduleFromFinish',
  'honorConstraints',
] as const satisfies readonly (keyof SchedulingRules)[]

/** One named change. `of` and `to` say which: see its class in revision-changes.ts. */
export interface Change {
  /** Index into REVISION_CLASSES. */
  readonly of: number
  /** A row (of a group of tasks the smallest, of a link its successor), or a calendar of before, or an option. */
  readonly at: number
  /** The predecessor of a link, the calendar of after; -1 = nothing more to say. */
  readonly to: number
}

/** Columns by the clock that a constraint class has, each of a task. */
const HELD = [
  'secondaryConstraintMoment',
  'expectedFinish',
  'deadline',
  'externalEarlyStart',
  'externalLateFinish',
] as const satisfies readonly (keyof ClockTasks)[]

interface RevisedClock {
  readonly before: ClockInput
  readonly after: ClockInput
  readonly calendars: RevisedCalendars
  readonly point: Revised<Uint8Array>
  readonly second: Revised<Uint8Array> | undefined
  readonly held: Readonly<Record<(typeof HELD)[number], Revised<Float64Array> | undefined>>
  readonly suspend: Float64Array | undefined
  readonly resume: Float64Array | undefined
  readonly columnsOf: ColumnsOf | undefined
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
  readonly #followed: number
  readonly #progress: Pick<CpmInput, 'state' | 'reportedStart' | 'reportedFinish'>
  #members: ReadonlyMap<number, readonly number[]> | undefined
  readonly #networks = new Map<number, Network | undefined>()
  readonly #early: EarlyDates

  constructor(earlier: Status, later: Status, pairing: Pairing, half: CpmInput) {
    const now = later.prepared.input
    const isMsProject = [half, now].some(({ clock }) => clock?.rules.rules === 'ms_project')
    this.rows = revisedRows(earlier, later, pairing, isMsProject)
    const { rows } = this
    const of = <Values extends Numbers>(Kind: Kind<Values>, before: Values, after: Values): Revised<Values> =>
      revisedValues(rows, Kind, before, after)!
    this.#half = half
    this.#now = now
    this.#followed = later.followed
    this.#early = earlyDates(rows.count)
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
    this.remaining = withinGrid(remaining)
    this.constraint = of(Uint8Array, half.constraint, now.constraint)
    this.constraintOffset = of(Float64Array, half.constraintOffset, now.constraintOffset)
    this.links = revisedLinks(earlier.network, later.network, rows, ratio)
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

  /** Rows of a group of added or deleted tasks, by its smallest row. */
  membersOf(group: number): readonly number[] {
    this.#members ??= Map.groupBy(
      [...this.rows.presence.keys()].filter(row => this.links.group[row] !== NO_MATCH),
      row => this.links.group[row],
    )
    return this.#members.get(group)!
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
      isIn(links.fate.some(each => each === LINK_REMOVED || each === LINK_NEW) || isAnyRevised(clock?.point), LOGIC) |
      isIn(isAnyRevised(this.remaining), DURATION) |
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
    const input = this.inputOf(classes, change)
    return input === undefined ? undefined : finishIn(input, this.#early, this.#followed)
  }

  inputOf(classes: number, change?: Change): CpmInput | undefined {
    const network = this.#networkOf(classes, change)
    if (network === undefined) return undefined
    const choice = new Choice(classes, change)
    const start = choice.has(PROJECT_START) ? this.#now : this.#half
    const clock = this.clock && this.#clockOf(this.clock, choice)
    const remainingDays = chosen(this.remaining, choice, DURATION)
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
      lagDays: lagsLeft(network, progress),
      mustFinish: this.#now.mustFinish,
      override: clock === undefined ? this.#now.override : clock.rules.progress === 'progress_override',
      clock,
    }
  }

  #networkOf(classes: number, change: Change | undefined): Network | undefined {
    const isOwn = change?.of === SCOPE || change?.of === LOGIC
    const key =
      classes & ((1 << SCOPE) | (1 << LOGIC) | (this.clock?.calendars.ratio === undefined ? 0 : 1 << CALENDAR))
    if (!isOwn && this.#networks.has(key)) return this.#networks.get(key)
    const { rows, links } = this
    const choice = new Choice(classes, change)
    const hasScope = choice.has(SCOPE)
    const hasGroup = (group: number): boolean => hasScope !== (change?.of === SCOPE && change.at === group)
    const network = networkOf(links, rows.count, {
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
        if (fate === LINK_KEPT) return true
        if (fate === LINK_REMOVED) return !choice.hasAt(LOGIC, s, links.task[k])
        if (fate === LINK_NEW) return choice.hasAt(LOGIC, s, links.task[k])
        const isThere = hasScope !== (change?.of === SCOPE && links.groupsOf.get(k)!.includes(change.at))
        return (fate === LINK_REPLACING) === isThere
      },
    })
    if (!isOwn) this.#networks.set(key, network)
    return network
  }

  #clockOf(
    { before, after, calendars, point, second, held, suspend, resume, columnsOf }: RevisedClock,
    choice: Choice,
  ): ClockInput {
    const { ofRow, project } = calendars
    const { change } = choice
    const isFlipped = (row: number): boolean =>
      change?.of === CALENDAR &&
      (change.to < 0 ? change.at === row : ofRow.before[row] === change.at && ofRow.after[row] === change.to)
    const has = choice.has(CALENDAR)
    const isAfter = (row: number): boolean => has !== isFlipped(row)
    const calendar =
      change?.of === CALENDAR
        ? ofRow.before.map((value, row) => (isAfter(row) ? ofRow.after[row] : value))
        : has
          ? ofRow.after
          : ofRow.before
    const isProjectFlipped = change?.of === CALENDAR && project.before === change.at && project.after === change.to
    const isDuration = (row: number): boolean => choice.hasAt(DURATION, row)
    const isConstraint = (row: number): boolean => choice.hasAt(CONSTRAINT, row)
    const columns = columnsOf?.({ isConstraint, isDuration, isCalendar: isAfter }) ?? after.columns
    return {
      rules: chosenRules(before.rules, after.rules, choice),
      calendars: calendars.list,
      projectCalendar: has !== isProjectFlipped ? project.after : project.before,
      roundTheClock: calendars.roundTheClock,
      origin: after.origin,
      projectStart: choice.has(PROJECT_START) ? after.projectStart : before.projectStart,
      tasks: {
        calendar,
        point: choice.has(LOGIC) ? point.after : point.before,
        secondaryConstraint: second && chosen(second, choice, CONSTRAINT),
        secondaryConstraintMoment: heldBy(held.secondaryConstraintMoment, choice),
        expectedFinish: heldBy(held.expectedFinish, choice),
        deadline: heldBy(held.deadline, choice),
        externalEarlyStart: heldBy(held.externalEarlyStart, choice),
        externalLateFinish: heldBy(held.externalLateFinish, choice),
        suspend,
        resume,
      },
      columns,
    }
  }
}

const heldBy = (values: Revised<Float64Array> | undefined, choice: Choice): Float64Array | undefined =>
  values && chosen(values, choice, CONSTRAINT)

/** Which classes are applied, and the one change that is not as its class is. */
class Choice {
  readonly change: Change | undefined
  readonly #classes: number

  constructor(classes: number, change: Change | undefined) {
    this.#classes = classes
    this.change = change
  }

  /** Whether a class as such is applied; a change of a class without parts is the class. */
  has(of: number): boolean {
    const is = ((this.#classes >> of) & 1) === 1
    return of === PROJECT_START && this.change?.of === of ? !is : is
  }

  /** The same of one row, or one link. */
  hasAt(of: number, at: number, to: number = -1): boolean {
    const { change } = this
    const isFlipped = change !== undefined && change.of === of && change.at === at && change.to === to
    return this.has(of) !== isFlipped
  }
}

function chosen<Values extends Numbers>({ before, after }: Revised<Values>, choice: Choice, of: number): Values {
  const [is, other] = choice.has(of) ? [after, before] : [before, after]
  const { change } = choice
  if (change?.of !== of) return is as Values
  const values: Numbers = copied(is)
  values[change.at] = other[change.at]
  return values as Values
}

function chosenRules(before: SchedulingRules, after: SchedulingRules, choice: Choice): SchedulingRules {
  const [is, other] = choice.has(OPTIONS) ? [after, before] : [before, after]
  if (choice.change?.of !== OPTIONS) return is
  const name = DATE_OPTIONS[choice.change.at]
  return { ...is, [name]: other[name] }
}

/** Where nothing was revised but the last digit of a product. */
function withinGrid(values: Revised<Float64Array>): Revised<Float64Array> {
  const { before, after } = values
  for (let row = 0; row < before.length; row++) {
    if (Math.abs(after[row] - before[row]) < EPSILON_DAYS) before[row] = after[row]
  }
  return values
}

function startsOf(half: CpmInput, now: CpmInput): { before: number; after: number } {
  if (half.clock === undefined || now.clock === undefined) return { before: half.dataDate, after: now.dataDate }
  const isMsProject = now.clock.rules.rules === 'ms_project'
  const startOf = ({ clock, floor, dataDate }: CpmInput): number => {
    const offset = (clock!.projectStart - clock!.origin) / (momentAt(clock!, 1) - momentAt(clock!, 0))
    if (isMsProject) return Number.isNaN(offset) ? floor : offset
    return offset > dataDate ? offset : dataDate
  }
  return { before: startOf(half), after: startOf(now) }
}

function revisedClock(
  before: ClockInput,
  after: ClockInput,
  rows: Rows,
  perDay: (row: number) => number,
  isMsProject: boolean,
): RevisedClock {
  const moments = (name: 'suspend' | 'resume' | (typeof HELD)[number]): Revised<Float64Array> | undefined =>
    revisedValues(rows, Float64Array, before.tasks[name], after.tasks[name])
  const second = revisedValues(rows, Uint8Array, before.tasks.secondaryConstraint, after.tasks.secondaryConstraint, 0)
  const calendars = revisedCalendars(before, after, rows, perDay)
  return {
    before,
    after,
    calendars,
    point: revisedValues(rows, Uint8Array, before.tasks.point, after.tasks.point, 0)!,
    second,
    held: {
      secondaryConstraintMoment: moments('secondaryConstraintMoment'),
      expectedFinish: moments('expectedFinish'),
      deadline: moments('deadline'),
      externalEarlyStart: moments('externalEarlyStart'),
      externalLateFinish: moments('externalLateFinish'),
    },
    suspend: moments('suspend')?.after,
    resume: moments('resume')?.after,
    columnsOf: isMsProject
      ? revisedColumns(before.columns, after.columns, rows, row => !isRevised(calendars.ofRow, row))
      : undefined,
  }
}
