/** What the passes by the clock read, of a schedule between two with some of the revisions. */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SchedulingRules } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import type { ClockInput, ClockTasks } from '../../clock/input.ts'
import { type RevisedCalendars, revisedCalendars } from './revised-calendars.ts'
import { type RevisedColumns, revisedColumns } from './revised-columns.ts'
import {
  CALENDAR,
  type Choice,
  CONSTRAINT,
  chosen,
  DATE_OPTIONS,
  DURATION,
  LOGIC,
  OPTIONS,
  PROJECT_START,
  type Revised,
  type Rows,
  revisedValues,
} from './revised-rows.ts'

/** Columns by the clock that a constraint class has, each of a task. */
const HELD = [
  'secondaryConstraintMoment',
  'expectedFinish',
  'deadline',
  'externalEarlyStart',
  'externalLateFinish',
  'levelingDelay',
] as const satisfies readonly (keyof ClockTasks)[]

export interface RevisedClock {
  readonly before: ClockInput
  readonly after: ClockInput
  readonly calendars: RevisedCalendars
  readonly point: Revised<Uint8Array>
  readonly second: Revised<Uint8Array> | undefined
  readonly held: Readonly<Record<(typeof HELD)[number], Revised<Float64Array> | undefined>>
  readonly suspend: Float64Array | undefined
  readonly resume: Float64Array | undefined
  /** For the rules of Microsoft Project. */
  readonly columns: RevisedColumns | undefined
}

export function revisedClock(
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
      levelingDelay: moments('levelingDelay'),
    },
    suspend: moments('suspend')?.after,
    resume: moments('resume')?.after,
    columns: isMsProject ? revisedColumns(before.columns, after.columns, rows, calendars) : undefined,
  }
}

/** The calendars, moments and rules of a choice. `linksOf`: its links with those of summaries. */
export function clockOf(
  { before, after, calendars, point, second, held, suspend, resume, columns }: RevisedClock,
  choice: Choice,
  linksOf: () => Pick<ScheduleColumns, 'links' | 'elapsedLags'>,
): ClockInput {
  const { ofRow, project } = calendars
  const { change } = choice
  const isFlipped = (row: number): boolean =>
    change?.of === CALENDAR &&
    (change.to < 0 ? change.at === row : ofRow.before[row] === change.at && ofRow.after[row] === change.to)
  const has = choice.has(CALENDAR)
  const isAfter = (row: number): boolean =>
    choice.owns === undefined || isForAll(calendars, row) ? has !== isFlipped(row) : choice.hasAt(CALENDAR, row)
  const calendar =
    change?.of === CALENDAR || choice.owns !== undefined
      ? ofRow.before.map((value, row) => (isAfter(row) ? ofRow.after[row] : value))
      : has
        ? ofRow.after
        : ofRow.before
  const isProjectFlipped = change?.of === CALENDAR && project.before === change.at && project.after === change.to
  const isDuration = (row: number): boolean => choice.hasAt(DURATION, row)
  const isConstraint = (row: number): boolean => choice.hasAt(CONSTRAINT, row)
  const isLogic = choice.has(LOGIC)
  const mixed = columns?.columnsOf({ isConstraint, isDuration, isCalendar: isAfter, isLogic, links: linksOf() })
  return {
    rules: chosenRules(before.rules, after.rules, choice),
    calendars: calendars.list,
    projectCalendar: has !== isProjectFlipped ? project.after : project.before,
    roundTheClock: calendars.roundTheClock,
    origin: after.origin,
    projectStart: choice.has(PROJECT_START) ? after.projectStart : before.projectStart,
    tasks: {
      calendar,
      point:
        choice.owns === undefined ? (choice.has(LOGIC) ? point.after : point.before) : chosen(point, choice, LOGIC),
      secondaryConstraint: second && chosen(second, choice, CONSTRAINT),
      secondaryConstraintMoment: heldBy(held.secondaryConstraintMoment, choice),
      expectedFinish: heldBy(held.expectedFinish, choice),
      deadline: heldBy(held.deadline, choice),
      externalEarlyStart: heldBy(held.externalEarlyStart, choice),
      externalLateFinish: heldBy(held.externalLateFinish, choice),
      levelingDelay: heldBy(held.levelingDelay, choice),
      suspend,
      resume,
    },
    columns: mixed ?? after.columns,
  }
}

/** Whether the calendar of a row is another one with that of all that work in it: it was edited, or the project has another one. */
export function isForAll({ ofRow, project, isOneCalendar }: RevisedCalendars, row: number): boolean {
  const [was, is] = [ofRow.before[row], ofRow.after[row]]
  return isOneCalendar(was, is) || (was === project.before && is === project.after)
}

const heldBy = (values: Revised<Float64Array> | undefined, choice: Choice): Float64Array | undefined =>
  values && chosen(values, choice, CONSTRAINT)

function chosenRules(before: SchedulingRules, after: SchedulingRules, choice: Choice): SchedulingRules {
  const [is, other] = choice.has(OPTIONS) ? [after, before] : [before, after]
  if (choice.change?.of !== OPTIONS) return is
  const name = DATE_OPTIONS[choice.change.at]
  return { ...is, [name]: other[name] }
}
